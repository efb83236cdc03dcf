"""DA (Trouilleux et al., 2000): whether each expression was given the right referent.

Both sides are completed with implicit singletons, K' and R', and chains correspond one to one. With
U the mentions of either side, m the pairs and c = Σ |K ∩ R| over them: possible = |U| - |K'|,
actual = |U| - |R'|, correct = c - m, spurious = |K'| - m, missing = |R'| - m,
incorrect = possible - correct - missing. R = correct / possible, P = correct / actual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.metrics.chains import DEFAULT_WEIGHTS, Chains, class_weights, complete, similarities
from leaderboard.metrics.correspondence import best_correspondence, greedy_cells
from leaderboard.metrics.metric import (
    SHARED_NUMERATOR,
    Floats,
    Metric,
    Scores,
    key_links,
    shared_numerator,
    stack,
)
from leaderboard.overlap import Overlap


@dataclass(frozen=True, slots=True, eq=False)
class Denotation:
    """The pairing of chains: the weights of classes, a typed or untyped response, and the search."""

    weights: Mapping[str, float]
    typed: bool = True
    optimal: bool = True

    def pairs(self, chains: Chains) -> Ints:
        """The cells of the chains that correspond."""
        table, similarity = chains.table, similarities(chains, self.weights, self.typed)
        if self.optimal:
            return best_correspondence(table, similarity)
        # Equal fractions may differ in their last digit.
        return greedy_cells(
            table, np.round(similarity, 9), table.shared, -table.key_entity, -table.response_entity
        )


def denotation(weights: str = DEFAULT_WEIGHTS, response: str = "typed", match: str = "optimal") -> Denotation:
    return _denotation(weights, response == "typed", match == "optimal")


@cache  # what it finds in a response is remembered by it
def _denotation(weights: str, typed: bool, optimal: bool) -> Denotation:
    return Denotation(class_weights(weights), typed, optimal)


# The sums of DA, the errors and what they consist of are asked of a response one after the other.
@lru_cache(maxsize=1)
def correspondence(overlap: Overlap, how: Denotation) -> tuple[Chains, Ints]:
    """The completed chains of both sides, and the cells of those that correspond."""
    chains = complete(overlap.matching)
    return chains, how.pairs(chains)


def da(how: Denotation) -> Metric:
    def sums(overlap: Overlap) -> Floats:
        chains, pairs = correspondence(overlap, how)
        return counts(chains.table, pairs)

    return Metric("da", "DA", sums, score, key_links, summands=SHARED_NUMERATOR)


def counts(table: Overlap, pairs: Ints) -> Floats:
    """Correct, possible, actual, incorrect, spurious and missing assignments of each part."""
    paired = np.zeros(len(table.shared))
    paired[pairs] = 1
    m, c = table.by_part(paired), table.by_part(table.shared * paired)
    possible, actual = table.key.by_part(table.key.size - 1), table.response.by_part(table.response.size - 1)
    spurious, missing = table.key.entities - m, table.response.entities - m
    return stack(c - m, possible, actual, possible - (c - m) - missing, spurious, missing)


def score(totals: Floats) -> Scores:
    return shared_numerator(totals[:3])

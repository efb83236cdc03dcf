"""DA (Trouilleux et al., 2000): whether each expression was given the right referent.

Both sides are completed with implicit singletons, K' and R', and chains correspond one to one. With
U the mentions of either side, m the pairs and c = Σ |K ∩ R| over them: possible = |U| - |K'|,
actual = |U| - |R'|, correct = c - m, spurious = |K'| - m, missing = |R'| - m,
incorrect = possible - correct - missing. R = correct / possible, P = correct / actual.

A mention that one side lacks is a chain of its own there, an implicit singleton. Specific expressions weigh
more in the similarity of two chains: sim(K, R) = Σ_t w_t Dice_t / Σ_t w_t over the classes t that occur in
K or R, with Dice_t = 2 |K_t ∩ R_t| / (|K_t| + |R_t|). For an untyped response, R stands for each R_t. Without
classes sim is the Dice coefficient of the chains.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from leaderboard.corpus import Ints, span_numbers
from leaderboard.corpus.mention_classes import CLASS_NAMES, class_names, has_classes, mention_classes
from leaderboard.errors import UsageError
from leaderboard.matching import Matching
from leaderboard.metrics.correspondence import best_correspondence, greedy_cells
from leaderboard.metrics.metric import (
    SHARED_NUMERATOR,
    Floats,
    Metric,
    Scores,
    key_links,
    ratio,
    shared_numerator,
    stack,
)
from leaderboard.overlap import Overlap, Side, table


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chains:
    """The mentions of both sides in text order, as columns, and what their chains share.

    ``key_mention`` and ``response_mention`` are -1 where the side lacks the mention; chains are
    numbered by their first mentions, so that nothing depends on the order of entities in a file.
    ``classes`` are numbers of ``class_names``, and None where the key has none. ``cell`` is the cell of the
    table that each mention belongs to.
    """

    part: Ints
    start: Ints
    end: Ints
    key_mention: Ints
    response_mention: Ints
    key_chain: Ints
    response_chain: Ints
    classes: Ints | None
    class_names: tuple[str, ...]
    table: Overlap
    cell: Ints


def complete(matching: Matching) -> Chains:
    """The mentions of the key and those that only the response has."""
    key, response = matching.key, matching.response
    alone = np.ones(len(response.part), np.bool_)
    alone[matching.response_mention] = False
    theirs = np.flatnonzero(alone)
    partner = np.full(len(key.part), -1)
    partner[matching.key_mention] = matching.response_mention
    part, start, end = (
        np.concatenate([getattr(key, name), getattr(response, name)[theirs]])
        for name in ("part", "start", "end")
    )
    # Both sides are in order of the text already, which a stable sort makes use of.
    order = np.argsort(span_numbers(key.tokens, part, start, end), kind="stable")
    key_mention = np.concatenate([np.arange(len(key.part)), np.full(len(theirs), -1)])[order]
    response_mention = np.concatenate([partner, theirs])[order]
    unit, units = np.concatenate([key.unit, response.unit[theirs]])[order], len(key.units)
    key_chain, key_side = _chains(key.entity, key_mention, unit, units)
    response_chain, response_side = _chains(response.entity, response_mention, unit, units)
    shared, cell = table(matching, key_side, response_side, key_chain, response_chain)
    return Chains(
        part=part[order],
        start=start[order],
        end=end[order],
        key_mention=key_mention,
        response_mention=response_mention,
        key_chain=key_chain,
        response_chain=response_chain,
        classes=_classes(matching, theirs)[order] if has_classes(key) else None,
        class_names=class_names(key),
        table=shared,
        cell=cell,
    )


def _chains(entity: Ints, mention: Ints, unit: Ints, units: int) -> tuple[Ints, Side]:
    """The chain of each mention, numbered by first mentions; mentions that are not there get one each."""
    place = np.arange(len(mention))
    label = np.where(mention >= 0, np.append(entity, 0)[mention], len(entity) + place)
    first = np.full(len(entity) + len(label), len(label))
    np.minimum.at(first, label, place)
    begins = np.flatnonzero(first[label] == place)
    number = np.empty_like(first)
    number[label[begins]] = np.arange(len(begins))
    chain: Ints = number[label]
    size = np.bincount(chain, minlength=len(begins)).astype(np.int64)
    return chain, Side(size, unit[begins], units)


def _classes(matching: Matching, theirs: Ints) -> Ints:
    return np.concatenate([_key_classes(matching.key), mention_classes(matching.response.picked(theirs))])


_key_classes = lru_cache(maxsize=1)(mention_classes)  # all responses have the same key


DEFAULT_WEIGHTS = "PN=.6,NP=.3,PRO=.1"


def class_weights(text: str, known: Collection[str] | None = CLASS_NAMES) -> dict[str, float]:
    """Weights such as ``PN=.6,NP=.3,PRO=.1``, from the most specific class to the least.

    No other names than ``known`` ones are allowed, unless that is None.
    """
    weights: dict[str, float] = {}
    for item in text.split(","):
        name, _, number = (piece.strip() for piece in item.partition("="))
        if not name or (known is not None and name not in known) or name in weights:
            raise _refusal(text, f"name each of {', '.join(known or ['the classes'])} at most once")
        try:
            weights[name] = float(number)
        except ValueError:
            raise _refusal(text, f"give {name} a number, as in {DEFAULT_WEIGHTS}") from None
    values = list(weights.values())
    if not math.isclose(sum(values), 1, abs_tol=1e-9):
        raise _refusal(text, "make the weights sum to 1")
    if values != sorted(set(values), reverse=True) or values[-1] <= 0:
        raise _refusal(text, "give each class less than the one before it, and more than 0")
    if values[0] <= sum(values[1:]):
        raise _refusal(text, "give the first class more than all others together")
    return weights


def weight_of_class(weights: Mapping[str, float], classes: Sequence[str] = CLASS_NAMES) -> Floats:
    """The weight of each class; one that is not named counts as the last that is."""
    return np.array(list(weights.values()))[_rank_of_class(weights, classes)]


def specificity(chains: Chains, weights: Mapping[str, float]) -> Ints:
    """The rank of each mention's class, 0 for the most specific."""
    if chains.classes is None:
        return np.zeros(len(chains.part), np.int64)
    return _rank_of_class(weights, chains.class_names)[chains.classes]


def similarities(chains: Chains, weights: Mapping[str, float], typed: bool) -> Floats:
    """The similarity of the two chains of each cell, which is above 0."""
    table, rank, cell = chains.table, specificity(chains, weights), chains.cell
    levels = [1.0] if chains.classes is None else list(weights.values())
    key, response, shared = (
        _counts(number, rank, numbers, len(levels))
        for number, numbers in (
            (chains.key_chain, len(table.key.size)),
            (chains.response_chain, len(table.response.size)),
            (cell, len(table.shared)),
        )
    )
    worth, most = np.zeros(len(table.shared)), np.zeros(len(table.shared))
    for level, weight in enumerate(levels):
        ours = key[level][table.key_entity]
        both = ours + (response[level][table.response_entity] if typed else table.response_size)
        worth += weight * ratio(2.0 * shared[level], both)
        most += weight * (both > 0)
    return worth / most


def _rank_of_class(weights: Mapping[str, float], classes: Sequence[str]) -> Ints:
    names = list(weights)
    return np.array([names.index(name) if name in names else len(names) - 1 for name in classes])


def _counts(number: Ints, rank: Ints, numbers: int, levels: int) -> Floats:
    """How often each number occurs with each rank, as [levels, numbers]."""
    counts = np.bincount(rank * numbers + number, minlength=levels * numbers)
    return counts.reshape(levels, numbers).astype(np.float64)


def _refusal(text: str, remedy: str) -> UsageError:
    return UsageError(f"--da-weights is {text!r}; {remedy}")


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
    return Denotation(class_weights(weights, None), typed, optimal)


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

"""LEA (Moosavi & Strube, 2016): each entity's importance times the share of its links resolved.

R = Σ_i importance(k_i) · Σ_j C2(n_ij) / C2(|k_i|) / Σ_i importance(k_i). A singleton has one link,
with itself, which is resolved where the same mention is a singleton on the other side.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.corpus.mention_classes import class_names, mention_classes
from leaderboard.errors import UsageError
from leaderboard.metrics.da import DEFAULT_WEIGHTS, class_weights, weight_of_class
from leaderboard.metrics.links import pairs
from leaderboard.metrics.metric import (
    OWN_NUMERATORS,
    Floats,
    Metric,
    ratio,
    recall_precision_f1,
    set_rule,
    stack,
)
from leaderboard.overlap import Overlap, Side
from leaderboard.split_antecedents import NO_CREDIT, Credit, SetTable

# From one side of a comparison to a weight for each of its entities.
Importance = Callable[[Corpus], Floats]


def size(side: Corpus) -> Floats:
    """The number of mentions, as in the official scores."""
    return side.sizes.astype(np.float64)


def one(side: Corpus) -> Floats:
    """Every entity counts the same."""
    return np.ones(side.entities)


def mention_class(weights: str) -> Importance:
    """The sum of the weights of the classes of mentions, those of DA."""
    known = class_weights(weights, None)

    def importance(side: Corpus) -> Floats:
        of_class = weight_of_class(known, class_names(side))
        total = np.bincount(side.entity, weights=of_class[mention_classes(side)], minlength=side.entities)
        return total.astype(np.float64, copy=False)

    return importance


IMPORTANCES: dict[str, Importance] = {"size": size, "one": one}


def _weights(weigh: Importance, side: Corpus) -> Floats:
    """The weights that a function gives, if they are any."""
    weights = np.asarray(weigh(side), np.float64)
    if weights.shape != (side.entities,) or not np.isfinite(weights).all() or (weights < 0).any():
        raise UsageError(
            "the function of --lea-importance must give each entity a finite weight of 0 or more; "
            f"return {side.entities} weights for {side.file}"
        )
    return weights


def lea(importance: str | Importance = "size", weights: str = DEFAULT_WEIGHTS) -> Metric:
    if importance == "class":
        weigh = mention_class(weights)
    else:
        weigh = IMPORTANCES[importance] if isinstance(importance, str) else importance

    def weights_of(side: Side, corpus: Corpus) -> Floats:
        """Sizes count artificial mentions, of which other weights know nothing."""
        return side.size.astype(np.float64) if weigh is size else _weights(weigh, corpus)

    def sums(overlap: Overlap, credit: Credit = NO_CREDIT) -> Floats:
        key, response = overlap.matching.key, overlap.matching.response
        return _sums(overlap, credit, weights_of(overlap.key, key), weights_of(overlap.response, response))

    def sums_within(table: SetTable) -> Floats:
        if weigh is size:
            return sums(table.overlap)
        key, response = (_weights(weigh, mentions)[element] for mentions, element in table.elements)
        return _sums(table.overlap, NO_CREDIT, key, response)

    def weight(overlap: Overlap) -> Floats:
        return stack(overlap.key.by_part(weights_of(overlap.key, overlap.matching.key)))

    rule = set_rule(sums, recall_precision_f1, sums_within)
    return Metric("lea", "LEA", sums, recall_precision_f1, weight, summands=OWN_NUMERATORS, sets=rule)


def _sums(overlap: Overlap, credit: Credit, key: Floats, response: Floats) -> Floats:
    """The sums with these weights of the entities of both sides."""
    key_size, response_size = overlap.key_size, overlap.response_size
    same_singleton = ((key_size == 1) & (response_size == 1)).astype(np.float64)
    recalled, precise = (
        pairs(overlap.shared) + credited * overlap.shared for credited in (credit.recall, credit.precision)
    )
    return stack(
        overlap.by_part(key[overlap.key_entity] * (ratio(recalled, pairs(key_size)) + same_singleton)),
        overlap.key.by_part(key),
        overlap.by_part(
            response[overlap.response_entity] * (ratio(precise, pairs(response_size)) + same_singleton)
        ),
        overlap.response.by_part(response),
    )

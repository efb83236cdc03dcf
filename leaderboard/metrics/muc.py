"""MUC (Vilain et al., 1995): how many links the entities of one side need to join the other's.

A key entity falls into its cells and one implicit singleton for each mention that the response
lacks, so Σ (n_ij - 1) of its |k_i| - 1 links are there. An artificial mention adds its credit where the
entities share a mention. Within a set, an element of one mention has one link, with itself, which is there
where the same mention is alone on the other side.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from leaderboard.metrics.metric import (
    OWN_NUMERATORS,
    SHARED_NUMERATOR,
    Floats,
    Metric,
    key_links,
    recall_precision_f1,
    set_rule,
    shared_numerator,
    stack,
)
from leaderboard.overlap import Overlap
from leaderboard.split_antecedents import Credit, SetTable


def sums(overlap: Overlap) -> Floats:
    return stack(
        overlap.by_part(overlap.shared - 1),
        overlap.key.by_part(overlap.key.size - 1),
        overlap.response.by_part(overlap.response.size - 1),
    )


def credited_sums(overlap: Overlap, credit: Credit) -> Floats:
    """Recall and precision have numerators of their own, as their credits differ."""
    common, key, response = sums(overlap.only(overlap.shared > 0))
    linked = overlap.shared > 0
    return stack(
        common + overlap.by_part(linked * credit.recall),
        key,
        common + overlap.by_part(linked * credit.precision),
        response,
    )


def sums_within(table: SetTable) -> Floats:
    overlap = table.overlap
    alone = (overlap.key_size == 1) & (overlap.response_size == 1)
    right = overlap.by_part(overlap.shared - 1 + alone)
    key, response = (side.by_part(np.maximum(side.size - 1, 1)) for side in (overlap.key, overlap.response))
    return stack(right, key, right, response)


MUC = Metric(
    "muc",
    "MUC",
    sums,
    shared_numerator,
    key_links,
    summands=SHARED_NUMERATOR,
    sets=replace(set_rule(credited_sums, recall_precision_f1, sums_within), summands=OWN_NUMERATORS),
)

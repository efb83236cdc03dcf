"""CEAF (Luo, 2005): the best one-to-one alignment of key and response entities.

CEAFₘ aligns for the most shared mentions, Σ n_ij; CEAFₑ for the greatest Dice similarity,
Σ 2 n_ij / (|k_i| + |r_j|).
"""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.correspondence import best_cells
from leaderboard.metrics.metric import (
    SHARED_NUMERATOR,
    Floats,
    Metric,
    key_entities,
    key_mentions,
    set_rule,
    shared_numerator,
    stack,
)
from leaderboard.overlap import Overlap
from leaderboard.split_antecedents import NO_CREDIT, Credit


def mention_sums(overlap: Overlap, credit: Credit = NO_CREDIT) -> Floats:
    shared: Floats = np.add(overlap.shared, credit.f1)
    chosen = best_cells(overlap, shared)
    return stack(overlap.by_part(shared * chosen), overlap.key.mentions, overlap.response.mentions)


def entity_sums(overlap: Overlap, credit: Credit = NO_CREDIT) -> Floats:
    similarity = 2 * (overlap.shared + credit.f1) / (overlap.key_size + overlap.response_size)
    chosen = best_cells(overlap, similarity)
    return stack(overlap.by_part(similarity * chosen), overlap.key.entities, overlap.response.entities)


CEAF_M = Metric(
    "ceafm",
    "CEAFₘ",
    mention_sums,
    shared_numerator,
    key_mentions,
    summands=SHARED_NUMERATOR,
    sets=set_rule(mention_sums, shared_numerator),
)
CEAF_E = Metric(
    "ceafe",
    "CEAFₑ",
    entity_sums,
    shared_numerator,
    key_entities,
    summands=SHARED_NUMERATOR,
    sets=set_rule(entity_sums, shared_numerator),
)

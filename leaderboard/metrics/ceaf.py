"""CEAF (Luo, 2005): the best one-to-one alignment of key and response entities.

CEAFₘ aligns for the most shared mentions, Σ n_ij; CEAFₑ for the greatest Dice similarity,
Σ 2 n_ij / (|k_i| + |r_j|).
"""

from __future__ import annotations

from leaderboard.metrics.entity_alignment import best_cells
from leaderboard.metrics.metric import (
    SHARED_NUMERATOR,
    Floats,
    Metric,
    key_entities,
    key_mentions,
    shared_numerator,
    stack,
)
from leaderboard.overlap import Overlap


def mention_sums(overlap: Overlap) -> Floats:
    chosen = best_cells(overlap, overlap.shared)
    return stack(overlap.by_part(overlap.shared * chosen), overlap.key.mentions, overlap.response.mentions)


def entity_sums(overlap: Overlap) -> Floats:
    similarity = 2 * overlap.shared / (overlap.key_size + overlap.response_size)
    chosen = best_cells(overlap, similarity)
    return stack(overlap.by_part(similarity * chosen), overlap.key.entities, overlap.response.entities)


CEAF_M = Metric("ceafm", "CEAFₘ", mention_sums, shared_numerator, key_mentions, summands=SHARED_NUMERATOR)
CEAF_E = Metric("ceafe", "CEAFₑ", entity_sums, shared_numerator, key_entities, summands=SHARED_NUMERATOR)

"""B³ (Bagga & Baldwin, 1998): how much of each mention's entity the other side recovers."""

from __future__ import annotations

from leaderboard.metrics.metric import (
    OWN_NUMERATORS,
    Floats,
    Metric,
    key_mentions,
    recall_precision_f1,
    stack,
)
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    squared = overlap.shared**2
    return stack(
        overlap.by_part(squared / overlap.key_size),
        overlap.key.mentions,
        overlap.by_part(squared / overlap.response_size),
        overlap.response.mentions,
    )


B_CUBED = Metric("bcub", "B³", sums, recall_precision_f1, key_mentions, summands=OWN_NUMERATORS)

"""B³ (Bagga & Baldwin, 1998): how much of each mention's entity the other side recovers."""

from __future__ import annotations

from leaderboard.metrics.metric import (
    OWN_NUMERATORS,
    Floats,
    Metric,
    key_mentions,
    recall_precision_f1,
    set_rule,
    stack,
)
from leaderboard.overlap import Overlap
from leaderboard.split_antecedents import NO_CREDIT, Credit


def sums(overlap: Overlap, credit: Credit = NO_CREDIT) -> Floats:
    return stack(
        overlap.by_part((overlap.shared + credit.recall) ** 2 / overlap.key_size),
        overlap.key.mentions,
        overlap.by_part((overlap.shared + credit.precision) ** 2 / overlap.response_size),
        overlap.response.mentions,
    )


B_CUBED = Metric(
    "bcub",
    "B³",
    sums,
    recall_precision_f1,
    key_mentions,
    summands=OWN_NUMERATORS,
    sets=set_rule(sums, recall_precision_f1),
)

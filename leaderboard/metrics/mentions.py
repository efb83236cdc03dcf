"""Mention detection: which mentions were found at all, whatever their entities."""

from __future__ import annotations

from leaderboard.metrics.metric import SHARED_NUMERATOR, Floats, Metric, key_mentions, shared_numerator, stack
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    return stack(overlap.by_part(overlap.shared), overlap.key.mentions, overlap.response.mentions)


MENTIONS = Metric("mentions", "Mentions", sums, shared_numerator, key_mentions, summands=SHARED_NUMERATOR)

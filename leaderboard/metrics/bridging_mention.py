"""Bridging mentions (Yu et al., 2022): pairs of an anaphor and its anchor, mention by mention."""

from __future__ import annotations

from leaderboard.corpus import Ints
from leaderboard.metrics.bridges import bridging


def compared(anaphor: Ints, anchor: Ints, entity: Ints) -> tuple[Ints, ...]:
    return anaphor, anchor


BRIDGING_MENTION = bridging("bridging_mention", "Bridging mentions", compared)

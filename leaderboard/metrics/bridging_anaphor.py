"""Bridging anaphors (Yu et al., 2022): which mentions have an anchor, whatever the anchor."""

from __future__ import annotations

from leaderboard.corpus import Ints
from leaderboard.metrics.bridges import bridging


def compared(anaphor: Ints, anchor: Ints, entity: Ints) -> tuple[Ints, ...]:
    return (anaphor,)


BRIDGING_ANAPHOR = bridging("bridging_anaphor", "Bridging anaphors", compared)

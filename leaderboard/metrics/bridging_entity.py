"""Bridging entities (Yu et al., 2022): pairs of an anaphor and the key entity of its anchor.

Any mention of the key entity is a right anchor. The entities of the response play no part.
"""

from __future__ import annotations

from leaderboard.corpus import Ints
from leaderboard.metrics.bridges import bridging


def compared(anaphor: Ints, anchor: Ints, entity: Ints) -> tuple[Ints, ...]:
    return anaphor, entity


BRIDGING_ENTITY = bridging("bridging_entity", "Bridging entities", compared)

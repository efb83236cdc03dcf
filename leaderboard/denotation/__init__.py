"""Which expressions were given the right referent, told as kinds of errors and as chains side by side."""

from __future__ import annotations

from leaderboard.denotation.outcomes import Resolved, resolved
from leaderboard.denotation.profile import KINDS, Counts, ErrorProfile, error_profile, total
from leaderboard.denotation.side_by_side import ChainPair, Expression, side_by_side
from leaderboard.denotation.turns import ALL, Kind, Turn, behind, turns

__all__ = [
    "ALL",
    "KINDS",
    "ChainPair",
    "Counts",
    "ErrorProfile",
    "Expression",
    "Kind",
    "Resolved",
    "Turn",
    "behind",
    "error_profile",
    "resolved",
    "side_by_side",
    "total",
    "turns",
]

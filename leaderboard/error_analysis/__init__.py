"""Which expressions were given the right referent, told as kinds of errors and as chains side by side."""

from __future__ import annotations

from leaderboard.error_analysis.changes import ALL, Kind, Turn, behind, turns
from leaderboard.error_analysis.mention_outcomes import resolved
from leaderboard.error_analysis.profile import KINDS, Counts, ErrorProfile, error_profile, mean_profile, total

__all__ = [
    "ALL",
    "KINDS",
    "Counts",
    "ErrorProfile",
    "Kind",
    "Turn",
    "behind",
    "error_profile",
    "mean_profile",
    "resolved",
    "total",
    "turns",
]

"""Which expressions were given the right referent, told as kinds of errors and as chains side by side."""

from __future__ import annotations

from leaderboard.error_analysis.profile import (
    ALL,
    KINDS,
    Counts,
    ErrorProfile,
    Kind,
    Turn,
    behind,
    error_profile,
    mean_profile,
    resolved,
    total,
    turns,
)

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

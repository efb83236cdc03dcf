"""Counts of denotation assignments, written as the six numbers of a row."""

from __future__ import annotations

from dataclasses import fields

from leaderboard.error_analysis.profile import Counts


def counts(*numbers: int) -> Counts:
    """Possible, actual, correct, incorrect, spurious and missing assignments."""
    names = (entry.name for entry in fields(Counts))
    return Counts(**dict(zip(names, numbers, strict=True)))

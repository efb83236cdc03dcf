"""The sentences about systems that have several runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboard.report.words.names import drawn_from

if TYPE_CHECKING:
    from leaderboard.significance.family import Family

MEAN = "± and a number in brackets: the standard deviation over runs, and the number of runs."


def as_they_are(family: Family) -> str:
    """What bootstrap samples do."""
    return f"Bootstrap samples vary the {drawn_from(family)} and keep the runs as they are."

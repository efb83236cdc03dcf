"""The words at the head of the page: the leader, its lead, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.words.methods import percentage
from leaderboard.significance.comparison import Bounds
from leaderboard.text import counted, joined, plural

LEADER = "Leader"
LEAD = "Lead"
RANKS = "Rank range"
TEST_SET = "Test set"
_MOST_COPIES = 3
# By the words of the significance map.
_VERDICTS = {
    "better": "significant",
    "worse": "significant",
    "tied": "not significant",
    "not compared": "not tested",
    "untestable": "untestable: too few {units} differ",
}


def score(metric: str, f1: float, interval: Bounds | None, alpha: float) -> tuple[str, ...]:
    """Return the score of the leader, with its interval where there is one."""
    if interval is None:
        return (f"{metric} {100 * f1:.2f}",)
    low, high = interval
    return (
        f"{metric} {100 * f1:.2f}",
        f"{percentage(1 - alpha)} interval {100 * low:.2f}\N{EN DASH}{100 * high:.2f}",
    )


def copies(systems: Sequence[str]) -> tuple[str, ...]:
    """Return the systems with the same output as the leader."""
    return (f"identical: {joined(systems, _MOST_COPIES)}",) if systems else ()


def lead(difference: float) -> str:
    """Return a lead in points of F1."""
    return f"{100 * difference:.2f} points"


def over(system: str, outcome: str, unit: str) -> tuple[str, ...]:
    """Return the next system, and what the test says of the difference."""
    return (
        f"ahead of \N{FIRST STRONG ISOLATE}{system}\N{POP DIRECTIONAL ISOLATE}",
        _VERDICTS.get(outcome, outcome).format(units=plural(unit)),
    )


def beaten(better: int, tested: int) -> str:
    """Return the number of systems that the leader is significantly better than."""
    return f"significantly better than {better:,} of {counted(tested, 'system')}"


def shared(rank: int, others: int) -> tuple[str, ...]:
    """Return the number of systems on the rank of the leader."""
    if not others:
        return ()
    return (f"{counted(others, 'more system')} {plural('has', others, 'have')} rank {rank}",)

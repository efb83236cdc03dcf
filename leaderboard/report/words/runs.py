"""The sentences about systems that have several runs."""

from __future__ import annotations

from collections.abc import Mapping

from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.tasks.runs import Spread
from leaderboard.text import counted

TITLE = "Runs"
MEAN = "± and a number in brackets: the standard deviation over runs, and the number of runs."
AS_THEY_ARE = "Bootstrap samples vary the documents and keep the runs as they are."


def caption(primary: str, place: str) -> str:
    return f"{label(primary)} F1 of systems with several runs{place}, in per cent"


def notes() -> tuple[str, ...]:
    """Return how the table of runs is read."""
    return ("SD: the standard deviation over runs (with k − 1). Every run by every metric: runs.csv.",)


def reading(primary: str, alpha: float | None) -> str:
    """Return how the figure of runs is read."""
    interval = "" if alpha is None else f" (blue: {percentage(1 - alpha)} interval)"
    return f"{label(primary)} F1 (%); black: mean{interval}; orange: each run"


def pictured(
    primary: str, systems: int, spread: Mapping[str, Mapping[str, Spread]], alpha: float | None
) -> tuple[str, str]:
    """Return the title of the figure of runs, and what it shows in words."""
    widest = max(spread, key=lambda system: spread[system][primary].max - spread[system][primary].min)
    low, high = (100 * getattr(spread[widest][primary], end) for end in ("min", "max"))
    interval = "" if alpha is None else f" and its {percentage(1 - alpha)} interval"
    return (
        f"Runs by {label(primary)}",
        f"{label(primary)} F1 of every run of {counted(systems, 'system')}, with the mean{interval}. "
        f"Runs of {widest} are farthest apart, from {low:.2f} to {high:.2f}.",
    )

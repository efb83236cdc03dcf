"""The sentences about systems that have several runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from leaderboard.report.words.names import label
from leaderboard.text import counted, listed

if TYPE_CHECKING:
    from leaderboard.significance.family import Family
    from leaderboard.significance.runs import Spread

TITLE = "Runs"
MEAN = "± and a number in brackets: the standard deviation over runs, and the number of runs."
AS_THEY_ARE = "Bootstrap samples vary the documents and keep the runs as they are."
SD = "SD: the sample standard deviation over runs."
IN_FILE = "Every run by every metric: runs.csv."
# In a sentence for a paper.
_MOST_SYSTEMS = 10


def means(family: Family) -> Iterator[str]:
    """Return which systems are means over runs, where any are."""
    counts = {system: count for system, count in zip(family.systems, family.runs, strict=False) if count > 1}
    if not counts:
        return
    if len(counts) == len(family.systems) > 1 and len(set(counts.values())) == 1:
        yield f"Each system is the mean over {counted(next(iter(counts.values())), 'run')}."
    elif len(counts) == 1:
        [(system, count)] = counts.items()
        yield f"{system} is the mean over {counted(count, 'run')}."
    else:
        some = listed([f"{system} {count:,}" for system, count in counts.items()], _MOST_SYSTEMS)
        yield f"Systems with several runs ({some}) are means over runs."


def variances(family: Family) -> Iterator[str]:
    """Return what the t tests of systems with several runs are made of, and their hypothesis."""
    if family.by_t.any():
        yield (
            "The t tests use the variances over documents (jackknife) and over runs, with degrees of freedom "
            "after Satterthwaite."
        )
        yield "Their null hypothesis is that two methods have equal expected scores over runs and documents."


def caption(metric: str | None, place: str = "") -> str:
    """Return the caption of the table of runs, by one metric or by several."""
    by = f"{label(metric)} " if metric else ""
    return f"{by}F1 of systems with several runs{place}, in per cent"


def reading(primary: str, level: str) -> str:
    """Return how the figure of runs is read."""
    interval = f" (blue: {level} interval)" if level else ""
    return f"{label(primary)} F1 (%); black: mean{interval}; orange: each run"


def pictured(
    primary: str, systems: int, spread: Mapping[str, Mapping[str, Spread]], level: str
) -> tuple[str, str]:
    """Return the title of the figure of runs, and what it shows in words."""
    widest = max(spread, key=lambda system: spread[system][primary].max - spread[system][primary].min)
    low, high = (100 * getattr(spread[widest][primary], end) for end in ("min", "max"))
    interval = f" and its {level} interval" if level else ""
    return (
        f"Runs by {label(primary)}",
        f"{label(primary)} F1 of every run of {counted(systems, 'system')}, with the mean{interval}. "
        f"Runs of {widest} are farthest apart, from {low:.2f} to {high:.2f}.",
    )

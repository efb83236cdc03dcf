"""The sentences about systems that have several runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from leaderboard.text import counted, listed

if TYPE_CHECKING:
    from leaderboard.significance.family import Family

MEAN = "± and a number in brackets: the standard deviation over runs, and the number of runs."
AS_THEY_ARE = "Bootstrap samples vary the documents and keep the runs as they are."
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

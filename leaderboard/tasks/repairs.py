"""Repaired texts: the counts of each system, and its scores without repaired documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from typing import NamedTuple

from leaderboard.formats.beside.repair import Mend
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import PartName
from leaderboard.tasks.task import Score, Task, scores_of


class Repair(NamedTuple):
    """The repairs of one system, and its scores where repaired documents count as empty."""

    mend: Mend
    scores: Mapping[str, Score]


def repairs_of(task: Task) -> dict[str, Repair]:
    """The repairs of each ranked system, in all of its runs; none where texts are not repaired."""
    if task.strict is None:
        return {}
    return {
        system: Repair(_total(task.responses[entry].mends for entry in task.entries(system)), scores)
        for system, scores in scores_of(task.strict).items()
    }


def mended_documents(task: Task, system: str) -> dict[PartName, Mend]:
    """The repairs of each document of a system, in all of its runs."""
    mends = [task.responses[entry].mends for entry in task.entries(system)]
    columns = zip(*mends, strict=True)
    return {
        part: reduce(Mend.and_of, column) for part, column in zip(task.sheet.parts, columns, strict=False)
    }


def repair_remarks(task: Task, metric: str) -> Iterator[Remark]:
    """A remark on the pairs of systems that strict scores order otherwise, by one metric."""
    repairs = task.account.repairs
    scores = scores_of(task.sheet) if repairs else {}  # thousands of systems take seconds
    pairs = [
        (first, second)
        for first, second in combinations(repairs, 2)
        if _sign([scores[name][metric].f1 for name in (first, second)])
        != _sign([repairs[name].scores[metric].f1 for name in (first, second)])
    ]
    if pairs:
        yield remark("strict_order", pairs=tuple(pairs), of=metric)


def _sign(scores: Sequence[float]) -> int:
    first, second = scores
    return (first > second) - (first < second)


def _total(mends: Iterator[Sequence[Mend]]) -> Mend:
    return reduce(Mend.and_of, (mend for parts in mends for mend in parts), Mend())

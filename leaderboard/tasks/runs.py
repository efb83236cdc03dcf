"""Several runs of a system: their scores, and how far apart they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from statistics import stdev

from leaderboard.scoresheet import Scoresheet, several_runs
from leaderboard.tasks.task import Score, Task, pick


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a system: the name of its entry, and its scores by each metric."""

    run: str
    scores: Mapping[str, Score]


@dataclass(frozen=True, slots=True)
class Spread:
    """The number of runs, and the standard deviation (with k - 1), least and greatest F1 among them."""

    runs: int
    sd: float
    min: float
    max: float


def with_runs(task: Task, runs: Mapping[str, tuple[str, ...]]) -> Task:
    """A task of systems, each the mean of its ``runs``, given that of single entries.

    A system keeps the runs that were scored; where a single one is left, it is still the system.
    """
    system_of = {entry: system for system, entries in runs.items() for entry in entries}
    sheet, partial = grouped(task.sheet, system_of), grouped(task.partial, system_of)
    lacking: dict[str, tuple[str, ...]] = {}
    for entry, datasets in task.lacking.items():
        system = system_of.get(entry, entry)
        lacking[system] = tuple(dict.fromkeys((*lacking.get(system, ()), *datasets)))
    return replace(
        task,
        sheet=sheet,
        partial=partial,
        lacking=lacking,
        runs={
            system: tuple(entry for entry in entries if entry in task.entities)
            for system, entries in runs.items()
        },
        others=tuple(with_runs(other, runs) for other in task.others),
    )


def grouped(sheet: Scoresheet, system_of: Mapping[str, str]) -> Scoresheet:
    """The scoresheet with the rows of each system together, in order of its first one."""
    rows: dict[str, list[int]] = {}
    for row, entry in enumerate(sheet.systems):
        rows.setdefault(system_of.get(entry, entry), []).append(row)
    order = [row for own in rows.values() for row in own]
    return replace(
        sheet,
        systems=tuple(rows),
        sums={name: sums[order] for name, sums in sheet.sums.items()},
        runs=several_runs(map(len, rows.values())),
    )


def runs_of(task: Task) -> dict[str, tuple[Run, ...]]:
    """The scores of each run of the systems that have several."""
    return {
        system: tuple(Run(entry, scores) for entry, scores in zip(task.runs[system], rows, strict=True))
        for system, rows in _by_system(task.sheet).items()
        if system in task.runs
    }


def _by_system(sheet: Scoresheet) -> dict[str, list[dict[str, Score]]]:
    columns = {metric.name: sheet.run_scores(metric) for metric in sheet.metrics if sheet.systems}
    counts = sheet.runs or (1,) * len(sheet.systems)
    rows = iter(range(sum(counts)))
    return {
        system: [{name: pick(column, row) for name, column in columns.items()} for row in islice(rows, count)]
        for system, count in zip(sheet.systems, counts, strict=True)
    }


def spreads_of(runs: Mapping[str, tuple[Run, ...]]) -> dict[str, dict[str, Spread]]:
    """The spread of the F1 of each system with several runs, by each metric."""
    return {
        system: {name: _spread([run.scores[name].f1 for run in several]) for name in several[0].scores}
        for system, several in runs.items()
    }


def _spread(scores: list[float]) -> Spread:
    return Spread(len(scores), stdev(scores), min(scores), max(scores))

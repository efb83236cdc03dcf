"""The scores on each dataset, and the systems that lack some."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Scoresheet
from leaderboard.tasks.task import Score, Task, scores_of


@dataclass(frozen=True, slots=True)
class DatasetScores:
    """One dataset: its label, how many documents it has, and the scores of each system that has it.

    A system that lacks it has scores of 0 where the policy is ``zero``, and none where it is ``exclude``.
    """

    dataset: str
    label: str
    documents: int
    scores: dict[str, dict[str, Score]]


def dataset_scores(task: Task) -> tuple[DatasetScores, ...]:
    """The scores by dataset, in the order in which they are shown; none where there is only one."""
    return tuple(_scores_on(task, dataset, label) for dataset, label in several(task.datasets).items())


def partial_scores(task: Task) -> dict[str, dict[str, Score]]:
    """The means of the systems that are excluded, over the datasets that they have."""
    return {system: scores_of(having(task, system))[system] for system in task.partial.systems}


def having(task: Task, system: str) -> Scoresheet:
    """The scoresheet of an excluded system on the datasets that it has."""
    return task.partial.of([system]).on([name for name in task.datasets if name not in task.lacking[system]])


def several(datasets: Mapping[str, str]) -> Mapping[str, str]:
    """The datasets, if there are more than one."""
    return datasets if len(datasets) > 1 else {}


def absent(task: Task) -> frozenset[tuple[str, str]]:
    """The dataset and system of every score that no output stands behind."""
    return frozenset((dataset, system) for system, names in task.lacking.items() for dataset in names)


def lacking_remarks(task: Task) -> tuple[Remark, ...]:
    """Return the remarks on datasets that systems lack, and on units that means over units leave out."""
    return (*_lacking_datasets(task), *_left_out_units(task))


def _left_out_units(task: Task) -> Iterator[Remark]:
    """The number of units that the means over units leave out, by metric."""
    if counts := tuple((name, count) for name, count in task.sheet.left_out().items() if count):
        yield remark("left_out_units", counts=counts, unit=task.options.unit)


def _lacking_datasets(task: Task) -> tuple[Remark, ...]:
    """Which systems lack which datasets, and by which policy they are scored, on how many others."""
    return tuple(
        remark(
            "missing_datasets",
            system=entry,
            datasets=tuple(task.datasets[name] for name in names),
            faulty=tuple(task.datasets[name] for name in names if name in _faulty(task, system)),
            policy="exclude" if system in task.partial.systems else "zero",
            others=len(task.datasets) - len(names),
        )
        for system in task.lacking
        for entry, names in _lacking(task, system).items()
    )


def _faulty(task: Task, system: str) -> set[str]:
    """The datasets whose files are unreadable in some run of a system."""
    return {dataset for entry in task.entries(system) for dataset in task.responses[entry].faults}


def _lacking(task: Task, system: str) -> dict[str, tuple[str, ...]]:
    """The datasets that a system lacks, or those of each of its runs where not all of them lack the same."""
    runs = {run: lacking for run in task.entries(system) if (lacking := task.responses[run].lacking)}
    alike = len(runs) == len(task.entries(system)) and set(runs.values()) == {task.lacking[system]}
    return {system: task.lacking[system]} if alike or system in task.partial.systems else runs


def _scores_on(task: Task, dataset: str, label: str) -> DatasetScores:
    sheet, partial = task.sheet.on([dataset]), task.partial.on([dataset])
    having = [system for system in partial.systems if dataset not in task.lacking[system]]
    return DatasetScores(
        dataset,
        label,
        len({part.document for part in sheet.parts}),
        {**scores_of(sheet), **_only(partial, having)},
    )


def _only(sheet: Scoresheet, systems: Sequence[str]) -> dict[str, dict[str, Score]]:
    return {system: scores for system, scores in scores_of(sheet).items() if system in systems}

"""How many errors the systems of a task make, and how many of them they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.prices import ERROR_KINDS
from leaderboard.scoresheet import mean_of_runs, owners_of
from leaderboard.tasks.task import Task

if TYPE_CHECKING:
    from leaderboard.corpus import Ints
    from leaderboard.metrics.metric import Floats


class SharedErrors(NamedTuple):
    """The number of errors of a kind that all systems share, and that each system alone has."""

    all: int
    only: list[float]


def shared_errors(task: Task) -> dict[str, SharedErrors]:
    """The errors of each kind that all systems share: those of one name on one dataset."""
    return {
        kind: _overlap(
            [[names[kind] for names in task.versions[entry].names] for entry in entries(task)],
            owners_of(task.sheet.runs, len(task.sheet.systems)),
            task.sheet.runs,
        )
        for kind in ERROR_KINDS
    }


def _overlap(names: Sequence[Sequence[Ints]], owners: Ints, runs: Sequence[int]) -> SharedErrors:
    """Names by entry and dataset; no entry names an error twice, and ``owners`` number their systems."""
    everywhere, only = 0, np.zeros(len(names), np.int64)
    for dataset in zip(*names, strict=True):
        lengths = [len(of_entry) for of_entry in dataset]
        name, number = np.unique(np.concatenate(dataset), return_inverse=True)
        everywhere += int((np.bincount(number, minlength=len(name)) == len(names)).sum())
        having = np.unique(np.stack([number, np.repeat(owners, lengths)]), axis=1)[0]
        systems = np.bincount(having, minlength=len(name))
        only += [int(lonely.sum()) for lonely in np.split(systems[number] == 1, np.cumsum(lengths)[:-1])]
    means = mean_of_runs(only.astype(np.float64), runs) if runs else only
    return SharedErrors(everywhere, list(means.tolist()))


def error_counts(task: Task, system: str) -> Floats | Ints:
    """The numbers of errors [kinds, parts] of a system, means where it has several runs."""
    counts = [task.versions[entry].counts for entry in task.entries(system)]
    return counts[0] if len(counts) == 1 else np.mean(counts, axis=0)


def entries(task: Task) -> list[str]:
    """The entries of all systems, in the order of the rows of sums."""
    return [entry for system in task.sheet.systems for entry in task.entries(system)]

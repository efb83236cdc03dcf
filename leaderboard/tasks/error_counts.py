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
    from leaderboard.prices import Versions


class SharedErrors(NamedTuple):
    """The number of errors of a kind that all systems share, and that each system alone has."""

    all: int
    only: list[float]


def shared_errors(task: Task) -> dict[str, SharedErrors]:
    """The errors of each kind that all systems share: those of one name on one dataset."""
    priced = versions_of(task)
    return {
        kind: _overlap(
            [[names[kind] for names in versions.names] for versions in priced],
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
    counts = [versions.counts for versions in versions_of(task, [system])]
    return counts[0] if len(counts) == 1 else np.mean(counts, axis=0)


def versions_of(task: Task, systems: Sequence[str] | None = None) -> list[Versions]:
    """The versions of the entries of systems (default: of all), in the order of the rows of sums."""
    entries = task.runs_of(task.sheet.systems if systems is None else systems)
    return [versions for entry in entries if (versions := task.responses[entry].versions)]

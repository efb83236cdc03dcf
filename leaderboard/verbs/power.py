"""``leaderboard.power``: the smallest difference that a test set can be expected to detect."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from leaderboard.cluster import working
from leaderboard.options import BootstrapOptions, Options, each_setting
from leaderboard.options.settings_file import FOLDER
from leaderboard.remark import Remark, merged
from leaderboard.significance.design import design_fields
from leaderboard.significance.power import RunPower, Sensitivity, run_power, sensitivities
from leaderboard.tasks.account import by_system
from leaderboard.tasks.blocks import check_unit
from leaderboard.tasks.counts import task_of_counts
from leaderboard.tasks.counts.typed import configuration_of_counts, table_among
from leaderboard.tasks.scored_task import configuration_of_folder, response_path, task_of_folder
from leaderboard.tasks.task import Task, TaskResult, need
from leaderboard.threads import Progress

# The curve: as many units as there are, times these.
MULTIPLES = (0.25, 0.5, 1, 2, 4, 8)
# What power depends on of the design of tests.
_DESIGN = ("unit", "cluster", "alpha", "margin")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PowerResult(TaskResult):
    """One sensitivity a metric, over all pairs of systems of the folder that have every dataset.

    ``run_power`` is empty where every system has one run.
    """

    sensitivities: tuple[Sensitivity, ...]
    run_power: tuple[RunPower, ...]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks on systems that lack some of the datasets, and on several runs."""
        units, unit = self.sensitivities[0].single.units, self.options.unit
        of_power = merged({found.metric: found.remarks(units, unit) for found in self.run_power})
        return (*self.lacking_remarks, *self.run_remarks, *of_power)


def power(
    submissions: str | os.PathLike[str] = FOLDER,
    *,
    progress: Progress | None = None,
    **options: Unpack[BootstrapOptions],
) -> PowerResult:
    """Estimate the smallest difference that the documents of a task can detect.

    Parameters
    ----------
    submissions : str or path, default "submissions"
        The folder with the submissions.
    progress : callable, optional
        Called with the stage, which has a ``name``, and the share of the work that is done, from 0 to 1.
    **options : BootstrapOptions
        Options of the command ``leaderboard power``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    PowerResult
        The smallest detectable difference by each metric, for these documents and for other numbers of
        documents.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option or metric, or a file that does not exist.
    NothingToDo
        If there is no key, or nothing to compare.
    InputError
        If the key cannot be read, or if too few responses can.

    Examples
    --------
    >>> import leaderboard
    >>> [lea] = leaderboard.power("task", metric="lea").sensitivities
    >>> round(lea.single.median, 2), round(lea.corrected.median, 2)
    (0.13, 0.15)
    """
    if (table := table_among([submissions], options)) is not None:
        task, configuration = task_of_counts(table, configuration_of_counts(table, options))
        return _of_task(task, configuration.options)
    configuration = configuration_of_folder(options, Path(response_path(submissions, "give one folder")))
    check_unit(configuration.options, "power")
    with working(configuration, progress) as (configuration, work):
        settled = each_setting(configuration.options)[0]
        task = by_system(task_of_folder(submissions, settled, work), configuration)
    return _of_task(task, settled)


def _of_task(task: Task, settled: Options) -> PowerResult:
    need(task, 2)
    units = task.sheet.units(settled.unit)
    sizes = sorted({max(2, round(len(units.names) * multiple)) for multiple in MULTIPLES})
    margin = None if settled.margin is None else settled.margin / 100
    planned = {name: design_fields(settled)[name] for name in _DESIGN}
    return PowerResult(
        signature=task.signature.and_of(planned),
        options=settled,
        task=task,
        sensitivities=sensitivities(units, settled.alpha, sizes, margin),
        run_power=run_power(units, settled.alpha, sizes),
    )

"""``leaderboard.correlate``: do metrics agree on systems?"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from leaderboard.cluster import working
from leaderboard.correlation.coefficients import (
    Correlation,
    Points,
    correlate_units,
    correlations,
    remarks_on,
)
from leaderboard.correlation.published_tables import read_tables
from leaderboard.errors import Problem, UsageError
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.options import BootstrapOptions, Options, each_setting
from leaderboard.options.settings_file import FOLDER
from leaderboard.remark import Remark
from leaderboard.scoring.key import Signature
from leaderboard.significance.design import design_fields
from leaderboard.submissions import Rejection
from leaderboard.tasks.account import absent, by_system
from leaderboard.tasks.blocks import check_unit
from leaderboard.tasks.counts import task_of_counts
from leaderboard.tasks.counts.typed import configuration_of_counts, table_among
from leaderboard.tasks.scored_task import configuration_of_folder, response_path, task_of_folder
from leaderboard.tasks.task import SCORED, BriefResult, Fate, Task, need
from leaderboard.threads import Progress, Work

_DRAWN = ("unit", "cluster", "alpha", "draws", "seed")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CorrelateResult(BriefResult):
    """``points`` are what is correlated, ``labels`` the metrics as people call them.

    Over several ``datasets`` a system is a point on each, over several ``tables`` in each. ``signature`` and
    ``key`` are None where the scores come from tables, which have no documents to draw.
    """

    signature: Signature | None
    key: str | None
    options: Options
    points: Points
    labels: dict[str, str]
    correlations: tuple[Correlation, ...]
    remarks: tuple[Remark, ...]
    rejected: tuple[Rejection, ...] = ()
    fates: tuple[Fate, ...] = ()
    warnings: tuple[Problem, ...] = ()
    datasets: int = 1
    tables: int = 0


def correlate(
    *sources: str | os.PathLike[str], progress: Progress | None = None, **options: Unpack[BootstrapOptions]
) -> CorrelateResult:
    """Correlate metrics over systems.

    Parameters
    ----------
    *sources : str or path
        A folder of submissions (default: ``submissions``), or one or several tables of scores in CSV.
    progress : callable, optional
        Called with the stage, which has a ``name``, and the share of the work that is done, from 0 to 1.
    **options : BootstrapOptions
        Options of the command ``leaderboard correlate``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    CorrelateResult
        The correlation of every pair of metrics, by recall, by precision and by F1.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option, a folder beside a table, or a metric that no table has.
    NothingToDo
        If there is no key, or no system.
    InputError
        If the key or a table cannot be read.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.correlate("task", metric=["muc", "lea"], draws=200)
    >>> [round(pair.pearson, 2) for pair in result.correlations if pair.quantity == "f1"]
    [1.0]
    """
    if (table := table_among(sources, options, needs="item")) is not None:
        task, configuration = task_of_counts(table, configuration_of_counts(table, options), fewest=1)
        with working(configuration, progress) as (configuration, work):
            return _of_task(task, configuration.options, work)
    paths = [Path(response_path(source)) for source in sources or (FOLDER,)]
    configuration = configuration_of_folder(options, place_of_sources(sources))
    settled = each_setting(configuration.options)[0]
    check_unit(settled, "correlate")
    folders = [path for path in paths if path.is_dir() or not (path.suffix or path.exists())]
    if not folders:
        return _of_tables(paths, settled, options)
    if len(paths) > 1:
        what = f"{folders[0]}: a folder cannot be combined with other sources"
        raise UsageError(f"{what}; name one folder, or one or more tables")
    with working(configuration, progress) as (configuration, work):
        settled = each_setting(configuration.options)[0]
        task = by_system(task_of_folder(folders[0], settled, work.part(0, SCORED)), configuration)
        return _of_task(task, settled, work)


def place_of_sources(sources: Sequence[str | os.PathLike[str]]) -> Path:
    """The folder whose settings count: that of submissions, or of a table."""
    path = Path(sources[0] if sources else FOLDER)
    return path if path.is_dir() else path.parent


def _of_task(task: Task, options: Options, work: Work) -> CorrelateResult:
    need(task, 1)
    units = task.sheet.units(options.unit)
    points, correlations = correlate_units(task.sheet, units, options, work.part(SCORED, 1), absent(task))
    drawn = {name: design_fields(options)[name] for name in _DRAWN}
    return CorrelateResult(
        signature=task.signature.and_of(drawn),
        key=None if task.table else task.key,
        options=options,
        points=points,
        labels={metric.name: metric.label for metric in task.sheet.metrics},
        correlations=correlations,
        remarks=(*task.account.lacking_remarks, *task.account.run_remarks, *remarks_on(points)),
        rejected=task.rejected,
        fates=task.fates,
        warnings=task.warnings,
        datasets=len(task.datasets),
    )


def _of_tables(paths: Sequence[Path], settled: Options, options: BootstrapOptions) -> CorrelateResult:
    """All metrics that the tables have, unless some were asked for."""
    for name in options:
        if name not in ("metric", "alpha", "jobs", "scheduler"):
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(f"{flag} has no effect on tables of scores; leave it out")
    tables = read_tables(paths)
    points = tables.points
    if "metric" in options:
        points = _asked_for(points, settled.metric)
    return CorrelateResult(
        signature=None,
        key=None,
        options=settled,
        points=points,
        labels={name: build(MetricOptions()).label for name, build in METRICS.items()},
        correlations=correlations(points, settled.alpha),
        remarks=(*tables.remarks, *remarks_on(points)),
        tables=len(paths),
    )


def _asked_for(points: Points, metrics: Sequence[str]) -> Points:
    """The points with some metrics, each of which some table has."""
    given = [name for name in METRICS if any(name in columns for columns in points.values.values())]
    for name in metrics:
        if name not in given:
            raise UsageError(f"no table has a column for {name}; choose among {', '.join(given)}")
    return points.only(metrics)

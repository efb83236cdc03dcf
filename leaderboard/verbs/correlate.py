"""``leaderboard.correlate``: do metrics agree on systems?"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import numpy as np

from leaderboard.correlation import (
    Correlation,
    Points,
    Quantity,
    bootstrap_intervals,
    constant_columns,
    correlations,
    pairs,
    points_of,
    read_tables,
)
from leaderboard.errors import Problem, UsageError
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.options import BootstrapOptions, Settings
from leaderboard.options.settings_file import FOLDER
from leaderboard.scoresheet import Scoresheet, Units
from leaderboard.submissions import Rejection
from leaderboard.tasks.dataset_scores import absent, lacking_notes
from leaderboard.tasks.folder import settings_of_folder, task_of_folder
from leaderboard.tasks.task import need
from leaderboard.threads import Progress, Work

_ENOUGH = 3
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class CorrelateResult:
    """``points`` are what is correlated, ``labels`` the metrics as people call them.

    Over several ``datasets`` a system is a point on each, over several ``tables`` in each. ``signature`` is
    None where the scores come from tables, which have no documents to draw.
    """

    signature: str | None
    settings: Settings
    points: Points
    labels: dict[str, str]
    correlations: tuple[Correlation, ...]
    notes: tuple[str, ...]
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[Problem, ...] = ()
    datasets: int = 1
    tables: int = 0


def correlate(
    *sources: str | os.PathLike[str], progress: Progress | None = None, **options: Unpack[BootstrapOptions]
) -> CorrelateResult:
    """Correlate metrics over the systems of a folder, or over the rows of tables of scores."""
    paths = [Path(source) for source in sources or (FOLDER,)]
    settings = settings_of_folder(options, place_of_sources(sources))
    folders = [path for path in paths if path.is_dir() or not (path.suffix or path.exists())]
    if not folders:
        return _of_tables(paths, settings, options)
    if len(paths) > 1:
        raise UsageError(f"{folders[0]}: a folder stands alone; name one folder, or one or several tables")
    return _of_folder(folders[0], settings, Work(settings.jobs, progress))


def place_of_sources(sources: Sequence[str | os.PathLike[str]]) -> Path:
    """The folder whose settings count: that of submissions, or of a table."""
    path = Path(sources[0] if sources else FOLDER)
    return path if path.is_dir() else path.parent


def correlate_units(
    sheet: Scoresheet,
    units: Units,
    settings: Settings,
    work: Work,
    absent: Collection[tuple[str, str]] = (),
) -> tuple[Points, tuple[Correlation, ...]]:
    """The correlations over the systems and datasets of a scoresheet, with their bootstrap intervals.

    ``absent`` are the datasets and systems of scores that no output stands behind: they are no points.
    """
    points = points_of(sheet, absent)
    drawn = bootstrap_intervals(units, settings.alpha, settings.draws, settings.seed, work, absent)
    return points, correlations(points, settings.alpha, drawn)


def notes_on(points: Points, labels: dict[str, str], noun: str = "system") -> tuple[str, ...]:
    """Why some correlations are missing or say nothing; ``noun`` is what a point is called."""
    notes = [
        f"{_named(labels[name], quantity)} is the same for all {noun}s, so it correlates with nothing."
        for name, quantity in constant_columns(points)
    ]
    count = len(points.names)
    if count < _ENOUGH:
        some = f"1 {noun} has" if count == 1 else f"{count} {noun}s have"
        meaning = "no correlation" if count < 2 else "a correlation of 1 or -1, whatever their scores"
        notes.insert(0, f"{some} {meaning}.")
    if count and not any(True for _ in pairs(points)):
        notes.append("One metric alone has nothing to correlate with.")
    return (*notes, *_fewer_points(points, labels, noun))


def _fewer_points(points: Points, labels: dict[str, str], noun: str) -> Iterator[str]:
    """The pairs of metrics that some points lack, which stand on fewer points than others."""
    behind: dict[int, list[str]] = {}
    for quantity, first, second in pairs(points):
        columns = points.values[quantity]
        both = int((~np.isnan(columns[first] + columns[second])).sum())
        if both < len(points.names):
            behind.setdefault(both, []).append(_named(f"{labels[first]} and {labels[second]}", quantity))
    for both, names in sorted(behind.items()):
        some = "; ".join(names[:_MOST_NAMED])
        more = f"; {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        says = ", too few to say anything" if both < _ENOUGH else ""
        yield f"Only {both} of {len(points.names)} {noun}s have both scores{says}: {some}{more}."


def _named(metric: str, quantity: Quantity) -> str:
    return f"{metric} {'F1' if quantity == 'f1' else quantity}"


def _of_folder(folder: Path, settings: Settings, work: Work) -> CorrelateResult:
    task = task_of_folder(folder, settings)
    need(task, 1)
    units = task.sheet.units(settings.unit)
    points, found = correlate_units(task.sheet, units, settings, work, absent(task))
    labels = {metric.name: metric.label for metric in task.metrics}
    return CorrelateResult(
        task.signature,
        settings,
        points,
        labels,
        found,
        (*lacking_notes(task), *notes_on(points, labels, "point" if len(task.datasets) > 1 else "system")),
        task.rejected,
        task.warnings,
        len(task.datasets),
    )


def _of_tables(paths: Sequence[Path], settings: Settings, options: BootstrapOptions) -> CorrelateResult:
    """All metrics that the tables have, unless some were asked for."""
    tables = read_tables(paths)
    points = tables.points
    if "metric" in options:
        points = _asked_for(points, settings.metric)
    labels = {name: build(MetricOptions()).label for name, build in METRICS.items()}
    found = correlations(points, settings.alpha)
    notes = (*tables.notes, *notes_on(points, labels, "system" if len(paths) == 1 else "point"))
    return CorrelateResult(None, settings, points, labels, found, notes, tables=len(paths))


def _asked_for(points: Points, metrics: Sequence[str]) -> Points:
    """The points with some metrics, each of which some table has."""
    given = [name for name in METRICS if any(name in columns for columns in points.values.values())]
    for name in metrics:
        if name not in given:
            raise UsageError(f"no table has a column of {name}; there are {', '.join(given)}")
    return points.only(metrics)

"""The sums of metrics on the items of a table, with the bounds and the digits of their scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from leaderboard.corpus.nodes import Mask
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.metrics.defined import SUMS, Definition, mean_metric, metric_of, sums_of
from leaderboard.metrics.metric import F1, Bounds, Floats, Metric, MetricName, Scale, ratio, scale_of
from leaderboard.options import Options
from leaderboard.scoresheet import PartName, Scoresheet, exact
from leaderboard.tasks.counts.grid import Grid

# The share of a sum that rounding may take.
_LOST = 1e-9
_MOST_DECIMALS = 6


class _Sums(NamedTuple):
    """A metric, its sums [entries, S, items], the weights of items, and the largest sum of each entry."""

    metric: Metric
    sums: Floats
    weights: Floats
    largest: float = 0


def sheet_of(
    grid: Grid,
    metrics: Mapping[str, Definition],
    own: Iterable[Definition],
    options: Options,
    excluded: Mask,
) -> Scoresheet:
    """The sums of each metric; those of coreference's ``own`` decide on the grid of the tests too."""
    made = dict[str, _Sums]()
    for name, one in metrics.items():
        members = [made[member] for member in one.members]
        made[name] = _mean(one, members, options) if members else _counted(one, grid, options, excluded)
    of_own = (float(np.nansum(grid.cells[one.columns[1]], axis=1).max()) for one in own)
    largest = max([*of_own, *(of.largest for of in made.values())])
    for name, one in metrics.items():
        if not (one.members or one.own):
            _check_grid(one, made[name].sums, largest)
    sheet = Scoresheet(
        tuple(grid.names),
        _parts(grid, str(options.unit)),
        largest,
        tuple(of.metric for of in made.values()),
        {name: of.sums for name, of in made.items()},
        {name: of.weights for name, of in made.items()},
        average=options.average,
        unit=str(options.unit),
    )
    return replace(sheet, metrics=tuple(_with_digits(sheet, metric) for metric in sheet.metrics))


def _mean(one: Definition, members: Sequence[_Sums], options: Options) -> _Sums:
    """The sums of the members of a mean; its bounds are the widest of theirs."""
    scales = [scale_of(of.metric.name) for of in members]
    lows, highs = zip(*(scale.bounds for scale in scales), strict=True)
    bounds = (None if None in lows else 0), (None if None in highs else 1)
    scale = _scale(one, bounds, options, percent=all(scale.percent for scale in scales))
    return _Sums(
        mean_metric(
            MetricName(one.name, scale), [of.metric for of in members], [of.sums.shape[1] for of in members]
        ),
        np.concatenate([of.sums for of in members], axis=1),
        np.concatenate([of.weights for of in members]),
    )


def _counted(one: Definition, grid: Grid, options: Options, excluded: Mask) -> _Sums:
    """The sums of the columns of a metric, with the worst answer where ranked entries lack an item."""
    cells = [grid.cells[column] for column in one.columns]
    bounds = _bounds(one, cells)
    scale = _scale(one, bounds, options, percent=bounds == (0, 1) or len(cells) > 1)
    filled = _filled(one, cells, np.isnan(cells).any(axis=0) & ~excluded[:, None], scale)
    below = [filled[at] for at in range(1, len(filled), len(SUMS))] or [np.ones_like(filled[0])]
    _check_bottom(one, grid, below[0][~excluded])
    tops = [] if scale.is_share else [np.abs(filled[0])]
    largest = max(float(of.sum(axis=1).max()) for of in (*below, *tops))
    return _Sums(metric_of(one, scale), sums_of(one, filled), np.array([*map(_usual, below)]), largest)


def _scale(one: Definition, bounds: Bounds, options: Options, percent: bool) -> Scale:
    return Scale(
        bounds=bounds,
        lower=one.name in (options.lower or ()),
        percent=percent if options.percent is None else one.name in options.percent,
        noun=F1.noun if one.is_f1 else "",
        definition=one.text,
    )


def _bounds(one: Definition, cells: Sequence[Floats]) -> Bounds:
    """The bounds of a score: 0 and 1 where those of every row are."""
    if one.is_f1:
        return F1.bounds
    first, most = cells[0], cells[1] if cells[1:] else 1
    if (first < 0).any():
        return None, None
    return 0, None if (first > most).any() else 1


def _filled(one: Definition, values: list[Floats], missing: Mask, scale: Scale) -> list[Floats]:
    """The columns of a metric with the worst answer where cells are missing."""
    if len(values) == 1 and missing.any() and not scale.is_share:
        what = f"{one.name} has no worst value, so --missing empty cannot score it"
        raise UsageError(f"{what}; use --missing shared")
    usual = [_usual(of) for of in values]
    if len(values) == 2 and (missing.any(axis=0) & _differs(values[1])).any():
        what = f"{one.columns[1]} differs between systems, so --missing empty cannot score {one.name}"
        raise UsageError(f"{what}; use --missing shared")
    most = [np.ones_like(usual[0]), *usual[1:]][-1 if len(values) < 3 else 1]
    worst = [most * (scale.lower and not one.is_f1), *usual[1:2], *np.zeros_like(usual[2:])]
    return [np.nan_to_num(np.where(missing, by, of)) for by, of in zip(worst, values, strict=True)]


def _differs(values: Floats) -> Mask:
    """True for the items that have several values."""
    known = ~np.isnan(values)
    found: Mask = np.where(known, values, -np.inf).max(axis=0) > np.where(known, values, np.inf).min(axis=0)
    return found


def _usual(values: Floats) -> Floats:
    """The value of each item, the mean over entries where they differ, 0 where none has any."""
    known = ~np.isnan(values)
    mean = ratio(np.where(known, values, 0).sum(axis=0), known.sum(axis=0).astype(np.float64))
    first = np.take_along_axis(values, known.argmax(axis=0)[None], axis=0)[0]
    return np.where(_differs(values), mean, np.nan_to_num(first))


def _check_bottom(one: Definition, grid: Grid, below: Floats) -> None:
    """Refuse a dataset in which there is nothing to divide by."""
    for dataset, part in grid.within.items():
        if not below[:, part].any(axis=1).all():
            of = f" of the dataset {dataset}" if dataset else ""
            what = f"{one.text}: {one.columns[1]} is 0 in every item{of}, so there is nothing to divide by"
            raise NothingToDo(f"{what}; name another column")


def _check_grid(one: Definition, sums: Floats, largest: float) -> None:
    """Refuse numbers that are lost beside the largest one when all are added exactly."""
    lost, whole = (np.abs(rows).sum(axis=2) for rows in (exact(sums, largest) - sums, sums))
    whole[:, 0] = whole[:, :2].max(axis=1)
    if (lost > _LOST * whole).any():
        what = f"{one.text}: its numbers are lost beside sums of {largest:.3g} in this table"
        raise NothingToDo(f"{what}; rank such columns apart, or divide the large ones")


def _with_digits(sheet: Scoresheet, metric: Metric) -> Metric:
    """The metric with what its scores may differ by in floats, and with the digits that their errors need."""
    scale = scale_of(metric.name)
    if not scale.is_share:
        most = float(np.abs(sheet.run_scores(metric).f1).max())
        scale = replace(scale, tolerance=F1.tolerance * max(1, most))
    if not scale.percent:
        from leaderboard.significance.jackknife import influence, score_errors, scores_without
        from leaderboard.significance.resampling import sampling
        from leaderboard.significance.runs import run_variance

        units = sheet.units(sheet.unit)
        psi = influence(scores_without(units, metric), units.dataset)
        errors = score_errors(psi, sampling(units, metric), run_variance(units, metric)).error
        digits = int(1 - np.floor(np.log10(np.nanmin(errors, initial=1))))
        scale = replace(scale, decimals=min(max(F1.decimals, digits), _MOST_DECIMALS))
    return replace(metric, name=MetricName(metric.name, scale))


def _parts(grid: Grid, unit: str) -> tuple[PartName, ...]:
    """The columns of sums: items, which are parts of their clusters where these are the units."""
    if unit == "item":
        return tuple(PartName(dataset, item, 0) for dataset, _, item in grid.items)
    count: Counter[tuple[str, ...]] = Counter()
    parts = []
    for dataset, cluster, _ in grid.items:
        count[dataset, cluster] += 1
        parts.append(PartName(dataset, cluster, count[dataset, cluster]))
    return tuple(parts)

"""Correlations over the systems of a scoresheet, and how much they owe to the choice of documents."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, takewhile
from threading import Event

import numpy as np

from leaderboard.correlation.coefficients import (
    Bounds,
    Columns,
    Correlation,
    Points,
    correlations,
    pairs,
)
from leaderboard.metrics.metric import QUANTITIES, Floats, Quantity, Scores
from leaderboard.options import Options
from leaderboard.scoresheet import PartName, Scoresheet, Units, scores_of_runs
from leaderboard.significance.evidence import TOLERANCE
from leaderboard.significance.pairing import Indices
from leaderboard.significance.resampling import Products, Weighted, chunks, resamples
from leaderboard.threads import ALONE, Stage, Work, results

Pair = tuple[str, str]


def points_of(sheet: Scoresheet, absent: Collection[Pair] = ()) -> Points:
    """Return a point for each system and dataset that is not absent, with the scores as they are reported."""
    every = _pairs(sheet.systems, sheet.parts)
    present = _present(every, absent)
    names = [f"{dataset}: {system}" if dataset else system for dataset, system in every]
    by_dataset = [sheet.on([dataset]) for dataset in dict.fromkeys(dataset for dataset, _ in every)]
    scores = {metric.name: [dataset.scores(metric) for dataset in by_dataset] for metric in sheet.metrics}
    return Points(tuple(names[place] for place in present), _columns(scores, present))


def correlate_units(
    sheet: Scoresheet,
    units: Units,
    options: Options,
    work: Work,
    absent: Collection[Pair] = (),
) -> tuple[Points, tuple[Correlation, ...]]:
    """The correlations over the systems and datasets of a scoresheet, with their bootstrap intervals.

    ``absent`` are the datasets and systems of scores that no output stands behind: they are no points.
    """
    points, units = points_of(sheet, absent), units.apart
    drawing = work.part(0, 1, Stage("correlations", options.draws))
    drawn = bootstrap_intervals(units, options.alpha, options.draws, options.seed, drawing, absent)
    return points, correlations(points, options.alpha, drawn)


def _pairs(systems: Sequence[str], parts: Collection[PartName]) -> list[Pair]:
    """The dataset and system of every point, in the order of sums."""
    return [(dataset, system) for dataset in sorted({part.dataset for part in parts}) for system in systems]


def _present(every: Sequence[Pair], absent: Collection[Pair]) -> Indices:
    return np.flatnonzero([pair not in absent for pair in every])


def bootstrap_intervals(
    units: Units,
    alpha: float,
    draws: int,
    seed: int,
    work: Work = ALONE,
    absent: Collection[Pair] = (),
) -> dict[Columns, Bounds]:
    """The central 1 - alpha of Pearson's r over draws of units in which it is defined.

    Of a single unit every draw is the same: there are none.
    """
    if len(units.names) == 1:
        return {}
    present = _present(_pairs(units.systems, units.names), absent)
    products = Products.of(units)
    totals = {metric.name: products.totals(metric.name) for metric in units.metrics}
    every = list(pairs(Points((), _scores(units, totals, present))))
    if not every:
        return {}
    drawn = np.concatenate(list(_drawn_coefficients(units, products, draws, seed, work, present)), axis=1)
    intervals = {}
    for columns, coefficients in zip(every, drawn, strict=True):
        defined = coefficients[~np.isnan(coefficients)]
        if len(defined):
            low, high = np.quantile(defined, [alpha / 2, 1 - alpha / 2]).tolist()
            intervals[columns] = (low, high)
    return intervals


def _drawn_coefficients(
    units: Units, products: Products, draws: int, seed: int, work: Work, present: Indices
) -> Iterator[Floats]:
    """Pearson's r [pairs of columns, trials], chunk by chunk."""

    def coefficients(chunk: tuple[int, int], stop: Event) -> Floats:
        number, count = chunk
        weights = resamples(seed, number, units.dataset)[:, :count]
        parts = takewhile(lambda _: not stop.is_set(), products.weighted(weights))
        return np.concatenate([_coefficients(units, part, present) for part in parts], axis=1)

    return results(coefficients, chunks(draws), work)


def _coefficients(units: Units, weighted: Weighted, present: Indices) -> Floats:
    totals = {metric.name: weighted.totals(metric.name) for metric in units.metrics}
    scores = _scores(units, totals, present)
    return np.array(
        [
            np.clip((first * second).sum(axis=0), -1, 1)
            for quantity in QUANTITIES
            for first, second in combinations(map(_standardized, scores[quantity].values()), 2)
        ]
    )


def _standardized(values: Floats) -> Floats:
    """Deviations [points, trials] of unit length; NaN where the points do not differ."""
    deviations = values - values.mean(axis=0)
    length = np.sqrt((deviations**2).sum(axis=0))
    length[np.ptp(values, axis=0) <= TOLERANCE] = np.nan
    standardized: Floats = deviations / length
    return standardized


def _scores(
    units: Units, totals: dict[str, list[Floats]], present: Indices
) -> dict[Quantity, dict[str, Floats]]:
    """The scores of totals [S, runs, ...] of each dataset that are present, dataset by dataset."""
    scores = {
        metric.name: [scores_of_runs(metric.score(total), units.runs) for total in totals[metric.name]]
        for metric in units.metrics
    }
    return _columns(scores, present)


def _columns(scores: Mapping[str, Sequence[Scores]], present: Indices) -> dict[Quantity, dict[str, Floats]]:
    """The scores by each metric, dataset after dataset, by quantity; only those that are present."""
    columns: dict[Quantity, dict[str, Floats]] = {quantity: {} for quantity in QUANTITIES}
    for name, by_dataset in scores.items():
        for quantity in QUANTITIES:
            values = [getattr(scores_of_dataset, quantity) for scores_of_dataset in by_dataset]
            if values[0] is not None:
                columns[quantity][name] = np.concatenate(values)[present]
    return columns

"""Correlations of metrics over systems, what they owe to the choice of documents, and pairs that contradict.

The coefficients are Pearson's r with its p-value and Fisher's interval, Spearman's rho and Kendall's tau-b.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from math import fsum, sqrt
from threading import Event
from typing import Literal

import numpy as np

from leaderboard.metrics.metric import QUANTITIES, Floats, Quantity, Scores
from leaderboard.options import Options
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import PartName, Scoresheet, Units, scores_of_runs
from leaderboard.significance.family import Family
from leaderboard.significance.intervals import Bounds, ndtri, stdtr
from leaderboard.significance.pairing import TOLERANCE, Indices, kendall
from leaderboard.significance.resampling import Chunk, Drawn, Products, Weighted, by_chunk, resamples
from leaderboard.threads import Stage, Work

Columns = tuple[Quantity, str, str]

# Fisher's interval has n - 3 in a denominator.
FEWEST_FOR_INTERVAL = 4


@dataclass(frozen=True, slots=True)
class Points:
    """The values to correlate: ``values[quantity][metric]`` has one entry per point, NaN if unknown.

    A point is a system, or a system on one of several datasets or in one of several tables.
    """

    names: tuple[str, ...]
    values: Mapping[Quantity, Mapping[str, Floats]]
    of: Literal["system", "dataset", "table"] = "system"

    @property
    def noun(self) -> str:
        """What a point is called."""
        return "system" if self.of == "system" else "point"

    def only(self, metrics: Collection[str]) -> Points:
        """The points restricted to some metrics."""
        return Points(
            self.names,
            {
                quantity: {name: column for name, column in columns.items() if name in metrics}
                for quantity, columns in self.values.items()
            },
            self.of,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """The correlation of two metrics over the points that have both; None where a column does not vary.

    ``low`` and ``high`` are Fisher's bounds, which take points to be independent;
    ``bootstrap_low`` and ``bootstrap_high`` bound r over draws of the documents, the systems being given.
    """

    first: str
    second: str
    quantity: Quantity
    points: int
    pearson: float | None = None
    p_value: float | None = None
    low: float | None = None
    high: float | None = None
    spearman: float | None = None
    kendall: float | None = None
    bootstrap_low: float | None = None
    bootstrap_high: float | None = None


def correlations(
    points: Points, alpha: float = 0.05, drawn: Mapping[Columns, Bounds] | None = None
) -> tuple[Correlation, ...]:
    """Correlate every two metrics on recall, precision and F1; ``drawn`` are bootstrap intervals, if any."""
    known = drawn or {}
    return tuple(_correlation(columns, points, alpha, known.get(columns)) for columns in pairs(points))


def pairs(points: Points) -> Iterator[Columns]:
    """The two metrics and the quantity of each correlation, in the order of report."""
    for quantity in QUANTITIES:
        for first, second in combinations(points.values[quantity], 2):
            yield quantity, first, second


def constant_columns(points: Points) -> list[tuple[str, Quantity]]:
    """The columns of two points or more that do not vary, and so have no correlation."""
    return [
        (name, quantity)
        for quantity in QUANTITIES
        for name, values in points.values[quantity].items()
        if len(known := values[~np.isnan(values)]) > 1 and _is_constant(known)
    ]


def pearson(first: Floats, second: Floats) -> float:
    """r = sum of products of deviations / sqrt(product of sums of squares), each summed exactly."""
    x, y = (values - fsum(values) / len(values) for values in (first, second))
    r = fsum(x * y) / sqrt(fsum(x * x) * fsum(y * y))
    return max(-1.0, min(1.0, r))


def p_value(r: float, points: int) -> float:
    """The two-sided p of t = r sqrt((n - 2) / (1 - r^2)) with n - 2 degrees of freedom; 1 for two points."""
    if points == 2:
        return 1.0
    if abs(r) == 1:
        return 0.0
    return float(2 * stdtr(points - 2, -abs(r) * sqrt((points - 2) / ((1 - r) * (1 + r)))))


def fisher(r: float, points: int, alpha: float) -> Bounds | tuple[None, None]:
    """tanh(artanh r -+ z / sqrt(n - 3)), with z the normal quantile of 1 - alpha / 2."""
    if points < FEWEST_FOR_INTERVAL:
        return None, None
    if abs(r) == 1:
        return r, r
    half = float(ndtri(1 - alpha / 2)) / sqrt(points - 3)
    middle = np.arctanh(r)
    return float(np.tanh(middle - half)), float(np.tanh(middle + half))


def spearman(first: Floats, second: Floats) -> float:
    """Pearson's r of the ranks, equal values having the mean of theirs."""
    return pearson(_mean_ranks(first), _mean_ranks(second))


def _correlation(columns: Columns, points: Points, alpha: float, drawn: Bounds | None) -> Correlation:
    quantity, first, second = columns
    x, y = points.values[quantity][first], points.values[quantity][second]
    both = ~(np.isnan(x) | np.isnan(y))
    x, y, count = x[both], y[both], int(both.sum())
    if _is_constant(x) or _is_constant(y):
        return Correlation(first=first, second=second, quantity=quantity, points=count)
    r = pearson(x, y)
    low, high = fisher(r, count, alpha)
    return Correlation(
        first=first,
        second=second,
        quantity=quantity,
        points=count,
        pearson=r,
        p_value=p_value(r, count),
        low=low,
        high=high,
        spearman=spearman(x, y),
        kendall=float(kendall(x, y[:, None])[0]),
        bootstrap_low=drawn[0] if drawn else None,
        bootstrap_high=drawn[1] if drawn else None,
    )


def _is_constant(values: Floats) -> bool:
    return len(values) < 2 or bool(np.ptp(values) <= TOLERANCE)


def _mean_ranks(values: Floats) -> Floats:
    higher = (values[:, None] > values).sum(axis=1)
    equal = (values[:, None] == values).sum(axis=1)
    ranks: Floats = higher + (equal + 1) / 2
    return ranks


# On fewer points any correlation is 1 or -1.
ENOUGH = 3


def remarks_on(points: Points) -> tuple[Remark, ...]:
    """Why some correlations are missing or say nothing."""
    count, noun = len(points.names), points.noun
    return (
        *((remark("few_points", count=count, noun=noun),) if count < ENOUGH else ()),
        *(
            remark("constant_scores", metric=name, quantity=quantity, noun=noun)
            for name, quantity in constant_columns(points)
        ),
        *((remark("one_metric"),) if count and not any(True for _ in pairs(points)) else ()),
        *_fewer_points(points, noun),
    )


def _fewer_points(points: Points, noun: str) -> Iterator[Remark]:
    """The pairs of metrics that some points lack, which stand on fewer points than others."""
    behind: dict[int, list[tuple[str, str, Quantity]]] = {}
    for quantity, first, second in pairs(points):
        columns = points.values[quantity]
        both = int((~np.isnan(columns[first] + columns[second])).sum())
        if both < len(points.names):
            behind.setdefault(both, []).append((first, second, quantity))
    for both, lacking in sorted(behind.items()):
        yield remark("fewer_points", both=both, count=len(points.names), noun=noun, pairs=tuple(lacking))


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Some metrics find the first system significantly better, others the second."""

    first: str
    second: str
    for_first: tuple[str, ...]
    for_second: tuple[str, ...]


def disagreements(families: Sequence[Family]) -> tuple[Disagreement, ...]:
    """The pairs in the order of the systems, which is the same in all families."""
    systems, metrics = families[0].systems, [family.metric for family in families]
    better = np.array([family.better() for family in families])
    disputed = np.triu(better.any(axis=0) & better.any(axis=0).T)

    def metrics_for(winner: int, loser: int) -> tuple[str, ...]:
        return tuple(np.array(metrics)[better[:, winner, loser]].tolist())

    return tuple(
        Disagreement(systems[first], systems[second], metrics_for(first, second), metrics_for(second, first))
        for first, second in np.argwhere(disputed).tolist()
    )


Pair = tuple[str, str]


def points_of(sheet: Scoresheet, absent: Collection[Pair] = ()) -> Points:
    """Return a point for each system and dataset that is not absent, with the scores as they are reported."""
    every = _pairs(sheet.systems, sheet.parts)
    present = _present(every, absent)
    names = [f"{dataset}: {system}" if dataset else system for dataset, system in every]
    by_dataset = [sheet.on([dataset]) for dataset in dict.fromkeys(dataset for dataset, _ in every)]
    scores = {metric.name: [dataset.scores(metric) for dataset in by_dataset] for metric in sheet.metrics}
    of: Literal["system", "dataset"] = "dataset" if len(by_dataset) > 1 else "system"
    return Points(tuple(names[place] for place in present), _columns(scores, present), of)


def correlate_units(
    sheet: Scoresheet,
    units: Units,
    options: Options,
    work: Work,
    absent: Collection[Pair] = (),
) -> tuple[Points, tuple[Correlation, ...]]:
    """The correlations over the systems and datasets of a scoresheet, with their bootstrap intervals.

    ``absent`` are the datasets and systems of scores without an output: they are no points.
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
    work: Work,
    absent: Collection[Pair],
) -> dict[Columns, Bounds]:
    """The central 1 - alpha of Pearson's r over draws of units in which it is defined.

    There are none where units cannot be drawn.
    """
    if not units.is_drawn:
        return {}
    present = _present(_pairs(units.systems, units.names), absent)
    products = Products.of(units)
    totals = {metric.name: products.totals(metric.name) for metric in units.metrics}
    every = list(pairs(Points((), _scores(units, totals, present))))
    if not every:
        return {}
    about = "the draws of correlations"
    found = by_chunk(about, _chunk_coefficients, units, products, (present,), draws, seed, work)
    drawn = np.concatenate(list(found), axis=1)
    intervals = {}
    for columns, coefficients in zip(every, drawn, strict=True):
        defined = coefficients[~np.isnan(coefficients)]
        if len(defined):
            low, high = np.quantile(defined, [alpha / 2, 1 - alpha / 2]).tolist()
            intervals[columns] = (low, high)
    return intervals


def _chunk_coefficients(
    products: Products, drawn: Drawn, present: Indices, chunk: Chunk, stop: Event
) -> Floats:
    """Pearson's r [pairs of columns, trials] in some trials of a chunk."""
    number, columns = chunk
    weighted = products.weighted(resamples(drawn.seed, number, drawn.dataset), columns)
    parts = takewhile(lambda _: not stop.is_set(), weighted)
    return np.concatenate([_coefficients(drawn, part, present) for part in parts], axis=1)


def _coefficients(units: Drawn, weighted: Weighted, present: Indices) -> Floats:
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
    units: Units | Drawn, totals: dict[str, list[Floats]], present: Indices
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

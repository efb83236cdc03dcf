"""Pearson's r with its p-value and Fisher's interval, Spearman's rho, Kendall's tau-b."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import fsum, sqrt

import numpy as np

from leaderboard.metrics.metric import QUANTITIES, Floats, Quantity
from leaderboard.significance.evidence import TOLERANCE
from leaderboard.significance.kendall import kendall

Bounds = tuple[float, float]
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

    def only(self, metrics: Collection[str]) -> Points:
        """The points restricted to some metrics."""
        return Points(
            self.names,
            {
                quantity: {name: column for name, column in columns.items() if name in metrics}
                for quantity, columns in self.values.items()
            },
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
    from leaderboard.significance.distributions import stdtr

    if points == 2:
        return 1.0
    if abs(r) == 1:
        return 0.0
    return float(2 * stdtr(points - 2, -abs(r) * sqrt((points - 2) / ((1 - r) * (1 + r)))))


def fisher(r: float, points: int, alpha: float) -> Bounds | tuple[None, None]:
    """tanh(artanh r -+ z / sqrt(n - 3)), with z the normal quantile of 1 - alpha / 2."""
    from leaderboard.significance.distributions import ndtri

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

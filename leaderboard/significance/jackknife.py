"""Leave one unit out: what each unit does to a score."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units
from leaderboard.significance.resampling import strata


def scores_without(units: Units, metric: Metric) -> Floats:
    """F1 [systems, units] of the corpus without each unit; its dataset keeps its place in the mean."""
    sums = np.moveaxis(units.sums[metric.name], 1, 0)
    parts = strata(units.dataset)
    totals = [sums[..., part].sum(axis=-1) for part in parts]
    whole = np.array([metric.score(total).f1 for total in totals])
    mean = np.empty(sums.shape[1:])
    for number, part in enumerate(parts):
        without = metric.score(totals[number][..., None] - sums[..., part]).f1
        others = whole.sum(axis=0) - whole[number]
        mean[:, part] = (others[:, None] + without) / len(parts)
    return mean


def acceleration(without: Floats, dataset: NDArray[np.int64]) -> Floats:
    """The skewness term a of BCa for each row of leave-one-out values, NaN where they do not vary.

    a = 1/6 sum_d n_d^-3 sum l^3 / (sum_d n_d^-2 sum l^2)^(3/2), where l = (n_d - 1)(mean_d - value)
    within dataset d (Davison & Hinkley, 1997, eq. 5.28; Efron's formula for a single dataset).
    """
    cubes = np.zeros(len(without))
    squares = np.zeros(len(without))
    for part in strata(dataset):
        values = without[:, part]
        count = values.shape[1]
        influence = (count - 1) * (values.mean(axis=1, keepdims=True) - values)
        cubes += (influence**3).sum(axis=1) / count**3
        squares += (influence**2).sum(axis=1) / count**2
    spread = np.where(squares > 0, squares, np.nan)
    skewness: Floats = cubes / (6 * spread**1.5)
    return skewness

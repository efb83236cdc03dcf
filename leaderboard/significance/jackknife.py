"""Leave one unit out: what each unit does to a score, and the standard errors that follow from it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units, mean_of_runs
from leaderboard.significance.evidence import TOLERANCE, Errors
from leaderboard.significance.pairing import Bools, Pairing
from leaderboard.significance.resampling import strata
from leaderboard.significance.runs import RunVariance, units_apart
from leaderboard.significance.sampling import Sampling, effective


def scores_without(units: Units, metric: Metric) -> Floats:
    """F1 [systems, units] of the corpus without each unit, the mean over the runs of a system.

    The dataset of the unit keeps its place in the mean over datasets.
    """
    sums = np.moveaxis(units.sums[metric.name], 1, 0)
    parts = strata(units.dataset)
    totals = [sums[..., part].sum(axis=-1) for part in parts]
    whole = np.array([metric.score(total).f1 for total in totals])
    mean = np.empty(sums.shape[1:])
    for number, part in enumerate(parts):
        without = metric.score(totals[number][..., None] - sums[..., part]).f1
        others = whole.sum(axis=0) - whole[number]
        mean[:, part] = (others[:, None] + without) / len(parts)
    return mean_of_runs(mean, units.runs)


def influence(without: Floats, dataset: NDArray[np.int64]) -> Floats:
    """psi_d = (n - 1) (mean - value) of each leave-one-out value, within the dataset of the unit."""
    off = np.empty_like(without)
    for part in strata(dataset):
        values = without[..., part]
        off[..., part] = (values.shape[-1] - 1) * (values.mean(axis=-1, keepdims=True) - values)
    return off


def score_errors(psi: Floats, sampling: Sampling, between: RunVariance) -> Errors:
    """The standard errors of scores, given the influence [systems, units] of units on them."""
    return standard_errors(psi, np.ones_like(psi, dtype=np.bool_), sampling, between)


def difference_errors(
    psi: Floats, units: Units, metric: Metric, sampling: Sampling, pairing: Pairing, between: RunVariance
) -> Errors:
    """The standard errors of differences between scores; only units whose sums differ count for the df."""
    error, df = np.full((2, len(pairing)), np.nan)
    for run, differ in units_apart(units.sums[metric.name], pairing, units.runs):
        both = between.of(run.anchor), between.of(run.partners)
        errors = standard_errors(psi[run.anchor] - psi[run.partners], differ, sampling, *both)
        error[run.pairs], df[run.pairs] = errors.error, errors.df
    return Errors(error, df)


def standard_errors(psi: Floats, some: Bools, sampling: Sampling, *between: RunVariance) -> Errors:
    """SE^2 = V = sum V_i, df = V^2 / sum V_i^2 / df_i (Satterthwaite, 1946).

    Of a dataset V_g = sum psi^2 / (n (n - 1)) and df_g = max(n_eff - 1, 1); the influence on a mean over
    G datasets is that on a dataset's score divided by G. The variance ``between`` several runs of a system
    is added. Where no dataset has enough units, there is no error.
    """
    variances, squares = np.zeros((2, len(psi)))
    for part in sampling.strata:
        count = part.stop - part.start
        variance = (psi[:, part] ** 2).sum(axis=1) / (count * (count - 1))
        variances += variance
        squares += variance**2 / np.maximum(effective(sampling.weights[part], some[:, part]) - 1, 1)
    for runs in between if sampling.strata else ():
        variances += runs.variance
        squares += runs.variance**2 / runs.df
    error = np.sqrt(variances)
    error[error <= TOLERANCE] = np.nan
    df = variances**2 / np.where(np.isnan(error), np.nan, squares)
    return Errors(error, df)


def acceleration(psi: Floats, dataset: NDArray[np.int64]) -> Floats:
    """The skewness term a of BCa for each row of influences, NaN where there are none.

    a = 1/6 sum_d n_d^-3 sum psi^3 / (sum_d n_d^-2 sum psi^2)^(3/2) over datasets d (Davison & Hinkley,
    1997, eq. 5.28; Efron's formula for a single dataset).
    """
    cubes, squares = np.zeros((2, len(psi)))
    for part in strata(dataset):
        count = part.stop - part.start
        cubes += (psi[:, part] ** 3).sum(axis=1) / count**3
        squares += (psi[:, part] ** 2).sum(axis=1) / count**2
    spread = np.where(squares > 0, squares, np.nan)
    skewness: Floats = cubes / (6 * spread**1.5)
    return skewness

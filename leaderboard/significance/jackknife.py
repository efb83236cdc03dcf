"""Leave one unit out: what each unit does to a score, and the standard errors that follow from it.

Methods, of which several runs are a sample, have variances over documents and over runs, and a t test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial, reduce
from threading import Event
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric, scale_of
from leaderboard.scoresheet import Units, mean_of_runs
from leaderboard.significance.design import Design
from leaderboard.significance.family import Family, is_untestable
from leaderboard.significance.intervals import (
    Errors,
    Intervals,
    bca,
    logit,
    percentile,
    stdtr,
    student,
    without_draws,
)
from leaderboard.significance.pair_units import PairUnits, pair_units
from leaderboard.significance.pairing import TOLERANCE, Bools, Pairing, Run, all_pairs, pairs_against
from leaderboard.significance.resampling import Sampling, effective, sampling, strata
from leaderboard.significance.runs import (
    Numbers,
    RunVariance,
    apart_in_run,
    first_runs,
    has_several,
    run_variance,
    with_runs,
)
from leaderboard.threads import ALONE, Task, Work, results

# Draws that a core sorts at least, and sums that it compares.
_SORTED_PER_SECOND, _COMPARED_PER_SECOND = 2e7, 3e8


def scores_without(units: Units, metric: Metric) -> Floats:
    """F1 [systems, units] of the corpus without each unit, the mean over the runs of a system.

    The dataset of the unit keeps its place in the mean over datasets.
    """
    sums = np.moveaxis(units.sums[metric.name], 1, 0)
    parts = strata(units.dataset)
    totals = [np.moveaxis(total, -1, 0) for total in units.totals(metric)]
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
    psi: Floats,
    units: Units,
    metric: Metric,
    sampling: Sampling,
    pairing: Pairing,
    between: RunVariance,
    work: Work = ALONE,
) -> Errors:
    """The standard errors of differences between scores; only units whose sums differ count for the df."""
    error, df = np.full((2, len(pairing)), np.nan)
    first, mixed = first_runs(units.sums[metric.name], units.runs)
    seconds = first.size / _COMPARED_PER_SECOND / 2
    share = first, (mixed, units.adds_up, psi, sampling.nameless, between)
    task = Task("the errors of differences", _errors_of_run, share, seconds, numbers=2 * len(first))
    for run, errors in zip(pairing.runs, results(task, pairing.runs, work), strict=True):
        error[run.pairs], df[run.pairs] = errors.error, errors.df
    return Errors(error, df)


def _errors_of_run(
    first: Numbers,
    known: tuple[Bools, bool, Floats, Sampling, RunVariance],
    run: Run,
    _: Event,
) -> Errors:
    mixed, adds_up, psi, sampling, between = known
    differ, both = (
        apart_in_run(first, mixed, run, adds_up),
        (between.of(run.anchor), between.of(run.partners)),
    )
    return standard_errors(psi[run.anchor] - psi[run.partners], differ, sampling, *both)


def pair_errors(units: Units, metric: Metric, pairing: Pairing) -> Errors:
    """The standard errors of differences between scores, over units and runs."""
    psi, drawn_from = influence(scores_without(units, metric), units.dataset), sampling(units, metric)
    return difference_errors(psi, units, metric, drawn_from, pairing, run_variance(units, metric))


def standard_errors(psi: Floats, some: Bools, sampling: Sampling, *between: RunVariance) -> Errors:
    """SE^2 = V = sum V_i, df = V^2 / sum V_i^2 / df_i (Satterthwaite, 1946).

    Of a dataset V_g = sum psi^2 / (n (n - 1)) and df_g = max(n_eff - 1, 1); the influence on a mean over
    G datasets is that on a dataset's score divided by G. The variance ``between`` several runs of a system
    is added. Of two systems with several runs both have the df of the smaller number: the variance of a few
    runs may be far too small by chance. Where no dataset has enough units, there is no error.
    """
    variances, squares = np.zeros((2, len(psi)))
    for variance, df in unit_variances(psi, some, sampling):
        variances += variance
        squares += variance**2 / df
    fewest = reduce(np.minimum, [runs.df for runs in between])
    for runs in between if sampling.strata else ():
        variances += runs.variance
        squares += runs.variance**2 / fewest
    return _satterthwaite(variances, squares, sampling.tolerance)


def _satterthwaite(variances: Floats, squares: Floats, tolerance: float = TOLERANCE) -> Errors:
    """sqrt V and V^2 / sum V_i^2 / df_i, NaN where nothing varies."""
    error = np.sqrt(variances)
    error[error <= tolerance] = np.nan
    return Errors(error, variances**2 / np.where(np.isnan(error), np.nan, squares))


def unit_variances(psi: Floats, some: Bools, sampling: Sampling) -> Iterator[tuple[Floats, Floats]]:
    """V_g over units and df_g, dataset by dataset."""
    for part in sampling.strata:
        count = part.stop - part.start
        variance = (psi[:, part] ** 2).sum(axis=1) / (count * (count - 1))
        yield variance, np.maximum(effective(sampling.weights[part], some[:, part]) - 1, 1)


def run_errors(*between: RunVariance) -> Errors:
    """SE^2 = V = sum s^2 / k, df = V^2 / sum (s^2 / k)^2 / (k - 1), where documents are fixed."""
    variances: Floats = np.sum([runs.variance for runs in between], axis=0)
    squares: Floats = np.sum([runs.variance**2 / runs.df for runs in between], axis=0)
    return _satterthwaite(variances, squares)


def run_difference_errors(between: RunVariance, pairing: Pairing) -> Errors:
    """The errors of differences over runs; df <= 2 (k - 1), with the smaller k of two that have several.

    Without this bound, a few runs that happen to agree seem to be as sure as the many of the other system.
    """
    first, second = between.of(pairing.first), between.of(pairing.second)
    errors = run_errors(first, second)
    return Errors(errors.error, np.minimum(errors.df, 2 * np.minimum(first.df, second.df)))


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
    return cubes / (6 * spread**1.5)


class Outputs(NamedTuple):
    """The systems with a single run and their pairs, which are ``kept`` of all pairs."""

    units: Units
    pairing: Pairing
    kept: Bools


def outputs(units: Units, pairing: Pairing, design: Design) -> Outputs:
    """The systems that are a single output each, and their pairs, unless all pairs are tested by t.

    There are none where the baseline has several runs.
    """
    kept, against = ~design.by_t(units.runs, len(units.systems), pairing), design.against
    if not kept.any():
        return Outputs(units, all_pairs(1), kept)
    if not units.runs:
        return Outputs(units, pairing, kept)
    several = has_several(units.runs, len(units.systems))
    names = tuple(np.array(units.systems, dtype=object)[~several].tolist())
    rows = ~np.repeat(several, units.runs)
    alone = replace(
        units, systems=names, sums={name: sums[rows] for name, sums in units.sums.items()}, runs=()
    )
    if against is None:
        return Outputs(alone, all_pairs(len(names)), kept)
    return Outputs(
        alone, pairs_against(names.index(against), len(names)) if against in names else all_pairs(1), kept
    )


def t_p_values(differences: Floats, errors: Errors) -> Floats:
    """p = 2 P(T_df > |D| / SE), 1 where there is no standard error."""
    p = 2 * stdtr(errors.df, -np.abs(differences) / errors.error)
    return np.where(errors.known, p, 1.0)


def with_t(family: Family) -> Family:
    """The family with the p-values of pairs tested by t, 1 where they are untestable."""
    if not family.by_t.any():
        return family
    p = np.where(is_untestable(family), 1, t_p_values(family.differences, family.errors))
    p_values = replace(family.p_values, p=np.where(family.by_t, p, family.p_values.p))
    return replace(family, p_values=p_values)


class Estimates(TypedDict):
    """Columns of a family: the intervals, each of which holds alone, and the standard errors."""

    score_intervals: Intervals
    intervals: Intervals
    score_errors: Errors
    errors: Errors
    sampling: Sampling
    facts: PairUnits


def estimates(
    units: Units,
    metric: Metric,
    pairing: Pairing,
    scores: Floats,
    draws: Floats,
    design: Design,
    work: Work,
) -> Estimates:
    """The estimates by one metric."""
    work = work.silent
    without = scores_without(units, metric)
    psi, drawn_from = influence(without, units.dataset), sampling(units, metric)
    between = run_variance(units, metric)
    if units.is_sample:
        of_scores = score_errors(psi, drawn_from, between)
        of_pairs = difference_errors(psi, units, metric, drawn_from, pairing, between, work)
    else:
        of_scores, of_pairs = run_errors(between), run_difference_errors(between, pairing)
    differences = scores[pairing.first] - scores[pairing.second]
    scale = scale_of(metric.name)
    by_t = logit if scale.is_share else partial(student, bounds=scale.bounds)
    score_intervals = without_draws(by_t(scores, of_scores, design.alpha))
    intervals = without_draws(student(differences, of_pairs, design.alpha, scale.reach))
    if design.interval != "t":
        # Draws take runs as they are, so the intervals of systems with several runs are by t.
        how = _How(design.interval, design.alpha, units.dataset)
        drawn = _drawn(how, draws, scores, psi).where(of_scores.known)
        score_intervals = drawn.but(has_several(units.runs, len(scores)), score_intervals.bounds)
        drawn = _drawn_pairs(pairing, scores, draws, psi, how, work).where(of_pairs.known)
        intervals = drawn.but(with_runs(units.runs, len(scores), pairing), intervals.bounds)
    return Estimates(
        score_intervals=score_intervals,
        intervals=intervals,
        score_errors=of_scores,
        errors=of_pairs,
        sampling=drawn_from,
        facts=pair_units(units, metric, pairing, without, drawn_from, of_pairs, design, work),
    )


def _drawn_pairs(
    pairing: Pairing, scores: Floats, draws: Floats, psi: Floats, how: _How, work: Work
) -> Intervals:
    """The intervals of differences, run by run to bound the memory."""
    bounds = np.zeros((len(pairing), 2))
    degenerate = np.zeros(len(pairing), dtype=np.bool_)
    sorted_, runs = len(pairing) * draws.shape[1], max(1, len(pairing.runs))
    share = pairing, (draws, scores, psi), how
    task = Task("the intervals", _drawn_run, share, sorted_ / _SORTED_PER_SECOND / runs)
    for run, found in zip(pairing.runs, results(task, pairing.runs, work), strict=True):
        bounds[run.pairs], degenerate[run.pairs] = found.bounds, found.degenerate
    return Intervals(bounds, degenerate)


def _drawn_run(pairing: Pairing, values: Sequence[Floats], how: _How, run: Run, _: Event) -> Intervals:
    first, second = pairing.first[run.pairs], pairing.second[run.pairs]
    return _drawn(how, *(of_systems[first] - of_systems[second] for of_systems in values))


class _How(NamedTuple):
    """The kind of intervals, their level, and the dataset of each unit."""

    interval: str
    alpha: float
    dataset: NDArray[np.int64]


def _drawn(how: _How, draws: Floats, observed: Floats, psi: Floats) -> Intervals:
    if how.interval == "percentile":
        return percentile(draws, how.alpha)
    return bca(draws, observed, acceleration(psi, how.dataset), how.alpha)

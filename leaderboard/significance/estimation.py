"""The precision of scores and differences: intervals and standard errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.evidence import Errors, Intervals
from leaderboard.significance.intervals import bca, percentile, student
from leaderboard.significance.jackknife import (
    acceleration,
    difference_errors,
    influence,
    score_errors,
    scores_without,
)
from leaderboard.significance.pairing import Pairing
from leaderboard.significance.runs import by_t, has_several, run_variance
from leaderboard.significance.sampling import Sampling, sampling

# The least that a score and a difference can be.
LEAST_SCORE, LEAST_DIFFERENCE = 0, -1


@dataclass(frozen=True, slots=True)
class Estimates:
    """The intervals, each of which holds alone, and the standard errors."""

    score_intervals: Intervals
    intervals: Intervals
    score_errors: Errors
    errors: Errors
    sampling: Sampling


def estimates(
    units: Units, metric: Metric, pairing: Pairing, scores: Floats, draws: Floats, design: Design
) -> Estimates:
    """The estimates by one metric."""
    psi = influence(scores_without(units, metric), units.dataset)
    drawn_from = sampling(units, metric)
    between = run_variance(units, metric)
    of_scores = score_errors(psi, drawn_from, between)
    of_pairs = difference_errors(psi, units, metric, drawn_from, pairing, between)
    differences = scores[pairing.first] - scores[pairing.second]
    score_intervals = _without_draws(student(scores, of_scores, design.alpha, LEAST_SCORE))
    intervals = _without_draws(student(differences, of_pairs, design.alpha, LEAST_DIFFERENCE))
    if design.interval != "t":
        # Draws take runs as they are, so the intervals of systems with several runs are by t.
        drawn = _drawn(units, design, draws, scores, psi).where(of_scores.known)
        score_intervals = drawn.but(has_several(units.runs, len(scores)), score_intervals.bounds)
        drawn = _drawn_pairs(units, pairing, scores, draws, psi, design).where(of_pairs.known)
        intervals = drawn.but(by_t(units.runs, len(scores), pairing), intervals.bounds)
    return Estimates(score_intervals, intervals, of_scores, of_pairs, drawn_from)


def _without_draws(bounds: Floats) -> Intervals:
    return Intervals(bounds, np.zeros(len(bounds), dtype=np.bool_))


def _drawn_pairs(
    units: Units, pairing: Pairing, scores: Floats, draws: Floats, psi: Floats, design: Design
) -> Intervals:
    """The intervals of differences, run by run to bound the memory."""
    bounds = np.zeros((len(pairing), 2))
    degenerate = np.zeros(len(pairing), dtype=np.bool_)
    for run in pairing.runs:
        first, second = pairing.first[run.pairs], pairing.second[run.pairs]
        apart = (values[first] - values[second] for values in (draws, scores, psi))
        found = _drawn(units, design, *apart)
        bounds[run.pairs], degenerate[run.pairs] = found.bounds, found.degenerate
    return Intervals(bounds, degenerate)


def _drawn(units: Units, design: Design, draws: Floats, observed: Floats, psi: Floats) -> Intervals:
    if design.interval == "percentile":
        return percentile(draws, design.alpha)
    return bca(draws, observed, acceleration(psi, units.dataset), design.alpha)

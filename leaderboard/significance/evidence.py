"""The evidence on pairs and systems by one metric, as columns, before pairs are corrected together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.significance.design import Design
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.runs import by_t
from leaderboard.significance.sampling import Sampling

# On the scale of scores: exact ties count as such, though floats may miss them.
TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class PValues:
    """Of each pair: its p-value, the number of trials, and whether those are all there are."""

    p: Floats
    trials: Indices
    exact: Bools

    def among(self, pairs: Bools) -> PValues:
        """Return the p-values of some pairs among all of them, NaN and without trials for the others."""
        found = PValues(np.full(len(pairs), np.nan), np.zeros(len(pairs), np.int64), np.zeros_like(pairs))
        found.p[pairs], found.trials[pairs], found.exact[pairs] = self.p, self.trials, self.exact
        return found


@dataclass(frozen=True, slots=True)
class Intervals:
    """Bounds [rows, 2], NaN where there are none, and the rows that have percentiles where BCa was asked."""

    bounds: Floats
    degenerate: Bools

    def but(self, rows: Bools, bounds: Floats) -> Intervals:
        """Return the rows, some of them with other bounds, which come without draws."""
        return Intervals(np.where(rows[:, None], bounds, self.bounds), self.degenerate & ~rows)

    def of(self, rows: Bools) -> Intervals:
        """Some of the rows."""
        return Intervals(self.bounds[rows], self.degenerate[rows])

    def where(self, rows: Bools) -> Intervals:
        """Return the rows with bounds only where they are wanted."""
        return Intervals(np.where(rows[:, None], self.bounds, np.nan), self.degenerate & rows)


@dataclass(frozen=True, slots=True)
class Errors:
    """Standard errors and their degrees of freedom; NaN where there are none."""

    error: Floats
    df: Floats

    @property
    def known(self) -> Bools:
        """True if there is an error."""
        known: Bools = ~np.isnan(self.error)
        return known

    def of(self, rows: Bools) -> Errors:
        """Some of the rows."""
        return Errors(self.error[rows], self.df[rows])

    def where(self, rows: Bools) -> Errors:
        """Return the rows with bounds only where they are wanted."""
        return Errors(np.where(rows, self.error, np.nan), np.where(rows, self.df, np.nan))


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The evidence on each pair and each system by one metric, before pairs are corrected together.

    ``scores`` and ``score_intervals`` have one entry a system, ``draws`` [systems, draws] are bootstrap
    scores, and copies share a number in ``classes``. Other columns have one entry a pair.
    ``errors`` of scores and differences are by jackknife, and by the variance between ``runs``, the numbers
    of which are as in a Scoresheet.
    """

    metric: str
    systems: tuple[str, ...]
    runs: tuple[int, ...]
    design: Design
    pairing: Pairing
    scores: Floats
    draws: Floats
    classes: Indices
    score_intervals: Intervals
    intervals: Intervals
    p_values: PValues
    standard_errors: Floats
    units: int
    units_differing: Indices
    score_errors: Errors
    errors: Errors
    sampling: Sampling

    @property
    def differences(self) -> Floats:
        """The first score less the second, for each pair."""
        return self.scores[self.pairing.first] - self.scores[self.pairing.second]

    @property
    def ahead(self) -> Indices:
        """1 for each pair whose first system is ahead, -1 where the second is, 0 where they are level."""
        differences = self.differences
        return np.sign(np.where(np.abs(differences) > TOLERANCE, differences, 0)).astype(np.int64)

    @property
    def by_t(self) -> Bools:
        """True for each pair tested by t, because either system has several runs."""
        return by_t(self.runs, len(self.systems), self.pairing)

    @property
    def sampled(self) -> Bools:
        """True for each pair that took random trials."""
        sampled: Bools = ~self.p_values.exact & ~self.by_t
        return sampled

    @property
    def attempts(self) -> Indices:
        """The larger number of attempts of the two systems, for each pair."""
        return self.design.attempts_of(self.systems, self.pairing)

    @property
    def charged_p(self) -> Floats:
        """The p-values times the number of attempts, at most 1: what is corrected."""
        charged: Floats = np.minimum(self.p_values.p * self.attempts, 1)
        return charged

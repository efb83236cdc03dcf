"""The evidence on pairs and systems by one metric, as columns, before pairs are corrected together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.significance.design import Design
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.sampling import Sampling

# On the scale of scores: exact ties count as such, though floats may miss them.
TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True)
class PValues:
    """Of each pair: its p-value, the number of trials, and whether those are all there are."""

    p: Floats
    trials: Indices
    exact: Bools


@dataclass(frozen=True, slots=True)
class Intervals:
    """Bounds [rows, 2], NaN where there are none, and the rows that have percentiles where BCa was asked."""

    bounds: Floats
    degenerate: Bools

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
    ``errors`` of scores and differences are by jackknife.
    """

    metric: str
    systems: tuple[str, ...]
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
    def attempts(self) -> Indices:
        """The larger number of attempts of the two systems, for each pair."""
        stated = dict(self.design.attempts)
        own = np.array([stated.get(system, 1) for system in self.systems], dtype=np.int64)
        larger: Indices = np.maximum(own[self.pairing.first], own[self.pairing.second])
        return larger

    @property
    def charged_p(self) -> Floats:
        """The p-values times the number of attempts, at most 1: what is corrected."""
        charged: Floats = np.minimum(self.p_values.p * self.attempts, 1)
        return charged

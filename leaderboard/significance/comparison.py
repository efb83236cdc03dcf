"""What a test says about pairs of systems, as rows and as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import Literal

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance.adjustment import Adjustment
from leaderboard.significance.pairing import Bools, Indices, Pairing

Test = Literal["ar", "bootstrap"]
Interval = Literal["percentile", "bca"]
Verdict = Literal["significant", "tied", "identical", "untestable"]

# On the scale of scores: exact ties count as such, though floats may miss them.
TOLERANCE = 1e-12

Bounds = tuple[float, float]

VERDICTS: tuple[Verdict, ...] = ("significant", "tied", "identical", "untestable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """How differences are tested: everything that the numbers depend on but the data."""

    test: Test = "ar"
    trials: int | None = None
    alpha: float = 0.05
    adjust: Adjustment = "holm"
    against: str | None = None
    draws: int = 2000
    interval: Interval = "percentile"
    seed: int = 12345


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One pair of systems by one metric; the difference is the first score less the second."""

    first: str
    second: str
    metric: str
    first_score: float
    second_score: float
    difference: float
    interval: Bounds | None
    p_value: float
    p_adjusted: float
    standard_error: float
    trials: int
    exact: bool
    borderline: bool
    units: int
    units_differing: int
    verdict: Verdict


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


def bounds(low: float, high: float) -> Bounds | None:
    """An interval, or None where there is none."""
    return None if isnan(low) else (low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """All comparisons by one metric, adjusted together: columns with one entry a pair.

    ``scores`` and ``score_intervals`` have one entry a system, ``draws`` [systems, draws] are the
    bootstrap scores behind every interval, ``verdicts`` are places in VERDICTS, and ``notes`` are
    sentences for people. Rows are made when asked for: a thousand systems make half a million.
    Where there is only one unit every draw is the same, and there are no intervals.
    """

    metric: str
    systems: tuple[str, ...]
    design: Design
    pairing: Pairing
    scores: Floats
    draws: Floats
    score_intervals: Intervals
    intervals: Intervals
    p_values: PValues
    standard_errors: Floats
    p_adjusted: Floats
    borderline: Bools
    units: int
    units_differing: Indices
    verdicts: Indices
    notes: tuple[str, ...] = ()

    @property
    def differences(self) -> Floats:
        """The first score less the second, for each pair."""
        return self.scores[self.pairing.first] - self.scores[self.pairing.second]

    def __len__(self) -> int:
        return len(self.pairing)

    def __iter__(self) -> Iterator[Comparison]:
        return (self[pair] for pair in range(len(self)))

    def __getitem__(self, pair: int) -> Comparison:
        first, second = int(self.pairing.first[pair]), int(self.pairing.second[pair])
        return Comparison(
            first=self.systems[first],
            second=self.systems[second],
            metric=self.metric,
            first_score=float(self.scores[first]),
            second_score=float(self.scores[second]),
            difference=float(self.scores[first] - self.scores[second]),
            interval=bounds(*self.intervals.bounds[pair].tolist()),
            p_value=float(self.p_values.p[pair]),
            p_adjusted=float(self.p_adjusted[pair]),
            standard_error=float(self.standard_errors[pair]),
            trials=int(self.p_values.trials[pair]),
            exact=bool(self.p_values.exact[pair]),
            borderline=bool(self.borderline[pair]),
            units=self.units,
            units_differing=int(self.units_differing[pair]),
            verdict=VERDICTS[self.verdicts[pair]],
        )

    def has(self, verdict: Verdict) -> Bools:
        """Whether each pair has this verdict."""
        matches: Bools = self.verdicts == VERDICTS.index(verdict)
        return matches

    def better(self) -> Bools:
        """Whether the system of the row is significantly better than that of the column."""
        table = np.zeros((len(self.systems), len(self.systems)), dtype=bool)
        first, second = self.pairing.first, self.pairing.second
        ahead, behind = (
            self.has("significant") & side for side in (self.differences > 0, self.differences < 0)
        )
        table[first[ahead], second[ahead]] = True
        table[second[behind], first[behind]] = True
        return table


def as_reported(found: Sequence[Family], sheet: Scoresheet) -> tuple[Family, ...]:
    """The comparisons with the scores that are reported; rounded sums are for tests, which are over."""
    metrics = {metric.name: metric for metric in sheet.metrics}
    return tuple(replace(one, scores=sheet.scores(metrics[one.metric]).f1) for one in found)

"""The test results of pairs of systems, as rows and as columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from math import isnan
from typing import Any, Literal

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.remark import Remark
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance.adjustment import Adjustment, Correction
from leaderboard.significance.copies import Hypotheses, copy_groups
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.sampling import Sampling
from leaderboard.significance.shaffer import MOST, MOST_COLOURED

Test = Literal["ar", "bootstrap"]
Interval = Literal["t", "percentile", "bca"]
Verdict = Literal["significant", "tied", "identical", "untestable", "equivalent"]

# On the scale of scores: exact ties count as such, though floats may miss them.
TOLERANCE = 1e-12

Bounds = tuple[float, float]

VERDICTS: tuple[Verdict, ...] = ("significant", "tied", "identical", "untestable", "equivalent")
# The verdicts of pairs of which a test can say something.
TESTABLE: tuple[Verdict, ...] = ("significant", "tied", "equivalent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The design of the tests: everything but the data that the numbers depend on.

    ``attempts`` are numbers by system, where they are more than one.
    """

    test: Test = "ar"
    trials: int | None = None
    alpha: float = 0.05
    adjust: Adjustment = "shaffer"
    against: str | None = None
    draws: int = 2000
    interval: Interval = "t"
    seed: int = 12345
    unit: str = "document"
    margin: float | None = None
    attempts: tuple[tuple[str, int], ...] = ()

    def most_attempts(self, systems: Sequence[str]) -> int:
        """The most attempts that any of these systems was chosen among."""
        return max((count for system, count in self.attempts if system in systems), default=1)

    def correction(self, systems: int) -> Correction:
        """The correction of a family of so many distinct systems.

        Pairs with one baseline have no logical relations, and those of very many systems take too long.
        """
        if self.adjust != "shaffer":
            return self.adjust
        if self.against is not None or systems > MOST:
            return "holm"
        return "shaffer" if systems <= MOST_COLOURED else "shaffer_static"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One pair of systems by one metric; the difference is the first score less the second.

    Of equivalence something is said only where there is a margin, and of attempts where any are stated.
    """

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
    interval_joint: Bounds | None
    difference_error: float | None
    df: float | None
    p_equivalence: float | None = None
    p_equivalence_adjusted: float | None = None
    equivalent: bool | None = None
    attempts: int | None = None


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


@dataclass(frozen=True, slots=True)
class Equivalence:
    """P-values of the hypothesis that two systems are a margin apart, or more, for each pair.

    ``in_reach`` tells the pairs that could be shown to be equivalent if their scores were equal.
    """

    p: Floats
    p_adjusted: Floats
    equivalent: Bools
    in_reach: Bools


def bounds(low: float, high: float) -> Bounds | None:
    """An interval, or None where there is none."""
    return None if isnan(low) else (low, high)


def defined(values: Floats) -> list[float | None]:
    """The numbers, None for NaN."""
    return [None if isnan(value) else value for value in values.tolist()]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Family(Evidence):
    """All comparisons by one metric, corrected together for the ``hypotheses``: pairs of distinct systems.

    Each of the ``intervals`` holds alone; those in ``joint`` hold together, and there are none but of t.
    ``verdicts`` are places in VERDICTS, and ``remarks`` are what a reader should know. Rows are made when
    asked for: a thousand systems make half a million.
    """

    hypotheses: Hypotheses
    p_adjusted: Floats
    borderline: Bools
    verdicts: Indices
    joint: Floats
    equivalence: Equivalence | None
    remarks: tuple[Remark, ...] = ()

    @property
    def copies(self) -> tuple[tuple[str, ...], ...]:
        """The groups of systems that have equal sums on every unit."""
        return copy_groups(self.classes, self.systems)

    @property
    def distinct(self) -> int:
        """The number of systems, copies counted once."""
        return len(np.unique(self.classes))

    @property
    def correction(self) -> Correction:
        """The correction of the p-values."""
        return self.design.correction(self.distinct)

    def __len__(self) -> int:
        return len(self.pairing)

    def __iter__(self) -> Iterator[Comparison]:
        return self._rows(slice(None))

    def __getitem__(self, pair: int) -> Comparison:
        (comparison,) = self._rows(slice(pair, pair + 1))
        return comparison

    def _rows(self, pairs: slice) -> Iterator[Comparison]:
        columns = self.columns(pairs)
        rows = zip(*columns.values(), strict=True)
        return (Comparison(**dict(zip(columns, row, strict=True))) for row in rows)

    def columns(self, pairs: slice = slice(None)) -> dict[str, list[Any]]:
        """Return each field of these comparisons as a list, in the order of Comparison."""
        first, second = self.pairing.first[pairs], self.pairing.second[pairs]
        systems = np.array(self.systems, dtype=object)
        return {
            "first": systems[first].tolist(),
            "second": systems[second].tolist(),
            "metric": [self.metric] * len(first),
            "first_score": self.scores[first].tolist(),
            "second_score": self.scores[second].tolist(),
            "difference": (self.scores[first] - self.scores[second]).tolist(),
            "interval": list(starmap(bounds, self.intervals.bounds[pairs].tolist())),
            "p_value": self.p_values.p[pairs].tolist(),
            "p_adjusted": self.p_adjusted[pairs].tolist(),
            "standard_error": self.standard_errors[pairs].tolist(),
            "trials": self.p_values.trials[pairs].tolist(),
            "exact": self.p_values.exact[pairs].tolist(),
            "borderline": self.borderline[pairs].tolist(),
            "units": [self.units] * len(first),
            "units_differing": self.units_differing[pairs].tolist(),
            "verdict": np.array(VERDICTS, dtype=object)[self.verdicts[pairs]].tolist(),
            "interval_joint": list(starmap(bounds, self.joint[pairs].tolist())),
            "difference_error": defined(self.errors.error[pairs]),
            "df": defined(self.errors.df[pairs]),
            **self._of_equivalence(pairs),
            **({"attempts": self.attempts[pairs].tolist()} if self.design.attempts else {}),
        }

    def _of_equivalence(self, pairs: slice) -> dict[str, list[Any]]:
        if self.equivalence is None:
            return {}
        return {
            "p_equivalence": self.equivalence.p[pairs].tolist(),
            "p_equivalence_adjusted": self.equivalence.p_adjusted[pairs].tolist(),
            "equivalent": self.equivalence.equivalent[pairs].tolist(),
        }

    @property
    def testable(self) -> Bools:
        """Return True for each pair that a test can decide."""
        return np.isin(self.verdicts, [VERDICTS.index(one) for one in TESTABLE])

    def has(self, verdict: Verdict) -> Bools:
        """Return True for each pair with this verdict."""
        matches: Bools = self.verdicts == VERDICTS.index(verdict)
        return matches

    def p_table(self) -> Floats:
        """The p-values of each system with each other, 1 where a pair cannot differ significantly."""
        table = np.ones((len(self.systems), len(self.systems)))
        first, second = self.pairing.first, self.pairing.second
        table[first, second] = table[second, first] = np.where(self.testable, self.charged_p, 1)
        return table

    def better(self) -> Bools:
        """True if the system of the row is significantly better than that of the column."""
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

"""The comparisons of all pairs by one metric, corrected together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from math import isnan
from typing import Any

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.remark import Remark
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance.adjustment import Correction
from leaderboard.significance.comparison import TESTABLE, VERDICTS, Bounds, Comparison, Verdict
from leaderboard.significance.copies import Hypotheses, copy_groups
from leaderboard.significance.evidence import Evidence
from leaderboard.significance.pairing import Bools, Indices


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
    p_over_slices: Floats | None = None
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
            **self._of_runs(pairs),
            **self._over_slices(pairs),
        }

    def _over_slices(self, pairs: slice) -> dict[str, list[Any]]:
        if self.p_over_slices is None:
            return {}
        return {"p_over_slices": self.p_over_slices[pairs].tolist()}

    def _of_runs(self, pairs: slice) -> dict[str, list[Any]]:
        if not self.runs:
            return {}
        by_t, trials = self.by_t[pairs], self.p_values.trials[pairs]
        statistic = (self.differences / self.errors.error)[pairs]
        return {
            "trials": [None if known else count for known, count in zip(by_t, trials.tolist(), strict=True)],
            "test": np.where(by_t, "t", self.design.test).tolist(),
            "statistic": defined(np.where(by_t, statistic, np.nan)),
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
        return np.isin(self.verdicts, [VERDICTS.index(verdict) for verdict in TESTABLE])

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


def as_reported(tested: Sequence[Family], sheet: Scoresheet) -> tuple[Family, ...]:
    """The comparisons with the scores that are reported; rounded sums are for tests, which are over."""
    metrics = {metric.name: metric for metric in sheet.metrics}
    return tuple(replace(family, scores=sheet.scores(metrics[family.metric]).f1) for family in tested)

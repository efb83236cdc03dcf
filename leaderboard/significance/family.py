"""The comparisons of all pairs of systems by one metric, corrected together.

The evidence on pairs and systems is kept as columns; rows are made when asked for. Equivalence of two systems
is shown by two one-sided t tests (Schuirmann, 1987).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import starmap
from typing import Any, Literal

import numpy as np

from leaderboard.metrics.metric import Floats, Scale, scale_of
from leaderboard.remark import Remark
from leaderboard.scoresheet import PartName, Scoresheet
from leaderboard.significance.adjustment import Correction, adjusted, critical, shaffer, shaffer_critical
from leaderboard.significance.design import Design
from leaderboard.significance.intervals import Bounds, Errors, Intervals, bounds, defined, stdtr
from leaderboard.significance.pair_units import PairUnits
from leaderboard.significance.pairing import Bools, Hypotheses, Indices, Pairing, copy_groups
from leaderboard.significance.resampling import Sampling
from leaderboard.significance.runs import with_runs

Verdict = Literal["significant", "tied", "identical", "untestable", "equivalent"]

VERDICTS: tuple[Verdict, ...] = ("significant", "tied", "identical", "untestable", "equivalent")
# The verdicts of pairs of which a test can say something.
TESTABLE: tuple[Verdict, ...] = ("significant", "tied", "equivalent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One pair of systems by one metric; the difference is the first score less the second.

    Of equivalence something is said only where there is a margin, and of attempts where any are stated.
    A pair is ``contrastive`` if its second system is, which is outside the ranking.
    ``test`` and ``statistic`` are given where the test is not ``ar``, or any system has several runs. Pairs
    with such a system are tested by ``t``, which has a statistic and no ``trials``. ``p_over_slices`` is
    that of a pair on a slice. Where units are blocks of components, ``components`` are those of the pair.

    ``variance_ratio`` is the variance of the difference over that of swaps. The first system scores higher on
    the ``units_won``. ``without`` is the unit that changes the difference most when it is left out, to
    ``difference_without``. ``failures`` are units on which one answers nothing and the other something. Of
    several ``datasets`` there are the name, the difference, p, and p corrected for all pairs and datasets; on
    so many the first system is ``better`` or ``worse``.
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
    trials: int | None
    exact: bool
    borderline: bool
    units: int
    units_differing: int
    verdict: Verdict
    interval_joint: Bounds | None
    difference_error: float | None
    df: float | None
    variance_ratio: float | None = None
    units_won: int | None = None
    units_level: int | None = None
    units_lost: int | None = None
    difference_without: float | None = None
    without: PartName | None = None
    failures_first: int | None = None
    failures_second: int | None = None
    p_equivalence: float | None = None
    p_equivalence_adjusted: float | None = None
    equivalent: bool | None = None
    attempts: int | None = None
    test: str | None = None
    statistic: float | None = None
    p_over_slices: float | None = None
    components: int | None = None
    datasets: tuple[tuple[str, float, float, float], ...] | None = None
    datasets_better: int | None = None
    datasets_worse: int | None = None
    contrastive: bool | None = None


@dataclass(frozen=True, slots=True)
class PValues:
    """Of each pair: its p-value, the number of trials, whether those are all there are, and the statistic.

    The statistic is NaN but of studentized swaps, of which it may be infinite.
    """

    p: Floats
    trials: Indices
    exact: Bools
    statistic: Floats

    def of(self, pairs: Bools) -> PValues:
        """Return the p-values of some pairs."""
        return PValues(self.p[pairs], self.trials[pairs], self.exact[pairs], self.statistic[pairs])

    def among(self, pairs: Bools) -> PValues:
        """Return the p-values of some pairs among all of them, NaN and without trials for the others."""
        p, statistic = np.full((2, len(pairs)), np.nan)
        found = PValues(p, np.zeros(len(pairs), np.int64), np.zeros_like(pairs), statistic)
        found.p[pairs], found.trials[pairs], found.exact[pairs] = self.p, self.trials, self.exact
        found.statistic[pairs] = self.statistic
        return found


@dataclass(frozen=True, slots=True)
class Equivalence:
    """P-values of the hypothesis that two systems are a margin apart, or more, for each pair.

    ``in_reach`` tells the pairs that could be shown to be equivalent if all scores were equal.
    """

    p: Floats
    p_adjusted: Floats
    equivalent: Bools
    in_reach: Bools


@dataclass(frozen=True, slots=True)
class OverDatasets:
    """Of each pair, on each dataset alone: the difference, p, and p corrected for all pairs and datasets.

    Arrays are [pairs, datasets]. Holm's correction holds for every one of them, so datasets on which a system
    is better can be counted and named (Dror et al., 2017).
    """

    names: tuple[str, ...]
    differences: Floats
    p: Floats
    p_over: Floats
    _: KW_ONLY
    alpha: float
    sign: int = 1

    @property
    def better(self) -> Indices:
        """The number of datasets on which the first system of each pair is better."""
        return self._shown(self.sign * self.differences > 0)

    @property
    def worse(self) -> Indices:
        """The number of datasets on which it is worse."""
        return self._shown(self.sign * self.differences < 0)

    def _shown(self, ahead: Bools) -> Indices:
        shown: Indices = ((self.p_over <= self.alpha) & ahead).sum(axis=1)
        return shown


def _untold() -> Floats:
    """A column that is not there yet."""
    return np.empty(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """All comparisons by one metric, as columns, corrected together for the ``hypotheses``.

    ``scores`` and ``score_intervals`` have one entry a system, ``draws`` [systems, draws] are bootstrap
    scores, and copies share a number in ``classes``. Other columns have one entry a pair.
    ``errors`` of scores and differences are by jackknife, and by the variance between ``runs``, the numbers
    of which are as in a Scoresheet. ``hypotheses`` are the pairs of distinct systems.

    The columns from ``p_adjusted`` on are empty until pairs are corrected together. Each of the ``intervals``
    holds alone; those in ``joint`` hold together, and there are none but of t. ``verdicts`` are places in
    VERDICTS, and ``remarks`` are what a reader should know. ``documents`` is the number of documents where
    units are clusters or blocks of them. Where each pair has units of its own, ``pair_units`` are their
    numbers, and ``units`` is the greatest. Where the sums of units do not add up to those of the whole, there
    are no draws. Rows are made when asked for: a thousand systems make half a million.
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
    hypotheses: Hypotheses
    facts: PairUnits
    p_adjusted: Floats = field(default_factory=_untold)
    borderline: Bools = field(default_factory=lambda: _untold().astype(np.bool_))
    verdicts: Indices = field(default_factory=lambda: _untold().astype(np.int64))
    joint: Floats = field(default_factory=_untold)
    equivalence: Equivalence | None = None
    p_over_slices: Floats | None = None
    remarks: tuple[Remark, ...] = ()
    documents: int | None = None
    adds_up: bool = True
    pair_units: Indices | None = None
    components: Indices | None = None
    held_back: Bools | None = None
    datasets: OverDatasets | None = None

    @property
    def differences(self) -> Floats:
        """The first score less the second, for each pair."""
        return self.scores[self.pairing.first] - self.scores[self.pairing.second]

    @property
    def scale(self) -> Scale:
        """What the scores are."""
        return scale_of(self.metric)

    @property
    def gains(self) -> Floats:
        """The scores, of which more is better: their negatives where lower scores are."""
        return self.scale.sign * self.scores

    @property
    def ahead(self) -> Indices:
        """1 for each pair whose first system is ahead, -1 where the second is, 0 where they are level."""
        differences = self.scale.sign * self.differences
        apart = np.abs(differences) > self.scale.tolerance
        return np.sign(np.where(apart, differences, 0)).astype(np.int64)

    @property
    def is_drawn(self) -> bool:
        """True if draws say anything, which takes several units."""
        return self.units > 1 and self.draws.shape[1] > 0

    @property
    def by_t(self) -> Bools:
        """True for each pair tested by t."""
        return self.design.by_t(self.runs, len(self.systems), self.pairing)

    @property
    def with_runs(self) -> Bools:
        """True for each pair of which either system has several runs."""
        return with_runs(self.runs, len(self.systems), self.pairing)

    @property
    def sampled(self) -> Bools:
        """True for each pair that took random trials."""
        return ~self.p_values.exact & ~self.by_t

    @property
    def attempts(self) -> Indices:
        """The larger number of attempts of the two systems, for each pair."""
        return self.design.attempts_of(self.systems, self.pairing)

    @property
    def charged_p(self) -> Floats:
        """The p-values times the number of attempts, at most 1: what is corrected."""
        return np.minimum(self.p_values.p * self.attempts, 1)

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
            "units": self.units_of_pairs[pairs].tolist(),
            "units_differing": self.units_differing[pairs].tolist(),
            "verdict": np.array(VERDICTS, dtype=object)[self.verdicts[pairs]].tolist(),
            "interval_joint": list(starmap(bounds, self.joint[pairs].tolist())),
            "difference_error": defined(self.errors.error[pairs]),
            "df": defined(self.errors.df[pairs]),
            **self._of_equivalence(pairs),
            **({"attempts": self.attempts[pairs].tolist()} if self.design.attempts else {}),
            **self._of_runs(pairs),
            **self._over_slices(pairs),
            **self._of_units(pairs),
            **self._of_datasets(pairs),
            **({} if self.components is None else {"components": self.components[pairs].tolist()}),
            **self._contrastive(len(first)),
        }

    def _contrastive(self, pairs: int) -> dict[str, list[Any]]:
        contrastive = self.design.contrastive
        return {} if contrastive is None else {"contrastive": [contrastive] * pairs}

    @property
    def units_of_pairs(self) -> Indices:
        """The number of units of each pair."""
        return np.full(len(self.pairing), self.units) if self.pair_units is None else self.pair_units

    def _of_units(self, pairs: slice) -> dict[str, list[Any]]:
        """What single units say of pairs; nothing where they are not swapped, or the two are identical."""
        facts, differ = self.facts, self.hypotheses.number[pairs] >= 0
        places = np.where(differ, facts.without[pairs], -1).tolist()
        counts = {
            "units_won": facts.won,
            "units_level": facts.level,
            "units_lost": facts.lost,
            "failures_first": facts.failures_first,
            "failures_second": facts.failures_second,
        }
        return {
            "variance_ratio": defined(
                np.where(self.errors.of(pairs).known, facts.variance_ratio[pairs], np.nan)
            ),
            "difference_without": defined(np.where(differ, facts.difference_without[pairs], np.nan)),
            "without": [None if place < 0 else facts.names[place] for place in places],
            **{
                name: [None if value < 0 else value for value in column[pairs].tolist()]
                for name, column in counts.items()
            },
        }

    def _of_datasets(self, pairs: slice) -> dict[str, list[Any]]:
        found = self.datasets
        if found is None:
            return {}
        parts = (found.differences[pairs].tolist(), found.p[pairs].tolist(), found.p_over[pairs].tolist())
        return {
            "datasets": [tuple(zip(found.names, *row, strict=True)) for row in zip(*parts, strict=True)],
            "datasets_better": found.better[pairs].tolist(),
            "datasets_worse": found.worse[pairs].tolist(),
        }

    def _over_slices(self, pairs: slice) -> dict[str, list[Any]]:
        if self.p_over_slices is None:
            return {}
        return {"p_over_slices": self.p_over_slices[pairs].tolist()}

    def _of_runs(self, pairs: slice) -> dict[str, list[Any]]:
        if not self.runs and self.design.test == "ar":
            return {}
        by_t, trials = self.by_t[pairs], self.p_values.trials[pairs]
        of_t, own = self.differences / self.errors.error, self.p_values.statistic
        statistic = np.where(by_t, of_t[pairs], np.where(self.hypotheses.differ, own, np.nan)[pairs])
        return {
            "trials": [None if known else count for known, count in zip(by_t, trials.tolist(), strict=True)],
            "test": np.where(by_t, "t", self.design.test).tolist(),
            "statistic": defined(np.where(np.isfinite(statistic), statistic, np.nan)),
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
            self.has("significant") & (sign * self.scale.sign * self.differences > 0) for sign in (1, -1)
        )
        table[first[ahead], second[ahead]] = True
        table[second[behind], first[behind]] = True
        return table


def as_reported(tested: Sequence[Family], sheet: Scoresheet) -> tuple[Family, ...]:
    """The comparisons with the scores that are reported; rounded sums are for tests, which are over."""
    metrics = {metric.name: metric for metric in sheet.metrics}
    return tuple(replace(family, scores=sheet.scores(metrics[family.metric]).f1) for family in tested)


def is_untestable(family: Family) -> Bools:
    """True for each pair of which too few units differ, or that t has no standard error for."""
    out_of_reach = family.design.out_of_reach(family.units_differing, family.attempts)
    return out_of_reach | (family.by_t & ~family.errors.known)


def corrected(p: Floats, family: Hypotheses, design: Design) -> Floats:
    """The adjusted p-values of hypotheses, to be compared with alpha by <=."""
    method = design.correction(family.systems)
    if method == "shaffer" or method == "shaffer_static":
        return shaffer(p, family.first, family.second, family.systems)
    return adjusted(p, method)


def judged(family: Family) -> Family:
    """The family with adjusted p-values, verdicts and whether more trials could change them.

    All pairs of two distinct systems and their copies are one hypothesis and share what is said of it;
    copies of each other are identical, with an adjusted p-value of 1.
    """
    design, tested = family.design, family.hypotheses
    pairs = tested.largest(family.p_values.p * family.attempts)
    p, times = family.charged_p[pairs], family.attempts[pairs]
    errors = family.standard_errors[pairs] * times
    p_adjusted = corrected(p, tested, design)
    untestable = is_untestable(family)[pairs]
    verdicts = np.where(p_adjusted <= design.alpha, VERDICTS.index("significant"), VERDICTS.index("tied"))
    verdicts[untestable] = VERDICTS.index("untestable")
    borderline = _borderline(p, errors, p_adjusted, tested, design) & ~untestable
    return replace(
        family,
        p_adjusted=tested.by_pair(p_adjusted, copies=1),
        borderline=tested.by_pair(borderline, copies=False),
        verdicts=tested.by_pair(verdicts, copies=VERDICTS.index("identical")),
    )


def _borderline(p: Floats, errors: Floats, p_adjusted: Floats, family: Hypotheses, design: Design) -> Bools:
    """True if p + 2 SE or p - 2 SE would change sides, the other p-values held fixed."""
    alpha, method = design.alpha, design.correction(family.systems)
    significant = p_adjusted <= alpha
    high, low = p + 2 * errors, p - 2 * errors
    doubtful = (errors > 0) & np.where(significant, len(p) * high > alpha, low <= alpha)
    if method == "shaffer" or method == "shaffer_static":
        ends = family.first, family.second, family.systems
        limit = shaffer_critical(significant, doubtful, *ends, alpha)
    else:
        limit = critical(p, method, alpha)
    return doubtful & np.where(significant, high > limit, low <= limit)


# What more failures of the first and of the second system could do to a difference.
Allowed = tuple[Floats | int, Floats | int]
_NOTHING: Allowed = (0, 0)


def p_equivalence(differences: Floats, errors: Errors, margin: float, allowed: Allowed = _NOTHING) -> Floats:
    """The larger of P(T_df > (M -+ D - e) / SE), 1 where there is no standard error.

    e is what more failures of the system behind could add. Where it is 0, p is at most alpha if and only if
    the t interval of level 1 - 2 alpha lies within -M and M.
    """
    of_first, of_second = allowed
    ahead = np.maximum(differences + of_second, -differences + of_first)
    p = stdtr(errors.df, (ahead - margin) / errors.error)
    return np.where(errors.known, p, 1.0)


def equivalence(
    differences: Floats, errors: Errors, pairs: Hypotheses, design: Design, allowed: Allowed = _NOTHING
) -> Equivalence | None:
    """Test equivalence within the margin, if there is one, corrected for the pairs of distinct systems."""
    margin = design.margin
    if margin is None:
        return None
    p = p_equivalence(differences, errors, margin, allowed)
    p_adjusted = pairs.by_pair(adjusted(p[pairs.largest(p)], design.procedure), copies=1)
    at_best = p_equivalence(np.zeros(len(p)), errors, margin)
    least = pairs.by_pair(adjusted(at_best[pairs.largest(at_best)], design.procedure), copies=1)
    return Equivalence(
        p=np.where(pairs.differ, p, 1.0),
        p_adjusted=p_adjusted,
        equivalent=(p_adjusted <= design.alpha) & errors.known,
        in_reach=least <= design.alpha,
    )


def with_equivalent(verdicts: Indices, equivalence: Equivalence) -> Indices:
    """The verdicts, with tied pairs that are equivalent called so."""
    tied = verdicts == VERDICTS.index("tied")
    return np.where(tied & equivalence.equivalent, VERDICTS.index("equivalent"), verdicts)


def with_equivalence(family: Family) -> Family:
    """The family with what is known of equivalence, if there is a margin."""
    tested = family.differences, family.errors, family.hypotheses, family.design
    near = equivalence(*tested, (family.facts.allowed_first, family.facts.allowed_second))
    if near is None:
        return replace(family, equivalence=None)
    plain = equivalence(*tested)
    assert plain is not None
    verdicts = with_equivalent(family.verdicts, near)
    held_back = plain.equivalent & ~near.equivalent & (family.verdicts == VERDICTS.index("tied"))
    return replace(family, equivalence=near, verdicts=verdicts, held_back=held_back)

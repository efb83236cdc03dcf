"""Power: the smallest difference between two systems that a test set can be expected to detect.

Also the other way round: how many units show a difference that was observed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isinf
from statistics import NormalDist

import numpy as np

from leaderboard.errors import NothingToDo
from leaderboard.metrics.metric import Floats, Metric, metric_named
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Units
from leaderboard.significance.design import attainable
from leaderboard.significance.family import Family
from leaderboard.significance.intervals import stdtrit
from leaderboard.significance.jackknife import influence, scores_without, unit_variances
from leaderboard.significance.pairing import (
    TOLERANCE,
    Bools,
    Hypotheses,
    Indices,
    Pairing,
    all_pairs,
    best_first,
    distinct_pairs,
)
from leaderboard.significance.resampling import sampling
from leaderboard.significance.runs import first_rows, run_counts, run_variance, units_apart, with_runs

POWER = 0.8


@dataclass(frozen=True, slots=True)
class Detectable:
    """The smallest detectable difference over all pairs of systems: the median and the range.

    Where no test of a pair can be significant, its difference is larger than any number, which is None here.
    """

    units: int
    alpha: float
    median: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity:
    """The smallest difference one metric can detect at alpha and alpha / pairs, by number of units.

    ``pairs`` are those of distinct systems; ``identical`` pairs of copies have no difference to detect.
    ``standard_error`` is the median over pairs, None if no pair has one.
    ``needed`` are the units by which equal scores are shown to be less than a margin apart, at both levels,
    if there is one: None where no number of units is enough, because runs vary too much.
    """

    metric: str
    pairs: int
    identical: int
    standard_error: float | None
    single: Detectable
    corrected: Detectable
    needed: tuple[float | None, float | None] | None
    curve: tuple[tuple[Detectable, Detectable], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variances:
    """Of each pair: the parts of the variance of its difference, over ``units`` and between runs.

    ``documents`` [pairs, datasets] are V_g / G^2, and ``differing`` the units that differ there. ``df`` are
    those of a t test, used where a system has ``several`` runs. ``between`` is the variance between runs, and
    ``squares`` the sum of its squares by their df.
    """

    units: int
    documents: Floats
    differing: Indices
    df: Floats
    several: Bools
    between: Floats
    squares: Floats
    tolerance: float = TOLERANCE

    @classmethod
    def among(cls, units: Units, metric: Metric, pairing: Pairing) -> Variances:
        """The variances by one metric, with the runs that there are."""
        psi, drawn_from = influence(scores_without(units, metric), units.dataset), sampling(units, metric)
        documents, differing, df = np.zeros((3, len(pairing), len(drawn_from.strata)))
        for run, differ in units_apart(units.sums[metric.name], pairing, units.runs):
            apart = unit_variances(psi[run.anchor] - psi[run.partners], differ, drawn_from)
            for place, (variance, of_t) in enumerate(apart):
                documents[run.pairs, place], df[run.pairs, place] = variance, of_t
                differing[run.pairs, place] = differ[:, drawn_from.strata[place]].sum(axis=1)
        runs = run_variance(units, metric)
        first, second = runs.of(pairing.first), runs.of(pairing.second)
        return cls(
            units=len(units.names),
            documents=documents,
            differing=differing.astype(np.int64),
            df=df,
            several=with_runs(units.runs, len(units.systems), pairing),
            # Without documents that stand for others there is no error.
            between=(first.variance + second.variance) * bool(drawn_from.strata),
            squares=(first.variance**2 + second.variance**2) / np.minimum(first.df, second.df),
            tolerance=drawn_from.tolerance,
        )

    @property
    def errors(self) -> Floats:
        """The standard error of each difference, NaN where there is none."""
        error = np.sqrt(self.documents.sum(axis=1) + self.between)
        return np.where(error > self.tolerance, error, np.nan)

    def of(self, pairs: Indices) -> Variances:
        """Those of some pairs."""
        columns = ("documents", "differing", "df", "several", "between", "squares")
        return replace(self, **{name: getattr(self, name)[pairs] for name in columns})

    def with_runs(self, spread: Floats, runs: int) -> Variances:
        """Those with another number of runs of both systems, which have s^2 ``spread`` [2, pairs]."""
        between = spread / runs
        return replace(self, between=between.sum(axis=0), squares=(between**2).sum(axis=0) / (runs - 1))

    def smallest(self, wanted: int, alpha: float) -> Floats:
        """(t(1 - alpha/2, df) + t(0.8, df)) SE with n' wanted units; infinite if swaps cannot reach alpha.

        SE^2 = V n / n' + V_runs. Of k units that differ, k n' / n do, and df_g is one less: the smallest p is
        by swaps. Where a system has several runs, it is by t, and its df grow with the units.
        """
        fewer = self.units / wanted
        df = np.where(self.several[:, None], self.df / fewer, np.maximum(self.differing / fewer - 1, 1))
        documents = self.documents * fewer
        variance = documents.sum(axis=1) + self.between
        df = variance**2 / ((documents**2 / df).sum(axis=1) + self.squares)
        smallest = (stdtrit(df, 1 - alpha / 2) + stdtrit(df, POWER)) * np.sqrt(variance)
        differing = self.differing.sum(axis=1) * wanted // self.units
        return np.where(attainable(differing) > alpha, np.inf, smallest)

    def at_both(self, wanted: int, alpha: float, pairs: int) -> tuple[Detectable, Detectable]:
        """The smallest detectable difference at alpha and at alpha / pairs."""
        return self.detectable(wanted, alpha), self.detectable(wanted, alpha / pairs)

    def detectable(self, wanted: int, alpha: float) -> Detectable:
        """The median and the range over pairs."""
        found = self.smallest(wanted, alpha)
        if not len(found):
            return Detectable(wanted, alpha, None, None, None)
        ends = (float(of(found)) for of in (np.median, np.min, np.max))
        return Detectable(wanted, alpha, *(None if isinf(end) else end for end in ends))


def sensitivities(
    units: Units, alpha: float, sizes: Sequence[int], margin: float | None
) -> tuple[Sensitivity, ...]:
    """One a metric; the curve has a point for each number of units in ``sizes``."""
    pairing = all_pairs(len(units.systems))
    if not len(pairing):
        raise NothingToDo("there is only 1 system; power needs two or more")
    if len(units.names) == 1:
        raise NothingToDo("there is only 1 unit; power needs two or more")
    distinct = {metric.name: distinct_pairs(units, metric.name, pairing) for metric in units.metrics}
    if not any(map(len, distinct.values())):
        raise NothingToDo("all systems are identical; power needs systems that differ")
    return tuple(
        _sensitivity(
            metric.name,
            Variances.among(units, metric, pairing),
            distinct[metric.name],
            alpha,
            sizes,
            margin,
        )
        for metric in units.metrics
    )


def _sensitivity(
    metric: str,
    every: Variances,
    pairs: Hypotheses,
    alpha: float,
    sizes: Sequence[int],
    margin: float | None,
) -> Sensitivity:
    errors = every.errors
    chosen = pairs.largest(errors)
    chosen = chosen[~np.isnan(errors[chosen])]
    known = every.of(chosen)
    tests = max(1, len(pairs))
    single, corrected = known.at_both(every.units, alpha, tests)
    return Sensitivity(
        metric=metric,
        pairs=len(pairs),
        identical=int((~pairs.differ).sum()),
        standard_error=float(np.median(errors[chosen])) if len(chosen) else None,
        single=single,
        corrected=corrected,
        needed=_needed(known, margin, alpha, tests),
        curve=tuple(known.at_both(wanted, alpha, tests) for wanted in sizes),
    )


def _needed(
    known: Variances, margin: float | None, alpha: float, pairs: int
) -> tuple[float | None, float | None] | None:
    """The units that a margin needs, for one pair and for all pairs of distinct systems."""
    if margin is None or not len(known.documents):
        return None
    documents = known.documents.sum(axis=1)
    single, corrected = (
        units_needed(documents, known.between, known.units, margin, level) for level in (alpha, alpha / pairs)
    )
    return single, corrected


def units_needed(documents: Floats, between: Floats, units: int, margin: float, alpha: float) -> float | None:
    """n' = n V / ((M / (z_{1 - alpha} + z_{0.9}))^2 - V_runs) units show equal scores to be equivalent.

    They do in 80 % of cases. It is the median over pairs, whose variances over ``documents`` are those of n
    units. More units do not reduce the variance ``between`` runs: None where no number of units is enough.
    """
    normal = NormalDist()
    room = (margin / (normal.inv_cdf(1 - alpha) + normal.inv_cdf(0.9))) ** 2 - between
    needed = np.full(len(documents), np.inf)
    np.divide(units * documents, room, out=needed, where=room > 0)
    median = float(np.median(needed))
    return None if isinf(median) else median


# The numbers of runs of each system that are planned for.
PLANNED = (2, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class Plan:
    """The smallest detectable difference with so many runs by number of units, at alpha and alpha / pairs."""

    runs: int
    curve: tuple[tuple[Detectable, Detectable], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPower:
    """The power of tests of one metric where systems have several runs.

    ``documents`` and ``between`` are parts of the variance of a difference, medians over the ``pairs`` tested
    by t: that over documents and that between runs, with the documents and runs that there are.
    """

    metric: str
    pairs: int
    documents: float
    between: float
    plans: tuple[Plan, ...]

    def remarks(self, units: int, unit: str) -> tuple[Remark, ...]:
        """Which of more runs and more units helps more, unless no test of so many units detects anything."""
        here = (single for plan in self.plans for single, _ in plan.curve if single.units == units)
        if all(single.median is None for single in here):
            return ()
        more = "runs" if self.between > self.documents else "documents"
        return (remark("helps_more", more=more, unit=unit),)


def run_power(units: Units, alpha: float, sizes: Sequence[int]) -> tuple[RunPower, ...]:
    """The power by each metric whose tests say anything of systems with several runs."""
    powers = (_run_power(units, metric, alpha, sizes) for metric in units.metrics if units.runs)
    return tuple(power for power in powers if power is not None)


def _run_power(units: Units, metric: Metric, alpha: float, sizes: Sequence[int]) -> RunPower | None:
    pairing, systems = all_pairs(len(units.systems)), len(units.systems)
    every, family = Variances.among(units, metric, pairing), distinct_pairs(units, metric.name, pairing)
    chosen = family.largest(every.errors)
    chosen = chosen[every.several[chosen] & ~np.isnan(every.errors[chosen])]
    if not len(chosen):
        return None
    squares = run_variance(units, metric).variance * run_counts(units.runs, systems)
    spread = squares[np.stack([pairing.first, pairing.second])][:, chosen]
    known = every.of(chosen)
    return RunPower(
        metric=metric.name,
        pairs=len(chosen),
        documents=float(np.median(known.documents.sum(axis=1))),
        between=float(np.median(known.between)),
        plans=tuple(
            Plan(
                runs,
                tuple(known.with_runs(spread, runs).at_both(size, alpha, len(family)) for size in sizes),
            )
            for runs in PLANNED
        ),
    )


# More units than this are not counted.
MOST_NEEDED = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """The units that show the observed difference of two systems, if it is the true one, in 80 % of cases.

    At alpha, and ``corrected`` at alpha / pairs; ``least`` are those for the end of the single interval that
    is farthest from 0. None: more than a million.
    """

    first: str
    second: str
    single: int | None
    corrected: int | None
    least: int | None


def needed_by_best(units: Units, family: Family) -> Needed | None:
    """The units that the two best distinct systems need, if they are a pair that is tested."""
    order = best_first(family.gains, family.systems)
    ends = [order[0], *order[family.classes[order] != family.classes[order[0]]][:1]]
    both = np.isin(family.pairing.first, ends) & np.isin(family.pairing.second, ends)
    found = documents_needed(units, family, int(both.argmax())) if both.any() else None
    if found is None or found.first == family.systems[order[0]]:
        return found
    return replace(found, first=found.second, second=found.first)


def documents_needed(units: Units, family: Family, pair: int = 0) -> Needed | None:
    """The units that a pair needs; None unless it is tied, of single outputs, and units are swapped."""
    swapped = units.is_sample and units.adds_up and bool(family.facts.names)
    planned = family.has("tied") & family.errors.known & ~family.with_runs
    if not (swapped and planned[pair]):
        return None
    ends = [int(family.pairing.first[pair]), int(family.pairing.second[pair])]
    metric = metric_named(units.metrics, family.metric)
    rows = first_rows(units.runs, len(units.systems))[ends]
    first, second = (family.systems[end] for end in ends)
    alone = replace(
        units, systems=(first, second), sums={metric.name: units.sums[metric.name][rows]}, runs=()
    )
    known = Variances.among(alone, metric, all_pairs(2))
    alpha, difference = family.design.alpha, abs(float(family.differences[pair]))
    return Needed(
        first=first,
        second=second,
        single=least_units(known, difference, alpha),
        corrected=least_units(known, difference, alpha / len(family.hypotheses)),
        least=least_units(known, float(np.abs(family.intervals.bounds[pair]).max()), alpha),
    )


def least_units(known: Variances, difference: float, alpha: float) -> int | None:
    """The least number of units with which the only pair detects this difference, if there is one."""
    numbers = range(1, MOST_NEEDED + 1)
    place = bisect_left(numbers, True, key=lambda wanted: known.smallest(wanted, alpha)[0] <= difference)
    return numbers[place] if place < len(numbers) else None

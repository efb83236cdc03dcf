"""Power: the smallest difference between two systems that a test set can be expected to detect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf
from statistics import NormalDist

import numpy as np

from leaderboard.errors import NothingToDo
from leaderboard.metrics.metric import Floats, Metric
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Units
from leaderboard.significance.jackknife import difference_errors, influence, pair_errors, scores_without
from leaderboard.significance.pairing import TOLERANCE, Hypotheses, Pairing, all_pairs, distinct_pairs
from leaderboard.significance.resampling import sampling, score_draws
from leaderboard.significance.runs import no_variance, run_counts, run_variance, with_runs
from leaderboard.threads import ALONE, Work

POWER = 0.8


@dataclass(frozen=True, slots=True)
class Detectable:
    """The smallest detectable difference over all pairs of systems: the median and the range."""

    units: int
    alpha: float
    median: float
    low: float
    high: float

    @property
    def in_reach(self) -> bool:
        """True if a test can be significant at all where every unit differs: 2 / 2^n is the smallest p."""
        return 2.0 ** (1 - self.units) <= self.alpha


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity:
    """The smallest difference one metric can detect at alpha and alpha / pairs, by number of units.

    ``pairs`` are those of distinct systems; ``identical`` pairs of copies have no difference to detect.
    ``needed`` are the units by which equal scores are shown to be less than a margin apart, at both levels,
    if there is one: None where no number of units is enough, because runs vary too much.
    """

    metric: str
    pairs: int
    identical: int
    standard_error: float
    single: Detectable
    corrected: Detectable
    needed: tuple[float | None, float | None] | None
    curve: tuple[tuple[Detectable, Detectable], ...]


def sensitivities(
    units: Units,
    alpha: float = 0.05,
    draws: int = 2000,
    seed: int = 12345,
    sizes: Sequence[int] = (),
    work: Work = ALONE,
    margin: float | None = None,
) -> tuple[Sensitivity, ...]:
    """One a metric; the curve has a point for each number of units in ``sizes``."""
    pairing = all_pairs(len(units.systems))
    if not len(pairing):
        raise NothingToDo("there is only 1 system; power needs two or more")
    if len(units.names) == 1:
        raise NothingToDo("there is only 1 unit; power needs two or more")
    distinct = {metric.name: distinct_pairs(units, metric.name, pairing) for metric in units.metrics}
    if not all(map(len, distinct.values())):
        raise NothingToDo("all systems are identical; power needs systems that differ")
    drawn = score_draws(units, draws, seed, work)
    return tuple(
        _sensitivity(
            metric.name,
            standard_errors(drawn[metric.name], pairing),
            distinct[metric.name],
            len(units.names),
            alpha,
            sizes,
            _needed(units, metric, pairing, distinct[metric.name], margin, alpha),
        )
        for metric in units.metrics
    )


def standard_errors(draws: Floats, pairing: Pairing) -> Floats:
    """SE of the difference of each pair: the standard deviation over bootstrap draws [systems, draws]."""
    errors = np.zeros(len(pairing))
    for run in pairing.runs:
        errors[run.pairs] = (draws[run.anchor] - draws[run.partners]).std(axis=1, ddof=1)
    return errors


def detectable(errors: Floats, units: int, wanted: int, alpha: float) -> Detectable:
    """(z_{1 - alpha/2} + z_{0.8}) SE sqrt(n / n'), for n' wanted units where the errors are of n."""
    normal = NormalDist()
    factor = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(POWER)
    smallest = factor * errors * np.sqrt(units / wanted)
    low, median, high = np.quantile(smallest, [0, 0.5, 1]).tolist()
    return Detectable(wanted, alpha, median, low, high)


def _needed(
    units: Units, metric: Metric, pairing: Pairing, pairs: Hypotheses, margin: float | None, alpha: float
) -> tuple[float | None, float | None] | None:
    """The units that a margin needs, for one pair and for all pairs of distinct systems."""
    if margin is None:
        return None
    runs, total = run_variance(units, metric), pair_errors(units, metric, pairing)
    chosen = pairs.largest(total.error)
    chosen = chosen[total.known[chosen]]
    if not len(chosen):
        return None
    between = runs.variance[pairing.first[chosen]] + runs.variance[pairing.second[chosen]]
    documents = np.maximum(total.error[chosen] ** 2 - between, 0)
    single, corrected = (
        units_needed(documents, between, len(units.names), margin, level)
        for level in (alpha, alpha / len(pairs))
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


def _sensitivity(
    metric: str,
    every: Floats,
    pairs: Hypotheses,
    units: int,
    alpha: float,
    sizes: Sequence[int],
    needed: tuple[float | None, float | None] | None,
) -> Sensitivity:
    levels = (alpha, alpha / len(pairs))
    errors = every[pairs.largest(every)]

    def both(wanted: int) -> tuple[Detectable, Detectable]:
        single, corrected = (detectable(errors, units, wanted, level) for level in levels)
        return single, corrected

    single, corrected = both(units)
    return Sensitivity(
        metric=metric,
        pairs=len(pairs),
        identical=int((~pairs.differ).sum()),
        standard_error=float(np.median(errors)),
        single=single,
        corrected=corrected,
        needed=needed,
        curve=tuple(both(wanted) for wanted in sizes),
    )


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

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Which of more runs and more documents helps more: the larger part of the variance says."""
        more = "runs" if self.between > self.documents else "documents"
        return (remark("helps_more", more=more),)


@dataclass(frozen=True, slots=True)
class Variances:
    """Of each pair: the variance over n units, its square by its df, and s^2 [2, pairs] between runs."""

    units: int
    documents: Floats
    squares: Floats
    between: Floats

    def at_both(
        self, runs: int, units: int, single: float, corrected: float
    ) -> tuple[Detectable, Detectable]:
        """The smallest detectable difference at two levels."""
        return self.detectable(runs, units, single), self.detectable(runs, units, corrected)

    def detectable(self, runs: int, units: int, alpha: float) -> Detectable:
        """(t(1 - alpha/2, df) + t(0.8, df)) SE over n' units and k runs, with the df of the test.

        SE^2 = V n / n' + (s_A^2 + s_B^2) / k, where the degrees of freedom of V grow with the units.
        """
        from leaderboard.significance.intervals import stdtrit

        fewer, spread = self.units / units, self.between / runs
        variance = self.documents * fewer + spread.sum(axis=0)
        df = variance**2 / (self.squares * fewer**3 + (spread**2).sum(axis=0) / (runs - 1))
        smallest = (stdtrit(df, 1 - alpha / 2) + stdtrit(df, POWER)) * np.sqrt(variance)
        low, median, high = np.quantile(smallest, [0, 0.5, 1]).tolist()
        return Detectable(units, alpha, median, low, high)


def run_power(units: Units, alpha: float = 0.05, sizes: Sequence[int] = ()) -> tuple[RunPower, ...]:
    """The power by each metric whose tests say anything of systems with several runs."""
    powers = (_run_power(units, metric, alpha, sizes) for metric in units.metrics if units.runs)
    return tuple(power for power in powers if power is not None)


def _run_power(units: Units, metric: Metric, alpha: float, sizes: Sequence[int]) -> RunPower | None:
    pairing, systems = all_pairs(len(units.systems)), len(units.systems)
    drawn_from, psi = sampling(units, metric), influence(scores_without(units, metric), units.dataset)
    errors = difference_errors(psi, units, metric, drawn_from, pairing, no_variance(systems))
    documents, squares = np.nan_to_num([errors.error**2, errors.error**4 / errors.df])
    counts, between = run_counts(units.runs, systems), run_variance(units, metric).variance
    ends = np.stack([pairing.first, pairing.second])
    family = distinct_pairs(units, metric.name, pairing)
    total = documents + between[ends].sum(axis=0)
    tested = with_runs(units.runs, systems, pairing) & (total > TOLERANCE**2)
    pairs = np.array([pair for pair in family.largest(total) if tested[pair]], dtype=np.int64)
    if not len(pairs) or not drawn_from.strata:
        return None
    spread = (between * counts)[ends][:, pairs]
    known = Variances(len(units.names), documents[pairs], squares[pairs], spread)
    return RunPower(
        metric=metric.name,
        pairs=len(pairs),
        documents=float(np.median(documents[pairs])),
        between=float(np.median(between[ends][:, pairs].sum(axis=0))),
        plans=tuple(
            Plan(runs, tuple(known.at_both(runs, size, alpha, alpha / len(family)) for size in sizes))
            for runs in PLANNED
        ),
    )

"""Power of the test of methods: what more runs and more documents make detectable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Units
from leaderboard.significance.copies import distinct_pairs
from leaderboard.significance.evidence import TOLERANCE
from leaderboard.significance.jackknife import difference_errors, influence, scores_without
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.power import POWER, Detectable
from leaderboard.significance.runs import by_t, no_variance, run_counts, run_variance
from leaderboard.significance.sampling import sampling

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
        from leaderboard.significance.distributions import stdtrit

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
    tested = by_t(units.runs, systems, pairing) & (total > TOLERANCE**2)
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

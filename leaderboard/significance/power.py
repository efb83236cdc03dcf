"""Power: the smallest difference between two systems that a test set can be expected to detect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from leaderboard.errors import NothingToDo
from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units
from leaderboard.significance.bootstrap import score_draws
from leaderboard.significance.copies import Hypotheses, distinct_pairs
from leaderboard.significance.equivalence import units_needed
from leaderboard.significance.jackknife import difference_errors, influence, scores_without
from leaderboard.significance.pairing import Pairing, all_pairs
from leaderboard.significance.runs import run_variance
from leaderboard.significance.sampling import sampling
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
    psi = influence(scores_without(units, metric), units.dataset)
    runs, drawn_from = run_variance(units, metric), sampling(units, metric)
    total = difference_errors(psi, units, metric, drawn_from, pairing, runs)
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

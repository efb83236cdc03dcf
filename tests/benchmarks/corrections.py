"""What corrections and intervals cost beside the tests: ``python -m tests.benchmarks.corrections``.

Tests are timed with few trials, as if no pair stopped early, and the seconds of as many as are needed follow:
each trial takes as long. The corrections get p-values of that many trials, by the normal distribution.
Seconds are those of one processor, all in one run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeVar

import numpy as np
from scipy.special import ndtr

from leaderboard.ranking.standings import ranking
from leaderboard.scoresheet import Units, mean_score
from leaderboard.significance.design import Design, trials_needed
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Family, PValues
from leaderboard.significance.jackknife import estimates
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.randomization import randomization
from leaderboard.threads import ALONE
from tests.benchmarks.test_significance import units_of_all_metrics

SIZES = ((14, 8), (60, 8), (100, 8), (300, 8))  # systems and metrics
DOCUMENTS, TIMED, SEED, ALPHA = 40, 1024, 1, 0.05
COLUMNS = ("systems", "metrics", "trials", "tests", "intervals", "corrections", "ranks", "share")

Result = TypeVar("Result")


def main() -> None:
    """Print a row for each size; the share is that of intervals and corrections in the tests."""
    print(*(f"{column:>12}" for column in COLUMNS))
    for systems, metrics in SIZES:
        units = units_of_all_metrics(systems, DOCUMENTS)
        trials = trials_needed(systems * (systems - 1) // 2, ALPHA)
        timed_tests, *others = seconds(replace(units, metrics=units.metrics[-metrics:]), trials)
        tests = timed_tests * trials / TIMED
        share = (others[0] + others[1]) / tests
        cells = (f"{cell:.2f}" for cell in (tests, *others))
        print(*(f"{cell:>12}" for cell in (systems, metrics, trials, *cells, f"{share:.3%}")), flush=True)


def seconds(units: Units, trials: int) -> Iterator[float]:
    """The seconds of the tests (with few trials), of the intervals, of the corrections and of the ranks."""
    pairing = all_pairs(len(units.systems))
    design = Design(trials=1, draws=2, seed=SEED)
    scores = [mean_score(metric, units.sums[metric.name], units.dataset).f1 for metric in units.metrics]
    differences = [score[pairing.first] - score[pairing.second] for score in scores]
    yield timed(partial(randomization, units, pairing, differences, (TIMED,), SEED, ALONE))[0]
    draws = np.zeros((len(units.systems), 2))
    every = list(zip(units.metrics, scores, strict=True))
    yield timed(lambda: [estimates(units, one, pairing, score, draws, design) for one, score in every])[0]
    tested = [with_p_values(family, trials) for family in families(units, design)]
    spent, corrected = timed(lambda: [within(family, units.systems) for family in tested])
    yield spent
    yield timed(lambda: [ranking(family) for family in corrected])[0]


def with_p_values(family: Family, trials: int) -> Family:
    """The family as if so many trials had been made."""
    count = len(family)
    p = 2 * ndtr(-np.abs(family.differences) / family.errors.error)
    p = (1 + np.rint(p * trials)) / (1 + trials)
    none = np.full(count, np.nan)
    known = PValues(p, np.full(count, trials), np.zeros(count, dtype=np.bool_), none)
    return replace(family, p_values=known, standard_errors=np.sqrt(p * (1 - p) / trials))


def timed(verb: Callable[[], Result]) -> tuple[float, Result]:
    """Return the seconds of the processor, and the result."""
    start = time.process_time()
    result = verb()
    return time.process_time() - start, result


if __name__ == "__main__":
    main()

"""Do tests and intervals keep their promises where that is hard?

``python -m tools.hard_calibration`` prints the section *Hard cases* of the calibration page, with words only
the tables of these names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design, Test
from leaderboard.significance.families import families
from leaderboard.significance.family import Family
from leaderboard.significance.intervals import Errors
from leaderboard.significance.jackknife import (
    influence,
    run_errors,
    scores_without,
    standard_errors,
    t_p_values,
)
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.power import Variances
from leaderboard.significance.remarks import UNLIKE
from leaderboard.significance.resampling import sampling
from leaderboard.significance.runs import RunVariance, run_variance
from tools.guarantees import (
    ALPHA,
    SEED,
    Limits,
    Once,
    Row,
    Table,
    false_difference,
    joint_ranges,
    measured,
)
from tools.known_truth import MEDIAN_SIZE, Shape, drawn, drawn_as

TITLE = "Hard cases"
REPLICATIONS = 1000
TRIALS = 1000
SIGMAS = (1.0, 1.5)
LEVEL = 0.68
# The recall of two systems of one F1.
RECALL = {"interchangeable": (LEVEL, LEVEL), "mild": (0.78, 0.61), "strong": (0.91, 0.56)}
SHARED = 0.8  # the correlation of two systems' quality on a document
TESTS: tuple[Test, ...] = ("ar", "studentized", "t")
LENGTH_SHARE = 0.5
METHODS = (
    ("10 + 2", (10, 2), False),
    ("5 + 2", (5, 2), False),
    ("10 + 2, some fail", (10, 2), True),
)
RUN_SPREAD, FAILING, LOSS = 0.04, 1 / 7, 0.1
SETS = 200  # test sets from which the detectable difference is found
ONE = 0.055  # the limit of a single test of runs


def by_muc(units: Units) -> Units:
    """The sums by one metric."""
    return replace(
        units,
        metrics=units.metrics[:1],
        sums={"muc": units.sums["muc"]},
        weights={"muc": units.weights["muc"]},
    )


def balanced(generator: np.random.Generator, shape: Shape, kind: str, each: int = 1) -> Units:
    """The sums of systems of one F1 with either balance of recall and precision, so many of each."""
    recall = np.array(RECALL[kind] * each)
    return by_muc(drawn_as(generator, shape, recall, LEVEL * recall / (2 * recall - LEVEL)))


def compared(units: Units, seed: int, test: Test = "ar", trials: int = TRIALS, **design: Any) -> Family:
    """The comparisons of all pairs."""
    return families(units, Design(alpha=ALPHA, draws=2, seed=seed, test=test, trials=trials, **design))[0]


def is_found(family: Family) -> bool:
    """True if the only pair has a p-value of at most alpha."""
    return bool(family.p_values.p[0] <= ALPHA)


def rejections(units: Units, seed: int) -> list[float]:
    """By which tests a pair differs, and whether swaps find it and no note names it."""
    swapped, *others = (compared(units, seed, test) for test in TESTS)
    unnamed = is_found(swapped) and swapped.facts.variance_ratio[0] < UNLIKE
    return [*map(is_found, (swapped, *others)), unnamed]


def trades(kind: str, shape: Shape) -> Once:
    """Tests of two systems of one F1."""
    return lambda seed: rejections(balanced(np.random.default_rng(seed), shape, kind), seed)


def six(kind: str, shape: Shape) -> Once:
    """The default tests of six systems of one F1, three with either balance."""
    levels = np.full(6, LEVEL)

    def once(seed: int) -> list[float]:
        family = compared(balanced(np.random.default_rng(seed), shape, kind, 3), seed)
        return [false_difference(family, levels), joint_ranges(family, levels)]

    return once


def lengths(share: float, shape: Shape) -> Once:
    """Tests of two systems of one F1; one of them is better on long documents, the other on short ones."""
    return lambda seed: rejections(
        balanced(np.random.default_rng(seed), shape._replace(length=share), "interchangeable"), seed
    )


def failing(generator: np.random.Generator, shape: Shape, changed: float, rates: Sequence[float]) -> Units:
    """Two systems of one F1 but for documents on which they answer nothing: a share of such for each."""
    units = by_muc(drawn(generator, shape, [LEVEL], False))
    [[found, key, response]] = units.sums["muc"]
    right = found.astype(np.int64)
    kept = generator.binomial(right, 1 - changed)
    other = kept + generator.binomial(key.astype(np.int64) - right, changed * LEVEL / (1 - LEVEL))
    answers = generator.random((2, shape.documents)) >= np.array(rates)[:, None]
    table = np.array([[found, key, response], [other, key, response - found + other]])
    table[:, 0] *= answers
    table[:, 2] *= answers
    return replace(units, systems=("s00", "s01"), sums={"muc": table})


def loss_of(rate: float) -> float:
    """What a system loses in F1 if it fails on such a share of documents."""
    recall = LEVEL * (1 - rate)
    return LEVEL - 2 * recall * LEVEL / (recall + LEVEL)


def equivalences(shape: Shape, changed: float, rates: Sequence[float], margin: float) -> Once:
    """Whether two systems are called equivalent: without the allowance for failures, and with it.

    The last is with it, and neither fails on any document.
    """

    def once(seed: int) -> list[float]:
        units = failing(np.random.default_rng(seed), shape, changed, rates)
        family = compared(units, seed, margin=margin)
        assert family.held_back is not None
        called = bool(family.has("equivalent")[0])
        unseen = called and not (family.facts.failures_first[0] or family.facts.failures_second[0])
        return [called or family.held_back[0], called, unseen]

    return once


def runs(counts: tuple[int, int], fails: bool, shape: Shape) -> Once:
    """A test of two methods of one expected F1, with the bound on degrees of freedom and without it."""

    def once(seed: int) -> list[float]:
        generator = np.random.default_rng(seed)
        levels = LEVEL + generator.normal(0, RUN_SPREAD, sum(counts))
        levels -= LOSS * fails * (generator.random(sum(counts)) < FAILING)
        units = by_muc(drawn(generator, shape, levels.tolist(), False, counts))
        family = compared(units, seed, trials=1)
        free = t_p_values(family.differences, unbounded(units))
        return [is_found(family), float(free[0] <= ALPHA)]

    return once


def unbounded(units: Units) -> Errors:
    """The error of a difference of methods, in which the runs of each have the df of their own number."""
    between = run_variance(units, units.metrics[0])
    of_runs = run_errors(between.of(slice(0, 1)), between.of(slice(1, 2)))
    psi = influence(scores_without(units, units.metrics[0]), units.dataset)
    return standard_errors(
        psi[:1] - psi[1:],
        np.ones((1, len(units.names)), dtype=np.bool_),
        sampling(units, units.metrics[0]),
        RunVariance(of_runs.error**2, of_runs.df),
    )


def scores(level: float, shape: Shape) -> Once:
    """Whether the interval of a score holds the true one, lies above it, or below it.

    A test set without an interval is drawn again.
    """

    def once(seed: int) -> list[float]:
        generator = np.random.default_rng(seed)
        low = high = np.nan
        while np.isnan(low):
            family = compared(by_muc(drawn(generator, shape, [level], False)), seed, trials=1)
            [[low, high]] = family.score_intervals.bounds
        return [low <= level <= high, low > level, high < level]

    return once


def apart(generator: np.random.Generator, shape: Shape, difference: float) -> Units:
    """Two systems whose F1 differ by so much."""
    return by_muc(drawn(generator, shape, [LEVEL + difference / 2, LEVEL - difference / 2], False))


@cache
def detectable(shape: Shape) -> float:
    """The difference that is itself the smallest detectable one, the median over test sets."""
    difference = 0.0
    for _ in range(4):
        generator = np.random.default_rng(SEED)
        made = [apart(generator, shape, difference) for _ in range(SETS)]
        found = [
            Variances.among(units, units.metrics[0], all_pairs(2)).smallest(shape.documents, ALPHA)[0]
            for units in made
        ]
        difference = float(np.median(found))
    return difference


def power(shape: Shape) -> Once:
    """Which tests find the smallest detectable difference."""
    difference = detectable(shape)

    def once(seed: int) -> list[float]:
        units = apart(np.random.default_rng(seed), shape, difference)
        found = (compared(units, seed, test) for test in TESTS)
        return [*(is_found(one) and one.differences[0] > 0 for one in found), difference]

    return once


INTRODUCTION = f"""\
These are cases in which tests, intervals and plans might not keep their promises, by MUC. Each row has
{REPLICATIONS:,} replications, and tests have {TRIALS:,} trials. The number of links of a document is
lognormal with a median of {MEDIAN_SIZE}, and sigma is the standard deviation of its logarithm, 1 if
nothing is said. The true F1 is {LEVEL:g}, and tests are at 5 %. Cells beyond
their limits by more than three standard errors are in bold type, and the text above each table names them.
The standard error is the smaller of two, the printed error and the error of a share at the limit. Others are
beyond by less, which may be chance."""
TRADES = f"""\
### Recall for precision

Two systems have one F1. In a *strong* trade, recall is .91 and precision .54, against .56 and .87. In a
*mild* one they are .78 and .60, against .61 and .77. The quality of the two on a document has a
correlation of {SHARED:g}, and what they invent does not depend on it. The columns are how often p is at
most 0.05 by each `--test`. The last one is how often it is by `ar`, and no note on the variance ratio names
the pair.

**Beyond the limit:** `ar` in every trade, and `studentized` in four rows, with 12 documents or sigma
1.5. The t test keeps its level."""
SIX = """\
### Six systems that trade recall for precision

The default tests of six such systems, three of either kind, in strong trades.

**Beyond the limit:** both columns in all rows."""
LENGTH = """\
### Long and short documents

Two systems have one F1, with equal recall and precision. The first is better on long documents and
the second on short ones: length decides half of what is a system's own in its quality on a document.

**Beyond the limit:** all three tests, but for `t` in the first row. A test set has few long documents,
or none, and nothing in it says how the systems would do on those."""
FAILURES = """\
### Equivalence with rare failures

One of two systems answers nothing on some documents, which lowers its F1 by exactly the margin. *Links*
is the share of the right links in which the two differ otherwise. The columns are how often they are
falsely called equivalent: without the allowance for failures (*before*), and with it (*now*). *None
seen* is the part of *now* in which the test set has no failure.

**Beyond the limit:** 20 to 100 documents where the two differ in 5 % of the links, and failures on 10 %
of 40 documents. With few documents, most of this comes from test sets without any failure, which no
rule can see."""
COST = """\
### What the allowance for failures costs

Two systems of one F1 differ in 5 % of the right links, and either answers nothing on 2 % of the
documents, or on none. The margin is 2 points. The columns are how often they are rightly called
equivalent. Without failures nothing is lost."""
RUNS = f"""\
### Methods with unequal numbers of runs

Two methods have one expected F1. The F1 of their runs has a standard deviation of {100 * RUN_SPREAD:g}
points. In the last rows, one run in seven of either method loses {100 * LOSS:g} points. *Before* is the
test if the runs of each method had the degrees of freedom of their own number. Each row has
{2 * REPLICATIONS:,} replications."""
SCORES = f"""\
### Intervals of scores near 0 and 1

How often the 95 % interval of a score contains the true F1, lies above it (*too high*), or below it
(*too low*). A test set without an interval, because its score is 0 or 1, is drawn again. Each row has
{2 * REPLICATIONS:,} replications.

**Beyond the limits:** an F1 of .986. With 5 documents the intervals are too wide, so misses are rare;
with 100 documents of sigma 1.5 too many lie above the truth."""
POWER = f"""\
### What power promises

The true difference of two systems is the one for which `leaderboard power` promises 80 %: the median of
the smallest detectable differences of {SETS} test sets. The columns are how often each test finds it,
and its size in points.

**Beyond the limit:** six documents. Swaps of six find a difference only if no swap makes it larger."""
KINDS = {
    "interchangeable": "interchangeable",
    "mild": "mild trade",
    "strong": "strong trade",
}
FALSE = tuple(Limits(test, 0, ALPHA) for test in TESTS)
UNNAMED = Limits("ar without a note", 0, 1)
WHERE = {"documents": "--:", "sigma": "--:"}
EQUIVALENT = (Limits("before", 0, 1), Limits("now", 0, ALPHA), Limits("none seen", 0, 1))


def tables() -> dict[str, Table]:
    """The tables of the section, by name."""
    sizes = [((documents, f"{sigma:g}"), documents, sigma) for documents in (12, 40, 100) for sigma in SIGMAS]
    shapes = [(labels, Shape(documents, sigma, SHARED, even=True)) for labels, documents, sigma in sizes]
    return {
        "trades": Table(
            TRADES,
            {"pair": ":--", **WHERE},
            (*FALSE, UNNAMED),
            tuple(
                Row((label, *labels), partial(trades, kind, shape))
                for kind, label in KINDS.items()
                for labels, shape in shapes
            ),
        ),
        "six": Table(
            SIX,
            {"systems": ":--", **WHERE},
            (Limits("any false difference", 0, ALPHA), Limits("joint ranges", 1 - ALPHA, 1)),
            tuple(
                Row((KINDS["strong"], *labels), partial(six, "strong", shape))
                for labels, shape in shapes
                if shape.sigma == SIGMAS[1]
            ),
        ),
        "length": Table(
            LENGTH,
            WHERE,
            (*FALSE, UNNAMED),
            tuple(Row(labels, partial(lengths, LENGTH_SHARE, shape)) for labels, shape in shapes),
        ),
        "failures": Table(
            FAILURES,
            {"links": "--:", "failures": "--:", "documents": "--:"},
            EQUIVALENT,
            tuple(
                Row(
                    (f"{changed:.0%}", f"{rate:.0%}", documents),
                    partial(equivalences, Shape(documents, 1, 0), changed, (0, rate), loss_of(rate)),
                )
                for changed in (0.1, 0.05)
                for rate, documents in ((0.05, 20), (0.05, 40), (0.05, 100), (0.05, 300), (0.1, 40))
            ),
        ),
        "cost": Table(
            COST,
            {"failures": "--:", "documents": "--:"},
            tuple(one._replace(high=1) for one in EQUIVALENT),
            tuple(
                Row(
                    (f"{rate:.0%}", documents),
                    partial(equivalences, Shape(documents, 1, 0), 0.05, (rate, rate), 0.02),
                )
                for rate in (0, 0.02)
                for documents in (40, 100, 300)
            ),
        ),
        "runs": Table(
            RUNS,
            {"runs": ":--", "documents": "--:"},
            (Limits("two-level t", 0, ONE), Limits("before", 0, 1)),
            tuple(
                Row((label, documents), partial(runs, counts, fails, Shape(documents, 1, SHARED)))
                for label, counts, fails in METHODS
                for documents in (15, 40, 100)
            ),
            2,
        ),
        "scores": Table(
            SCORES,
            {"F1": "--:", **WHERE},
            (
                Limits("covered", 0.93, 0.98),
                Limits("too high", 0.008, 0.05),
                Limits("too low", 0.008, 0.05),
            ),
            tuple(
                Row(
                    (f"{level:g}", documents, f"{sigma:g}"),
                    partial(scores, level, Shape(documents, sigma, 0)),
                )
                for level in (0.986, 0.684, 0.04)
                for documents in (5, 10, 20, 40, 100)
                for sigma in SIGMAS
            ),
            2,
        ),
        "power": Table(
            POWER,
            WHERE,
            (
                Limits("ar", 0.76, 0.87),
                *(Limits(test, 0, 1) for test in TESTS[1:]),
                Limits("difference", 0, 1),
            ),
            tuple(
                Row((documents, f"{sigma:g}"), partial(power, Shape(documents, sigma, SHARED)))
                for documents in (6, 8, 10, 20, 40)
                for sigma in SIGMAS
            ),
        ),
    }


def lines(seed: int, replications: int, names: Sequence[str] = ()) -> Iterator[str]:
    """The section, or only the tables of some names."""
    if not names:
        yield from ("", f"## {TITLE}", "", INTRODUCTION)
    chosen = [one if not names or name in names else None for name, one in tables().items()]
    yield from measured((seed, 7), replications, chosen)


def main(names: Sequence[str]) -> None:
    """Print line by line what is measured."""
    for line in lines(SEED, REPLICATIONS, names):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Do the default settings keep what they promise? The tables of the calibration page that tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import Units, mean_score
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tools.guarantees import (
    ALPHA,
    MARGIN,
    Column,
    Limits,
    Mean,
    difference_interval,
    false_difference,
    false_equivalence,
    joint_intervals,
    joint_ranges,
    mean_output,
    one_run,
    own_range,
    replicated,
    score_interval,
    table,
)
from tools.known_truth import MEDIAN_SIZE, Shape, drawn

# Each size of test set comes with both sigmas and both correlations, and all four combinations occur.
SHAPES = tuple(
    Shape(*shape)
    for shape in (
        (15, 1.0, 0.5),
        (15, 1.5, 0.9),
        (40, 1.0, 0.9),
        (40, 1.5, 0.5),
        (100, 1.0, 0.5),
        (100, 1.5, 0.9),
    )
)
TRIALS, ATTEMPTS_TRIALS = 1000, 9999
ATTEMPTS = 20
RUN_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Scenario:
    """Systems of known F1.

    Each of ``copies`` is entered twice. Of the first system the best of so many ``tries`` is entered.
    The F1 of ``runs`` in the long run is normal around that of the system, with a standard deviation of
    RUN_SPREAD; a single run has that of the system.
    """

    label: str
    levels: tuple[float, ...]
    unlike: bool = False
    copies: tuple[int, ...] = ()
    tries: int = 1
    runs: tuple[int, ...] = ()
    design: dict[str, Any] = field(default_factory=lambda: {"trials": TRIALS})

    @property
    def entered(self) -> Floats:
        """The true F1 of each entry."""
        return np.array([*self.levels, *(self.levels[one] for one in self.copies)])

    def units(self, generator: np.random.Generator, shape: Shape, metric: str) -> Units:
        """Draw the sums of all entries by one metric."""
        if self.runs:
            return self._runs(generator, shape, metric)
        tried = (self.levels[0],) * (self.tries - 1)
        units = drawn(generator, shape, (*tried, *self.levels), self.unlike)
        units = replace(units, metrics=tuple(one for one in units.metrics if one.name == metric))
        score = mean_score(units.metrics[0], units.sums[metric], units.dataset).f1
        first = int(score[: self.tries].argmax())
        kept = [first, *range(self.tries, len(units.systems))]
        rows = [*kept, *(kept[one] for one in self.copies)]
        return replace(
            units,
            systems=tuple(f"s{number:02}" for number in range(len(rows))),
            sums={metric: units.sums[metric][rows]},
            weights={metric: units.weights[metric]},
        )

    def _runs(self, generator: np.random.Generator, shape: Shape, metric: str) -> Units:
        counts = np.repeat(self.runs, self.runs)
        off = np.where(counts > 1, generator.normal(0, RUN_SPREAD, len(counts)), 0)
        units = drawn(generator, shape, np.repeat(self.levels, self.runs) + off, self.unlike, self.runs)
        return replace(
            units,
            metrics=tuple(one for one in units.metrics if one.name == metric),
            sums={metric: units.sums[metric]},
        )


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the page: each row a scenario, a shape and a metric."""

    title: str
    text: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Scenario, Shape, str], ...]

    @property
    def ways(self) -> tuple[Callable[[Units], Units], ...]:
        """What is entered of the units, by any column."""
        return tuple(dict.fromkeys(column.entered for column in self.columns))


EQUAL = Scenario("all 6 equal", (0.6,) * 6)
HALF = Scenario("3 of 6 equal", (0.6, 0.6, 0.6, 0.4, 0.5, 0.75))
GROUPS = Scenario("groups of 4, 3, 3", (0.4,) * 4 + (0.6,) * 3 + (0.8,) * 3)
PLAIN = (EQUAL, HALF, GROUPS)
COPIES = tuple(replace(one, label=f"{one.label}, 2 copies", copies=(0, 1)) for one in PLAIN)
# Lower scores leave room for a precision of 1.5 times F1.
OTHER_BALANCE = tuple(
    replace(one, levels=tuple(0.75 * level for level in one.levels), unlike=True) for one in (*PLAIN, *COPIES)
)
NO_TEST = {"trials": 1}  # intervals and equivalence need none
MARGINS = tuple(
    Scenario(label, levels, design={**NO_TEST, "margin": MARGIN})
    for label, levels in (
        ("2, a margin apart", (0.6, 0.7)),
        ("3 and 3, a margin apart", (0.6,) * 3 + (0.7,) * 3),
    )
)
CHOSEN_BEST = Scenario(
    f"4 equal, one the best of {ATTEMPTS}",
    (0.6,) * 4,
    tries=ATTEMPTS,
    design={"trials": ATTEMPTS_TRIALS, "attempts": (("s00", ATTEMPTS),)},
)
# Enough systems for two looks at each pair, the first after 10,000 trials.
MANY_EQUAL = Scenario("all 20 equal", (0.6,) * 20, design={})
STOPPING_SHAPES = (SHAPES[0], SHAPES[3], SHAPES[5])
STOPPING = """\
### The number of trials

With `--trials N`, every pair takes N trials. Without it, the largest number is the first of 10,000,
20,000, 50,000, 100,000, 200,000, 500,000 and 1,000,000 that is at least 4m/α, for m pairs of distinct
systems. Up to 16 systems this is 10,000, and every pair takes them all. With more systems, pairs with
large p-values *stop early*. After 10,000, 20,000, 50,000 … trials, a pair stops if at least 1,000 trials
had a difference at least as large (*hits*). Then p = (1 + hits) / (1 + trials), with the trials that the
pair took. JSON and CSV give them in `trials`. Only pairs with few hits take the largest number. The
standard error of a p-value from 1,000 hits is 3 % of it.

When a pair stops depends on its own hits only. Other pairs, other metrics, the order of files and the
number of cores have no influence. If more systems raise the largest number, pairs that stopped before
keep their p-values exactly; other pairs continue, and enumeration is possible for more documents.

Most trials need no scores. The swapped difference of F1 is close to a linear function of the swaps, and
a proven bound says how close. Where the linear value is farther from the observed difference than the
bound, the trial is counted at once. In all other trials both scores are computed. The counts are exactly
those that scores give in all trials, and tests compare them.

### Why early stopping is valid

Compare Besag and Clifford (1991, *Biometrika* 78). A pair stops after L trials if at least 1,000 of them
were hits. Let it stop with h hits. A result is at least as extreme only if it has at most h hits in its
first L trials: a pair that continued had fewer than 1,000. If the null hypothesis is true, the
probability of at most h hits in L trials is at most (1 + h) / (1 + L), and this is the p-value.

### Measured

All systems are interchangeable, and the number of trials is not given. The 190 pairs take 20,000
trials each, but a pair with 1,000 hits stops after 10,000."""
DESIGN = f"""\
This section and those below measure the default settings, `--adjust shaffer` and `--interval t`, on
systems whose true F1 is known. The number of links of a document is lognormal with a median of
{MEDIAN_SIZE} (*sigma* is the standard deviation of its logarithm). Documents are easy or difficult
for all systems: *correlation* is the correlation of the quality of two systems on one document. Of the 12
combinations of documents, sigma and correlation, 6 are measured. Each row has
{{replications}} replications. A cell is within its limit if it exceeds it by at most three
Monte-Carlo errors. This error is the smaller of two, the printed error and the error of a share at the limit.
Cells beyond it are in bold type.

Systems of one F1 are interchangeable in this section. A *false difference* is a significant
difference between two of them, or one with the wrong sign. *Joint ranges* is how often the ranges
of all systems hold all their true ranks. A system that equals others has several true ranks. *Own
range* is the coverage of the range of one system alone, a mean over the systems that equal another.
Randomization has {TRIALS} trials."""
RUNS = tuple(
    Scenario(label, (0.6, 0.6), runs=runs)
    for label, runs in (
        ("2 runs each", (2, 2)),
        ("3 runs each", (3, 3)),
        ("5 runs each", (5, 5)),
        ("3 runs against 1", (3, 1)),
    )
)
FALSE = Column(Limits("any false difference", 0, 0.05), false_difference)


def sections() -> tuple[Section, ...]:
    """The tables of the page."""
    by_muc = [(shape, "muc") for shape in SHAPES]
    intervals = [
        (replace(HALF, design=NO_TEST), shape._replace(datasets=datasets), metric)
        for datasets in (1, 3)
        for shape in SHAPES
        for metric in ("muc", "bcub")
    ]
    return (
        Section(
            "Default tests and ranges of ranks",
            DESIGN,
            (
                FALSE,
                Column(Limits("joint ranges", 0.95, 1), joint_ranges),
                Column(Limits("own range", 0.95, 1), own_range),
            ),
            tuple((one, *where) for one in (*PLAIN, *COPIES) for where in by_muc),
        ),
        Section(
            "Default tests with equal F1, other recall and precision",
            """\
Systems of one F1 are not interchangeable here. In every second system recall is 0.75 times F1 and
precision 1.5 times F1; the remaining systems have the reverse. The limit is the
same, although the tests promise it only for interchangeable systems. There are stronger trades among
the [hard cases](#recall-for-precision).""",
            (FALSE,),
            tuple((one, *where) for one in OTHER_BALANCE for where in by_muc),
        ),
        Section(
            "Default t intervals",
            """\
Coverage of 95 % intervals. *Score* and *difference* are means over all systems and all pairs. Each
of these intervals is about one score or one difference. *Joint* is how often the joint intervals of all 15
differences hold together.""",
            (
                Column(Limits("score", 0.93, 0.985), score_interval),
                Column(Limits("difference", 0.93, 0.985), difference_interval),
                Column(Limits("joint", 0.93, 1), joint_intervals),
            ),
            tuple(intervals),
        ),
        Section(
            "False equivalence",
            f"""\
Two systems, or two groups of equal systems, are {100 * MARGIN:g} points of F1 apart, and `--margin`
is {100 * MARGIN:g}. No pair of two groups must be called equivalent.""",
            (Column(Limits("any false equivalence", 0, 0.05), false_equivalence),),
            tuple((one, *where) for one in MARGINS for where in by_muc),
        ),
        Section(
            f"Best of {ATTEMPTS} attempts",
            f"""\
The first system has {ATTEMPTS} equally good outputs. The one with the highest score is entered, and
`[attempts]` has their number. Randomization has {ATTEMPTS_TRIALS} trials.""",
            (FALSE,),
            tuple((CHOSEN_BEST, *where) for where in by_muc),
        ),
        Section(
            "Several runs of one system",
            f"""\
Two methods have the same expected F1. The F1 of their runs has a standard deviation of
{100 * RUN_SPREAD:g} points. On each document half of the variance of a method is common to its
runs. A single run against several has exactly the expected F1. All columns show how often the two
differ significantly. *Two-level t* is the test of systems with several runs. The other columns are naive
ways, by randomization with {TRIALS} trials: *one run* tests the first run of each system, *mean as
one output* the mean counts of all runs. Both leave out the variance between runs, so they call equal
methods different far too often.""",
            (
                Column(Limits("two-level t", 0, 0.06), false_difference),
                Column(Limits("one run", 0, 1), false_difference, one_run),
                Column(Limits("mean as one output", 0, 1), false_difference, mean_output),
            ),
            tuple(
                (one, shape._replace(datasets=datasets), "muc")
                for datasets in (1, 3)
                for one in (RUNS if datasets == 1 else RUNS[1:2])
                for shape in SHAPES
            ),
        ),
        Section(
            "False alarms with early stopping",
            STOPPING,
            (FALSE, Column(Limits("joint ranges", 0.95, 1), joint_ranges)),
            tuple((MANY_EQUAL, shape, "muc") for shape in STOPPING_SHAPES),
        ),
    )


def measured(seed: tuple[int, ...], section: Section, row: int, replications: int) -> list[Mean]:
    """The cells of a row."""
    scenario, shape, metric = section.rows[row]

    def once(number: int) -> list[float]:
        units = scenario.units(np.random.default_rng(number), shape, metric)
        design = Design(alpha=ALPHA, draws=2, seed=number, **scenario.design)
        tested = {enter: families(enter(units), design)[0] for enter in section.ways}
        return [column.measure(tested[column.entered], scenario.entered) for column in section.columns]

    return replicated((*seed, row), replications, once)


HEADINGS = {"systems": ":--", **dict.fromkeys(("documents", "datasets", "sigma", "correlation"), "--:")}


def lines(seed: int, replications: int) -> Iterator[str]:
    """The tables of all sections, each with what misses its limit."""
    for number, section in enumerate(sections()):
        text = section.text.replace("{replications}", str(replications))
        yield from ("", f"## {section.title}", "", text, "")
        rows = (
            (_labels(*section.rows[row]), measured((seed, 4, number), section, row, replications))
            for row in range(len(section.rows))
        )
        limits = [column.limits for column in section.columns]
        yield from table({**HEADINGS, "by": ":--"}, limits, rows)


def _labels(scenario: Scenario, shape: Shape, metric: str) -> tuple[object, ...]:
    return (
        scenario.label,
        shape.documents,
        shape.datasets,
        f"{shape.sigma:g}",
        f"{shape.correlation:g}",
        metric,
    )

"""How the guarantees of a family are checked where the true F1 of its systems is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.ranking.standings import own_ranges, ranges
from leaderboard.scoresheet import Units, mean_of_runs, owners_of
from leaderboard.significance.family import Family
from leaderboard.significance.pairing import Bools, Indices, best_first

SEED = 20260
ALPHA = 0.05
MARGIN = 0.1

Measure = Callable[[Family, Floats], float]


def as_drawn(units: Units) -> Units:
    """All runs of all systems."""
    return units


def one_run(units: Units) -> Units:
    """The first run of each system, as if it were the system."""
    first = np.unique(owners_of(units.runs, len(units.systems)), return_index=True)[1]
    return replace(units, sums={name: sums[first] for name, sums in units.sums.items()}, runs=())


def mean_output(units: Units) -> Units:
    """The mean sums of the runs of each system, as if they were those of one output."""
    means = {name: mean_of_runs(sums, units.runs) for name, sums in units.sums.items()}
    return replace(units, sums=means, runs=())


class Limits(NamedTuple):
    """What is measured, and the limits of its mean."""

    title: str
    low: float
    high: float

    @property
    def sides(self) -> str:
        """The limits in per cent."""
        limits = (("≥", self.low), ("≤", self.high))
        return ", ".join(f"{sign} {100 * limit:g}" for sign, limit in limits if 0 < limit < 1)

    @property
    def heading(self) -> str:
        """The title with the limits."""
        return f"{self.title} ({self.sides})" if self.sides else self.title


class Column(NamedTuple):
    """A quantity by family, given the true scores, and the limits of its mean.

    The family is of the units that are drawn, or of what is ``entered`` of them.
    """

    limits: Limits
    measure: Measure
    entered: Callable[[Units], Units] = as_drawn


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a quantity over replications, with its Monte-Carlo standard error."""

    values: Floats

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return float(self.values.std() / math.sqrt(len(self.values)))

    def keeps(self, limits: Limits) -> bool:
        """True if no limit is missed by more than three standard errors.

        The error is the smaller of the one that is printed and that of a share at the limit.
        """
        return all(
            excess <= 3 * min(self.error, math.sqrt(limit * (1 - limit) / len(self.values)))
            for limit, excess in (
                (limits.low, limits.low - self.values.mean()),
                (limits.high, self.values.mean() - limits.high),
            )
        )

    def __str__(self) -> str:
        return f"{100 * self.values.mean():.1f} ± {100 * self.error:.1f}"


def replicated(
    seed: tuple[int, ...], replications: int, once: Callable[[int], Sequence[float]]
) -> list[Mean]:
    """The mean of each quantity that ``once`` measures, given the seed of a replication."""
    seeds = [
        int(np.random.SeedSequence((*seed, replication)).generate_state(1)[0])
        for replication in range(replications)
    ]
    return [Mean(values) for values in np.array([once(number) for number in seeds], np.float64).T]


def table(
    headings: Mapping[str, str],
    limits: Sequence[Limits],
    rows: Iterable[tuple[Sequence[object], Sequence[Mean]]],
) -> Iterator[str]:
    """The lines of a table, in bold what misses its limits, and how many cells with limits do not.

    ``headings`` are those of the labels, each with its alignment.
    """
    yield f"| {' | '.join([*headings, *(one.heading for one in limits)])} |"
    yield f"|{'|'.join([*headings.values(), *['--:'] * len(limits)])}|"
    missed = cells = 0
    for labels, means in rows:
        kept = [mean.keeps(one) for mean, one in zip(means, limits, strict=True)]
        missed += kept.count(False)
        cells += sum(bool(one.sides) for one in limits)
        shown = [str(mean) if keeps else f"**{mean}**" for mean, keeps in zip(means, kept, strict=True)]
        yield f"| {' | '.join(map(str, (*labels, *shown)))} |"
    if cells:
        yield from ("", f"Within their limits: {cells - missed} of {cells} cells.")


Once = Callable[[int], Sequence[float]]


class Row(NamedTuple):
    """A row of a table: what it is about, and what prepares its replications."""

    labels: tuple[object, ...]
    prepare: Callable[[], Once]


class Table(NamedTuple):
    """A table of a section, with the alignment of its labels, and so many ``times`` the replications."""

    text: str
    headings: dict[str, str]
    limits: tuple[Limits, ...]
    rows: tuple[Row, ...]
    times: int = 1
    explained: str = ""


def measured(seed: tuple[int, ...], replications: int, tables: Sequence[Table | None]) -> Iterator[str]:
    """The tables of a section, each after its text; None leaves one out, with its number."""
    for number, one in enumerate(tables):
        if one is None:
            continue
        yield from ("", one.text, "")
        rows = (
            (row.labels, replicated((*seed, number, place), one.times * replications, row.prepare()))
            for place, row in enumerate(one.rows)
        )
        yield from table(one.headings, one.limits, rows)
        if one.explained:
            yield from ("", one.explained)


def apart(family: Family, levels: Floats) -> Floats:
    """The true difference of each pair, rounded so that equal differences are equal."""
    return np.round(levels[family.pairing.first] - levels[family.pairing.second], 12)


def false_difference(family: Family, levels: Floats) -> float:
    """1 if a pair is called different that is equal, or whose true difference has the other sign."""
    wrong = np.sign(family.differences) != np.sign(apart(family, levels))
    return float((family.has("significant") & wrong).any())


def joint_ranges(family: Family, levels: Floats) -> float:
    """1 if the ranges of all systems hold all of their true ranks."""
    return float(_holds_ranks(ranges(family.better()), levels).all())


def own_range(family: Family, levels: Floats) -> float:
    """The share of systems whose own range holds all of their true ranks, of those that have an equal."""
    order = best_first(family.scores, family.systems)
    bounds = own_ranges(family.p_table(), order, family.classes, ALPHA)
    tied = (levels[:, None] == levels).sum(axis=0) > 1
    return float(_holds_ranks(bounds, levels)[tied].mean())


def _holds_ranks(bounds: tuple[Indices, Indices], levels: Floats) -> Bools:
    """A system's true ranks: from 1 + the number of better ones to n - the number of worse ones."""
    low, high = bounds
    better = (levels[:, None] > levels).sum(axis=0)
    worse = (levels[:, None] < levels).sum(axis=0)
    holds: Bools = (low <= 1 + better) & (high >= len(levels) - worse)
    return holds


def score_interval(family: Family, levels: Floats) -> float:
    """The share of intervals of scores that hold the true score."""
    return float(_inside(family.score_intervals.bounds, levels).mean())


def difference_interval(family: Family, levels: Floats) -> float:
    """The share of intervals of differences that hold the true difference."""
    return float(_inside(family.intervals.bounds, apart(family, levels)).mean())


def joint_intervals(family: Family, levels: Floats) -> float:
    """1 if the joint intervals of all pairs hold the true differences."""
    return float(_inside(family.joint, apart(family, levels)).all())


def _inside(bounds: Floats, truth: Floats) -> Bools:
    inside: Bools = (bounds[:, 0] <= truth) & (truth <= bounds[:, 1])
    return inside


def false_equivalence(family: Family, levels: Floats) -> float:
    """1 if a pair is called equivalent that is a margin apart, or more."""
    assert family.equivalence is not None
    return float((family.equivalence.equivalent & (np.abs(apart(family, levels)) >= MARGIN)).any())

"""Several runs of a system: how far apart they are, which units differ, and the variance between runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import stdev

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units, mean_of_runs, owners_of
from leaderboard.significance.pairing import Bools, Indices, Pairing, Run, rows_as_bytes

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Spread:
    """The number k of runs, and the standard deviation, least and greatest F1 among them.

    The standard deviation is that with k - 1, None for a single run.
    """

    runs: int
    sd: float | None
    min: float
    max: float

    @classmethod
    def among(cls, scores: Sequence[float]) -> Spread:
        """The spread of the scores of some runs."""
        sd = stdev(scores) if len(scores) > 1 else None
        return cls(len(scores), sd, min(scores), max(scores))


@dataclass(frozen=True, slots=True)
class RunVariance:
    """s^2 / k of each system with k runs, and k - 1; a single run has the variance 0 and no limit of df."""

    variance: Floats
    df: Floats

    def of(self, systems: int | slice | Indices) -> RunVariance:
        """The variance of some systems."""
        return RunVariance(self.variance[systems], self.df[systems])

    @classmethod
    def among(cls, values: Floats, runs: Sequence[int]) -> RunVariance:
        """The variance of the mean of values [runs, ...] over the runs of each system."""
        means = mean_of_runs(values, runs)
        off = values - means[owners_of(runs, len(means))]
        counts = run_counts(runs, len(means))
        df = np.where(counts > 1, counts - 1, np.inf)
        df = np.broadcast_to(df.reshape(-1, *[1] * (values.ndim - 1)), means.shape)
        return cls(mean_of_runs(off**2, runs) / df, df)


def run_variance(units: Units, metric: Metric) -> RunVariance:
    """The variance between runs of the mean score of each system."""
    return RunVariance.among(units.run_scores(metric).f1, units.runs)


def run_counts(runs: Sequence[int], systems: int) -> Indices:
    """The number of runs of each system."""
    return np.array(runs or (1,) * systems, dtype=np.int64)


def first_rows(runs: Sequence[int], systems: int) -> Indices:
    """The row of the first run of each system."""
    return np.flatnonzero(np.diff(owners_of(runs, systems), prepend=-1))


def has_several(runs: Sequence[int], systems: int) -> Bools:
    """True for each system with several runs."""
    return run_counts(runs, systems) > 1


def with_runs(runs: Sequence[int], systems: int, pairing: Pairing) -> Bools:
    """True for each pair of which either system has several runs."""
    several = has_several(runs, systems)
    return several[pairing.first] | several[pairing.second]


def runs_of_pairs(runs: Sequence[int], systems: int, pairing: Pairing) -> Indices:
    """The number of runs of both systems of each pair."""
    counts = run_counts(runs, systems)
    return counts[pairing.first] + counts[pairing.second]


def units_apart(
    sums: Floats, pairing: Pairing, runs: Sequence[int] = (), adds_up: bool = True
) -> Iterator[tuple[Run, Bools]]:
    """Yield the units [partners, units] on which systems differ: not all their runs have the same sums.

    Where sums do not add up, systems that differ on any unit differ on all.
    """
    first, mixed = first_runs(sums, runs)
    for pairs in pairing.runs:
        yield pairs, apart_in_run(first, mixed, pairs, adds_up)


def first_runs(sums: Floats, runs: Sequence[int]) -> tuple[Numbers, Bools]:
    """The number of what the first run of each system has on each unit, and where its others have another."""
    numbers = _numbered(sums)
    first = numbers[first_rows(runs, len(runs))] if runs else numbers
    mixed = np.zeros(first.shape, dtype=np.bool_)
    if runs:
        owners = owners_of(runs, len(runs))
        np.logical_or.at(mixed, owners, numbers != first[owners])
    return first, mixed


def _numbered(sums: Floats) -> Numbers:
    """Numbers [runs, units] that are the same on a unit where all its sums are."""
    numbers = np.empty((len(sums), sums.shape[-1]), dtype=np.int32)
    for unit, rows in enumerate(np.moveaxis(sums, -1, 0)):
        known: dict[bytes, int] = {}
        numbers[:, unit] = [known.setdefault(row, len(known)) for row in rows_as_bytes(rows)]
    return numbers


def apart_in_run(first: Numbers, mixed: Bools, pairs: Run, adds_up: bool) -> Bools:
    """The units [partners, units] on which systems differ from their anchor."""
    differ = first[pairs.partners] != first[pairs.anchor]
    differ = differ | mixed[pairs.partners] | mixed[pairs.anchor]
    return differ if adds_up else np.broadcast_to(differ.any(axis=1, keepdims=True), differ.shape)


def units_differing(
    sums: Floats, pairing: Pairing, runs: Sequence[int] = (), adds_up: bool = True
) -> Indices:
    """The number of units whose sums [runs, S, units] differ, for each pair."""
    counts = np.zeros(len(pairing), dtype=np.int64)
    for pairs, differ in units_apart(sums, pairing, runs, adds_up):
        counts[pairs.pairs] = differ.sum(axis=1)
    return counts

"""The documents that drive a difference between two systems."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from leaderboard.metrics.metric import Floats, Metric, scale_of
from leaderboard.scoresheet import PartName, Units, mean_score, owners_of
from leaderboard.significance.resampling import strata


@dataclass(frozen=True, slots=True)
class Driver:
    """A unit, the two scores on it alone, and its effect on the difference of the corpus scores."""

    unit: PartName
    first_score: float
    second_score: float
    effect: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Drivers:
    """The units that help either system most, and how many each wins by its score on them alone."""

    first: str
    second: str
    metric: str
    for_first: tuple[Driver, ...]
    for_second: tuple[Driver, ...]
    wins: int
    ties: int
    losses: int


def drivers(units: Units, metric: Metric, first: str, second: str, count: int = 10) -> Drivers:
    """At most ``count`` units each way, those of the largest effect first.

    effect = half of what the difference of the corpus scores loses when the two systems trade their
    outputs on the unit: positive where the unit speaks for the first system, and 0 where both have
    the same sums. Unlike the scores on the unit alone, it weighs the unit by what it adds to the totals.
    Of systems with several runs, scores and effects are means over all pairs of a run of each.
    """
    owners = owners_of(units.runs, len(units.systems))
    rows = [np.flatnonzero(owners == units.systems.index(system)).tolist() for system in (first, second)]
    runs = [_of_runs(units, metric, units.sums[metric.name][[*pair]]) for pair in product(*rows)]
    alone, effect = (np.mean(values, axis=0) for values in zip(*runs, strict=True))
    scale = scale_of(metric.name)
    apart = scale.sign * (alone[0] - alone[1])
    return Drivers(
        first=first,
        second=second,
        metric=metric.name,
        for_first=_largest(units, alone, effect, scale.sign, count, scale.tolerance),
        for_second=_largest(units, alone, effect, -scale.sign, count, scale.tolerance),
        wins=int((apart > scale.tolerance).sum()),
        ties=int((np.abs(apart) <= scale.tolerance).sum()),
        losses=int((apart < -scale.tolerance).sum()),
    )


def effects(units: Units, metric: Metric, first: str, second: str) -> dict[PartName, float]:
    """The effect of each unit, 0 where it has none."""
    every = drivers(units, metric, first, second, count=len(units.names))
    moved = {driver.unit: driver.effect for driver in (*every.for_first, *every.for_second)}
    return {unit: moved.get(unit, 0.0) for unit in units.names}


def _of_runs(units: Units, metric: Metric, sums: Floats) -> tuple[Floats, Floats]:
    """The scores [2, units] of two runs on each unit alone, and the effect [units] on their difference."""
    observed = mean_score(metric, sums, units.dataset).f1
    effect = (observed[0] - observed[1] - _traded(units, metric, sums)) / 2
    return metric.score(np.moveaxis(sums, 1, 0)).f1, effect


def _traded(units: Units, metric: Metric, sums: Floats) -> Floats:
    """The difference of the corpus scores after the two systems traded each unit in turn."""
    pair = np.moveaxis(sums, 1, 0)
    parts = strata(units.dataset)
    totals = [pair[..., part].sum(axis=-1) for part in parts]
    whole = [np.subtract(*metric.score(total).f1) for total in totals]
    traded = [
        metric.score(total[..., None] + pair[:, ::-1, part] - pair[..., part]).f1
        for total, part in zip(totals, parts, strict=True)
    ]
    others = sum(whole)
    return np.concatenate(
        [(others - scores + f1[0] - f1[1]) / len(parts) for scores, f1 in zip(whole, traded, strict=True)]
    )


def _largest(
    units: Units, alone: Floats, effect: Floats, sign: int, count: int, tolerance: float
) -> tuple[Driver, ...]:
    """The units whose effect has the sign, the largest first."""
    order = np.argsort(-sign * effect, kind="stable")[:count]
    return tuple(
        Driver(units.names[unit], float(alone[0, unit]), float(alone[1, unit]), float(effect[unit]))
        for unit in order[sign * effect[order] > tolerance].tolist()
    )

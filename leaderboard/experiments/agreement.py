"""Which metrics rank systems differently, significantly so, and which documents cause it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from leaderboard.correlation import Disagreement, disagreements
from leaderboard.metrics import Metric
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance import Comparison, Family, drivers
from leaderboard.significance.evidence import TOLERANCE


@dataclass(frozen=True, slots=True)
class MetricPair:
    """On how many pairs of systems two metrics differ.

    ``opposite`` pairs are ordered the other way round by the scores, ``contradicted`` ones by
    significant differences; ``one_sided`` ones are significant by one of the metrics only.
    """

    first: str
    second: str
    opposite: int
    contradicted: int
    one_sided: int


@dataclass(frozen=True, slots=True)
class Cause:
    """A unit, its effect on the difference by either metric, and the gap that it makes between the two."""

    unit: PartName
    first_effect: float
    second_effect: float
    gap: float


@dataclass(frozen=True, slots=True)
class Dispute:
    """A pair of systems of which the ``first`` metric prefers one, significantly, the ``second`` the other.

    Of the metrics on either side these are the surest. ``causes`` are the units of the largest gap.
    """

    systems: Disagreement
    first: Comparison
    second: Comparison
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True)
class Agreement:
    systems: tuple[str, ...]
    units: int
    pairs: int
    metrics: tuple[MetricPair, ...]
    disputes: tuple[Dispute, ...]


def agreement(units: Units, families: Sequence[Family], causes: int = 5) -> Agreement:
    """Compare the verdicts of all metrics; at most so many causes a dispute."""
    return Agreement(
        units.systems,
        len(units.names),
        len(families[0]),
        tuple(_pair(one, other) for one, other in combinations(families, 2)),
        tuple(_dispute(units, families, found, causes) for found in disagreements(families)),
    )


def _pair(one: Family, other: Family) -> MetricPair:
    sure = one.has("significant"), other.has("significant")
    opposite = one.ahead * other.ahead < 0
    return MetricPair(
        one.metric,
        other.metric,
        int(opposite.sum()),
        int((opposite & sure[0] & sure[1]).sum()),
        int((sure[0] ^ sure[1]).sum()),
    )


def _dispute(units: Units, families: Sequence[Family], found: Disagreement, causes: int) -> Dispute:
    found, pair = _as_compared(families[0], found)
    first, second = (
        _surest([family[pair] for family in families if family.metric in names])
        for names in (found.for_first, found.for_second)
    )
    by_name = {metric.name: metric for metric in units.metrics}
    gaps = sorted(
        _causes(units, by_name[first.metric], by_name[second.metric], found), key=lambda cause: -cause.gap
    )
    return Dispute(found, first, second, tuple(cause for cause in gaps[:causes] if cause.gap > TOLERANCE))


def _as_compared(family: Family, found: Disagreement) -> tuple[Disagreement, int]:
    """The systems in the order in which they were compared, a baseline second, and the number of the pair."""
    one, other = (family.systems.index(name) for name in (found.first, found.second))
    first, second = family.pairing.first, family.pairing.second
    [pair] = np.flatnonzero(((first == one) & (second == other)) | ((first == other) & (second == one)))
    if first[pair] == other:
        found = Disagreement(found.second, found.first, found.for_second, found.for_first)
    return found, int(pair)


def _surest(compared: Sequence[Comparison]) -> Comparison:
    """The comparison of the smallest p-value, among equals the largest difference."""
    return min(compared, key=lambda one: (one.p_adjusted, -abs(one.difference)))


def _causes(units: Units, first: Metric, second: Metric, found: Disagreement) -> Iterator[Cause]:
    """gap = the effect on the first metric's difference less that on the second's."""
    effects = [_effects(units, metric, found) for metric in (first, second)]
    for unit in units.names:
        one, other = (effect.get(unit, 0.0) for effect in effects)
        yield Cause(unit, one, other, one - other)


def _effects(units: Units, metric: Metric, found: Disagreement) -> dict[PartName, float]:
    """The effect of each unit that has any."""
    every = drivers(units, metric, found.first, found.second, count=len(units.names))
    return {driver.unit: driver.effect for driver in (*every.for_first, *every.for_second)}

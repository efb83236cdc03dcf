"""Which metrics rank systems differently, significantly so, and which documents cause it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from leaderboard.correlation.coefficients import Disagreement, disagreements
from leaderboard.metrics import Metric
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance.drivers import drivers
from leaderboard.significance.family import Comparison, Family
from leaderboard.significance.pairing import TOLERANCE


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
        tuple(_pair(first, second) for first, second in combinations(families, 2)),
        tuple(_dispute(units, families, disagreement, causes) for disagreement in disagreements(families)),
    )


def _pair(first: Family, second: Family) -> MetricPair:
    sure = first.has("significant"), second.has("significant")
    opposite = first.ahead * second.ahead < 0
    return MetricPair(
        first.metric,
        second.metric,
        int(opposite.sum()),
        int((opposite & sure[0] & sure[1]).sum()),
        int((sure[0] ^ sure[1]).sum()),
    )


def _dispute(units: Units, families: Sequence[Family], systems: Disagreement, causes: int) -> Dispute:
    systems, pair = _as_compared(families[0], systems)
    first, second = (
        _surest([family[pair] for family in families if family.metric in names])
        for names in (systems.for_first, systems.for_second)
    )
    by_name = {metric.name: metric for metric in units.metrics}
    gaps = sorted(
        _causes(units, by_name[first.metric], by_name[second.metric], systems), key=lambda cause: -cause.gap
    )
    return Dispute(systems, first, second, tuple(cause for cause in gaps[:causes] if cause.gap > TOLERANCE))


def _as_compared(family: Family, systems: Disagreement) -> tuple[Disagreement, int]:
    """The systems in the order in which they were compared, a baseline second, and the number of the pair."""
    one, other = (family.systems.index(name) for name in (systems.first, systems.second))
    first, second = family.pairing.first, family.pairing.second
    [pair] = np.flatnonzero(((first == one) & (second == other)) | ((first == other) & (second == one)))
    if first[pair] == other:
        systems = Disagreement(systems.second, systems.first, systems.for_second, systems.for_first)
    return systems, int(pair)


def _surest(compared: Sequence[Comparison]) -> Comparison:
    """The comparison of the smallest p-value, among equals the largest difference."""
    return min(compared, key=lambda comparison: (comparison.p_adjusted, -abs(comparison.difference)))


def _causes(units: Units, first: Metric, second: Metric, systems: Disagreement) -> Iterator[Cause]:
    """gap = the effect on the first metric's difference less that on the second's."""
    effects = [_effects(units, metric, systems) for metric in (first, second)]
    for unit in units.names:
        first_effect, second_effect = (effect.get(unit, 0.0) for effect in effects)
        yield Cause(unit, first_effect, second_effect, first_effect - second_effect)


def _effects(units: Units, metric: Metric, systems: Disagreement) -> dict[PartName, float]:
    """The effect of each unit that has any."""
    every = drivers(units, metric, systems.first, systems.second, count=len(units.names))
    return {driver.unit: driver.effect for driver in (*every.for_first, *every.for_second)}

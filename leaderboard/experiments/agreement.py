"""Which metrics rank systems differently, significantly so, and which documents cause it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from leaderboard.correlation.coefficients import Disagreement, disagreements
from leaderboard.metrics import Metric
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance.drivers import effects
from leaderboard.significance.family import Comparison, Family
from leaderboard.significance.pairing import TOLERANCE

# A dispute shows the causes of the largest gaps.
MOST_CAUSES = 5


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


def agreement(units: Units, families: Sequence[Family]) -> Agreement:
    """Compare the verdicts of all metrics."""
    return Agreement(
        units.systems,
        len(units.names),
        len(families[0]),
        tuple(_pair(first, second) for first, second in combinations(families, 2)),
        tuple(_dispute(units, families, disagreement) for disagreement in disagreements(families)),
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


def _dispute(units: Units, families: Sequence[Family], systems: Disagreement) -> Dispute:
    systems, pair = _as_compared(families[0], systems)
    first, second = (
        _surest([family[pair] for family in families if family.metric in names])
        for names in (systems.for_first, systems.for_second)
    )
    by_name = {metric.name: metric for metric in units.metrics}
    gaps = sorted(
        _causes(units, by_name[first.metric], by_name[second.metric], systems), key=lambda cause: -cause.gap
    )
    causes = tuple(cause for cause in gaps[:MOST_CAUSES] if cause.gap > TOLERANCE)
    return Dispute(systems, first, second, causes)


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
    pair = systems.first, systems.second
    of_first, of_second = (effects(units, metric, *pair) for metric in (first, second))
    for unit in units.names:
        yield Cause(unit, of_first[unit], of_second[unit], of_first[unit] - of_second[unit])

"""Studentized swaps (Chung and Romano, 2013): how large is a difference, compared with its own error?

With A and B the totals of two systems on each of G datasets of n units, and f their F1, the statistic is
Z = D / √W. D is the difference of both scores and W its variance by the influence of the units d,

    W = Σ n / (n - 1) Σ_d (∇f(A) · a_d - ∇f(B) · b_d)² / G².

A dataset of one unit has no term. After a swap, both are those of the swapped totals and of all units, also
of those on which the systems are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event

import numpy as np

from leaderboard.metrics.metric import Floats, Metric, scale_of
from leaderboard.scoresheet import Units
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.resampling import Weighted, strata

# Statistics that are nearer, in proportion, are ties.
_TIE = 1e-9
# Influences of units in trials that are held at a time: few enough for the cache.
_BLOCK = 2**17
_NUMBERS_PER_SECOND = 2e8


@dataclass(frozen=True, slots=True)
class StudentizedPairs:
    """All pairs by one metric, with the sums [systems, S, units] and the observed statistics."""

    metric: Metric
    pairing: Pairing
    sums: Floats
    strata: tuple[slice, ...]
    observed: Floats

    @classmethod
    def of(cls, units: Units, metric: Metric, pairing: Pairing) -> StudentizedPairs:
        """All pairs of the systems by a metric."""
        none, sums = np.empty(0, dtype=np.int64), units.sums[metric.name]
        plain = cls(metric, pairing, sums, strata(units.dataset), np.zeros(len(pairing)))
        for pair in range(len(pairing)):
            [plain.observed[pair]] = plain._statistics(pair, none, np.empty((0, 1)))
        return plain

    @property
    def seconds(self) -> float:
        """About the time of a pair in a trial."""
        return float(self.sums[0].size / _NUMBERS_PER_SECOND)

    def are_hits(self, pair: int, units: Indices, signs: Floats) -> Bools:
        """True for each swap of some units, by signs [units, trials], that is as extreme as no swap."""
        hits: Bools = np.abs(self._statistics(pair, units, signs)) >= np.abs(self.observed[pair]) * (1 - _TIE)
        return hits

    def hits(self, weighted: Weighted, pairs: Indices, stop: Event) -> Indices:
        """The number of hits of each pair; 0 for pairs that are not asked for."""
        hits, everywhere = np.zeros(len(self.pairing), dtype=np.int64), np.arange(self.sums.shape[-1])
        for pair in pairs.tolist():
            if stop.is_set():
                break
            hits[pair] = np.count_nonzero(self.are_hits(pair, everywhere, weighted.weights))
        return hits

    def _statistics(self, pair: int, units: Indices, signs: Floats) -> Floats:
        """D / √W [trials] after swaps, infinite where only W is 0."""
        ends = self.pairing.first[pair], self.pairing.second[pair]
        both = np.stack([self.sums[end] for end in ends], axis=1)
        found = [self._statistics_of(both, masks) for masks in _masks(units, signs, both.shape[-1])]
        return np.concatenate(found)

    def _statistics_of(self, both: Floats, masks: Floats) -> Floats:
        """The statistics, given the sums [S, 2, units] of both systems and masks [units, trials]."""
        apart, variance = np.zeros((2, masks.shape[1]))
        for part in self.strata:
            sums, count = both[..., part], part.stop - part.start
            moved = (sums[:, 1] - sums[:, 0]) @ masks[part]
            totals = sums.sum(axis=-1)[..., None] + np.stack([moved, -moved], axis=1)
            f1 = self.metric.score(totals).f1
            apart += f1[0] - f1[1]
            if count > 1:
                influence = _influence(self.metric.gradient(totals, f1), sums, masks[part])
                variance += count / (count - 1) * np.einsum("ut,ut->t", influence, influence)
        tolerance = scale_of(self.metric.name).tolerance * len(self.strata)
        apart[np.abs(apart) <= tolerance] = 0
        infinite = np.where(apart == 0, 0, np.copysign(np.inf, apart))
        error = np.sqrt(variance)  # as D here, without 1 / G
        return np.divide(apart, error, out=infinite, where=error > tolerance)


def _masks(units: Indices, signs: Floats, count: int) -> Iterator[Floats]:
    """The signs of some trials at a time as masks of all units, 0 for those that have no sign."""
    width = max(1, _BLOCK // count)
    for start in range(0, signs.shape[1], width):
        masks = signs[:, start : start + width]
        if len(units) < count:
            some, masks = masks, np.zeros((count, masks.shape[1]))
            masks[units] = some
        yield masks


def _influence(gradient: Floats, sums: Floats, masks: Floats) -> Floats:
    """What each unit adds to the difference [units, trials], by the gradients [S, 2, trials] of scores."""
    gradient[:, 1] *= -1
    slopes = gradient.reshape(-1, masks.shape[1])
    as_it_is, moved = (side.reshape(len(slopes), -1).T @ slopes for side in (sums, sums[:, ::-1] - sums))
    moved *= masks
    moved += as_it_is
    return moved

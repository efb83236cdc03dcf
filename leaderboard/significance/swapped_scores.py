"""The hits of a metric's pairs under some swaps: screening decides most of them, scores the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from threading import Event

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.resampling import Products, Weighted
from leaderboard.significance.screening import Limits, Screen, Singles, screen
from leaderboard.threads import ALONE, Work

# Numbers held at once: enough for one call, or threads wait for each other; few enough for the cache.
BLOCK = 2**17


@dataclass(frozen=True, slots=True)
class MetricPairs:
    """All pairs by one metric, with plain totals [S, systems] of each dataset and the least hits."""

    metric: Metric
    pairing: Pairing
    plain: list[Floats]
    least: Floats
    screen: Screen

    @classmethod
    def of(
        cls,
        units: Units,
        metric: Metric,
        pairing: Pairing,
        products: Products,
        least: Floats,
        work: Work = ALONE,
    ) -> MetricPairs:
        """All pairs of the systems by a metric."""
        plain = products.totals(metric.name)
        return cls(metric, pairing, plain, least, screen(units, metric, pairing, least, work))

    def hits(self, weighted: Weighted, pairs: Indices, stop: Event) -> Indices:
        """The number of hits of each pair; 0 for pairs that are not asked for."""
        taken = weighted.totals(self.metric.name)
        hits = np.zeros(len(self.pairing), dtype=np.int64)
        scored = pairs[~self.screen.common.useful[pairs] & ~self.screen.own.useful[pairs]]
        for block in _blocks(scored, 4 * taken[0].shape[-1], stop):
            hits[block] = np.count_nonzero(self._are_hits(taken, block, slice(None)), axis=1)
        if len(scored) < len(pairs):
            pair, trial = self._screened(hits, self._signed(taken), pairs, stop)
            for some in _blocks(np.arange(len(pair)), 4, stop):
                right = self._are_hits(taken, pair[some], trial[some])
                hits += np.bincount(pair[some][right], minlength=len(hits))
        return hits

    def _are_hits(self, taken: list[Floats], pairs: Indices, trials: Indices | slice) -> Bools:
        """True where scores are far enough apart: in one trial of each pair, or [pairs, trials] in all."""
        first, second = self.pairing.first[pairs], self.pairing.second[pairs]
        f1 = []
        for plain, totals in zip(self.plain, taken, strict=True):
            moved = totals[:, second, trials] - totals[:, first, trials]
            both = np.empty((len(moved), 2, *moved.shape[1:]))
            np.add(_beside(plain[:, first], moved), moved, out=both[:, 0])
            np.subtract(_beside(plain[:, second], moved), moved, out=both[:, 1])
            f1.append(self.metric.score(both).f1)
        one, other = reduce(np.add, f1)
        apart = np.abs(one - other)
        hits: Bools = apart >= _beside(len(f1) * self.least[pairs], apart)
        return hits

    def _signed(self, taken: list[Floats]) -> Singles:
        """The totals [systems, rows, trials] in which traded units are subtracted."""
        quantities, systems, trials = taken[0].shape
        table = np.empty((systems, len(self.screen.rows), trials), dtype=np.float32)
        for place, (dataset, row) in enumerate(zip(*np.divmod(self.screen.rows, quantities), strict=True)):
            table[:, place] = self.plain[dataset][row][:, None] - 2 * taken[dataset][row]
        return table

    def _screened(
        self, hits: Indices, table: Singles, pairs: Indices, stop: Event
    ) -> tuple[Indices, Indices]:
        """Count the hits that are certain; return the pairs and trials that are not decided."""
        screen, first, second = self.screen, self.pairing.first, self.pairing.second
        undecided = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        common = pairs[screen.common.useful[pairs]]
        line = screen.direction @ table
        line -= line.mean(axis=0)
        peak = np.abs(line).max(axis=1)
        common = common[peak[first[common]] + peak[second[common]] >= screen.common.low[common]]
        for block in _blocks(common, table[0, 0].size, stop):
            form = np.abs(line[first[block]] - line[second[block]])
            undecided.append(_decided(hits, block, form, screen.common))
        for block in _blocks(pairs[screen.own.useful[pairs]], table[0].size, stop):
            apart = table[first[block]] - table[second[block]]
            form = np.abs(screen.coefficients[block, None] @ apart)[:, 0]
            undecided.append(_decided(hits, block, form, screen.own))
        pair, trial = (np.concatenate(column) for column in zip(*undecided, strict=True))
        return pair, trial


def _beside(values: Floats, table: Floats) -> Floats:
    """The values with more axes, to be combined with a table whose first axes are theirs."""
    return values.reshape(*values.shape, *(1,) * (table.ndim - values.ndim))


def _decided(hits: Indices, pairs: Indices, form: Singles, limits: Limits) -> tuple[Indices, Indices]:
    """Count what is at the higher limit or above; return the pairs and trials between both."""
    near = np.flatnonzero(form >= limits.low[pairs, None])
    row, trial = np.divmod(near, form.shape[1])
    sure = form.reshape(-1)[near] >= limits.high[pairs[row]]
    hits[pairs] = np.bincount(row[sure], minlength=len(pairs))
    return pairs[row[~sure]], trial[~sure]


def _blocks(pairs: Indices, numbers: int, stop: Event) -> Iterator[Indices]:
    """Some of the pairs at a time, with so many numbers for each."""
    size = max(1, BLOCK // numbers)
    for start in range(0, len(pairs), size):
        if stop.is_set():
            return
        yield pairs[start : start + size]

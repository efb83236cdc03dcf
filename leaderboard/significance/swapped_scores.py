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
from leaderboard.significance.screening import Screen, Singles, screen

# Pairs times trials scored at once: enough work for one call, small enough for the cache.
BLOCK = 2**14
# Numbers of single precision that are held while pairs are screened.
SCREENED = 2**17


@dataclass(frozen=True, slots=True)
class Contest:
    """All pairs by one metric, with plain totals [S, systems] of each dataset and the least hits."""

    metric: Metric
    pairing: Pairing
    plain: list[Floats]
    least: Floats
    screen: Screen

    @classmethod
    def of(cls, units: Units, metric: Metric, pairing: Pairing, products: Products, least: Floats) -> Contest:
        """The contest of all systems by a metric."""
        plain = products.totals(metric.name)
        return cls(metric, pairing, plain, least, screen(units, metric, pairing, least))

    def hits(self, weighted: Weighted, pairs: Indices, stop: Event) -> Indices:
        """The number of hits of each pair; 0 for pairs that are not asked for."""
        taken = weighted.totals(self.metric.name)
        kept = [own[..., None] - totals for own, totals in zip(self.plain, taken, strict=True)]
        hits = np.zeros(len(self.pairing), dtype=np.int64)
        useful = self.screen.useful[pairs]
        size = max(1, BLOCK // taken[0].shape[-1])
        for block in _blocks(pairs[~useful], size, stop):
            hits[block] = self._are_hits(kept, taken, block, slice(None)).sum(axis=0)
        if useful.any():
            pair, trial = self._screened(hits, self._signed(kept, taken), pairs[useful], stop)
            for start in range(0, len(pair), BLOCK):
                some = slice(start, start + BLOCK)
                right = self._are_hits(kept, taken, pair[some], trial[some])
                hits += np.bincount(pair[some][right], minlength=len(hits))
        return hits

    def _are_hits(
        self, kept: list[Floats], taken: list[Floats], pairs: Indices, trials: Indices | slice
    ) -> Bools:
        """True where scores are far enough apart: one trial for each pair, or [trials, pairs] of all."""
        first, second = self.pairing.first[pairs], self.pairing.second[pairs]
        ends = (first, second), (second, first)
        f1 = [
            self.metric.score(np.stack([own[:, a, trials] + other[:, b, trials] for a, b in ends], axis=1)).f1
            for own, other in zip(kept, taken, strict=True)
        ]
        both = reduce(np.add, f1)
        hits: Bools = np.abs(both[0] - both[1]).T >= len(f1) * self.least[pairs]
        return hits

    def _signed(self, kept: list[Floats], taken: list[Floats]) -> Singles:
        """The totals [systems, rows, trials] in which traded units are subtracted."""
        _, systems, trials = taken[0].shape
        table = np.empty((systems, len(self.screen.rows), trials), dtype=np.float32)
        for place, (dataset, row) in enumerate(self.screen.rows):
            table[:, place] = kept[dataset][row] - taken[dataset][row]
        return table

    def _screened(
        self, hits: Indices, table: Singles, pairs: Indices, stop: Event
    ) -> tuple[Indices, Indices]:
        """Count the hits that are certain; return the pairs and trials that are not decided."""
        _, rows, trials = table.shape
        undecided = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        for block in _blocks(pairs, max(1, SCREENED // (rows * trials)), stop):
            apart = table[self.pairing.first[block]]
            apart -= table[self.pairing.second[block]]
            form = np.abs(self.screen.coefficients[block, None] @ apart)[:, 0]
            near = np.flatnonzero(form >= self.screen.low[block, None])
            if len(near):
                row, trial = np.divmod(near, trials)
                sure = form.reshape(-1)[near] >= self.screen.high[block[row]]
                hits[block] = np.bincount(row[sure], minlength=len(block))
                undecided.append((block[row[~sure]], trial[~sure]))
        pair, trial = (np.concatenate(column) for column in zip(*undecided, strict=True))
        return pair, trial


def _blocks(pairs: Indices, size: int, stop: Event) -> Iterator[Indices]:
    for start in range(0, len(pairs), size):
        if stop.is_set():
            return
        yield pairs[start : start + size]

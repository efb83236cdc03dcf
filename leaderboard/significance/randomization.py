"""Approximate randomization (Noreen, 1989): how often do swapped units differ as much as the systems?

The statistic is the difference of two corpus F1, each recomputed from swapped totals. With S the
totals of the swapped units and T those of all units, a pair becomes T_a - S_a + S_b against
T_b - S_b + S_a: one product of masks and sums per system, none per pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise
from math import prod
from threading import Event

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units
from leaderboard.significance.enumeration import exact_hits
from leaderboard.significance.evidence import TOLERANCE, PValues
from leaderboard.significance.pairing import Bools, Indices, Pairing, Run
from leaderboard.significance.resampling import Products, Weighted, chunks, swaps
from leaderboard.significance.runs import units_differing
from leaderboard.threads import Work, results

# Pairs times trials scored at once: enough work for one call, small enough for the cache.
BLOCK = 2**14


def randomization(
    units: Units,
    pairing: Pairing,
    differences: Sequence[Floats],
    trials: int,
    seed: int,
    work: Work,
) -> list[PValues]:
    """The p-values of each metric, given the observed differences of its pairs.

    p = hits / 2^n over all sign vectors where n units differ and 2^n <= trials, else
    p = (1 + hits) / (1 + trials).
    """
    counts = [units_differing(units.sums[metric.name], pairing) for metric in units.metrics]
    exact = [count < trials.bit_length() for count in counts]
    least = [np.abs(difference) - TOLERANCE for difference in differences]
    # A pair takes at most as many swaps as there are trials, whether they are all tried or drawn.
    shares = np.cumsum([sum((~known).sum() for known in exact), *(known.sum() for known in exact)])
    parts = [work.part(*edges) for edges in pairwise((0, *(shares / max(1, shares[-1])).tolist()))]
    sampled = _sampled_hits(units, pairing, least, exact, trials, seed, parts[0])
    found = []
    every = zip(units.metrics, counts, exact, least, sampled, parts[1:], strict=True)
    for metric, count, known, bound, hits, part in every:
        p = (1 + hits) / (1 + trials)
        possible = 2 ** np.where(known, count, 0)
        p[known] = _exact_hits(units, metric, pairing, bound, known, part) / possible[known]
        found.append(PValues(p, np.where(known, possible, trials), known))
    return found


def _exact_hits(
    units: Units,
    metric: Metric,
    pairing: Pairing,
    least: Floats,
    known: Bools,
    work: Work,
) -> Indices:
    sums = units.sums[metric.name]

    def hits(pair: int, stop: Event) -> int:
        first, second = sums[pairing.first[pair]], sums[pairing.second[pair]]
        return exact_hits(metric, first, second, units.dataset, least[pair], stop)

    return np.array(list(results(hits, np.flatnonzero(known).tolist(), work)), dtype=np.int64)


def _sampled_hits(
    units: Units,
    pairing: Pairing,
    least: Sequence[Floats],
    exact: Sequence[Bools],
    trials: int,
    seed: int,
    work: Work,
) -> list[Indices]:
    """The hits of each metric's pairs; those of pairs that need no sampling mean nothing."""
    totals = [np.zeros(len(pairing), dtype=np.int64) for _ in units.metrics]
    if all(known.all() for known in exact):
        return totals
    products = Products.of(units)
    kinds = [
        (metric, products.totals(metric.name), bounds, _runs(pairing, known))
        for metric, bounds, known in zip(units.metrics, least, exact, strict=True)
    ]

    def chunk_hits(chunk: tuple[int, int], stop: Event) -> list[Indices]:
        number, count = chunk
        hits = [np.zeros(len(pairing), dtype=np.int64) for _ in kinds]
        masks = swaps(seed, number, len(units.names))[:, :count]
        for swapped in products.weighted(masks):
            for found, (metric, plain, bounds, runs) in zip(hits, kinds, strict=True):
                _add_hits(found, metric, plain, swapped, bounds, runs, stop)
        return hits

    for hits in results(chunk_hits, chunks(trials), work):
        for total, more in zip(totals, hits, strict=True):
            total += more
    return totals


def _runs(pairing: Pairing, exact: Bools) -> list[Run]:
    return [run for run in pairing.runs if not exact[run.pairs].all()]


def _add_hits(
    hits: Indices,
    metric: Metric,
    plain: list[Floats],
    swapped: Weighted,
    least: Floats,
    runs: list[Run],
    stop: Event,
) -> None:
    taken = swapped.totals(metric.name)
    left = [total[..., None] - totals for total, totals in zip(plain, taken, strict=True)]
    trials = taken[0].shape[-1]
    size = max(1, BLOCK // trials)
    # A block of totals is written over the last one: fresh memory would cost more than the sums.
    room = np.empty(taken[0].shape[0] * 2 * size * trials)
    for block in _blocks(runs, size, stop):
        f1 = [_swapped_f1(metric, *pair, block, room) for pair in zip(left, taken, strict=True)]
        both = reduce(np.add, f1)
        apart = np.abs(both[0] - both[1]) >= len(f1) * least[block.pairs, None]
        hits[block.pairs] += [np.count_nonzero(row) for row in apart]


def _blocks(runs: list[Run], size: int, stop: Event) -> Iterator[Run]:
    for run in runs:
        for block in run.blocks(size):
            if stop.is_set():
                return
            yield block


def _swapped_f1(metric: Metric, left: Floats, taken: Floats, block: Run, room: Floats) -> Floats:
    """F1 [2, pairs, trials] of anchor and partners, given the totals they keep and those they trade."""
    anchor, partners = slice(block.anchor, block.anchor + 1), block.partners
    quantities, _, trials = taken.shape
    shape = (quantities, 2, partners.stop - partners.start, trials)
    totals = room[: prod(shape)].reshape(shape)
    np.add(left[:, anchor], taken[:, partners], out=totals[:, 0])
    np.add(left[:, partners], taken[:, anchor], out=totals[:, 1])
    return metric.score(totals).f1

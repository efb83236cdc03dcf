"""Approximate randomization (Noreen, 1989): how often do swapped units differ as much as the systems?

The statistic is the difference of two corpus F1, each recomputed from swapped totals. With S the
totals of the swapped units and T those of all units, a pair becomes T_a - S_a + S_b against
T_b - S_b + S_a: one product of masks and sums per system, none per pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import pairwise
from threading import Event

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric, scale_of
from leaderboard.scoresheet import Units
from leaderboard.significance.design import ENOUGH_HITS, is_exact
from leaderboard.significance.family import PValues
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.resampling import CHUNK, Chunk, Products, chunks_between, digits, strata, swaps
from leaderboard.significance.studentized import StudentizedPairs
from leaderboard.significance.swapped_scores import MetricPairs
from leaderboard.text import counted, joined
from leaderboard.threads import Stage, Task, Work, results

# Sign vectors scored at a time, and the seconds that one takes.
_BLOCK = 2**12
_SWAP = 5e-7


AreHits = Callable[[Indices, Floats], Bools]


def exact_hits(first: Floats, second: Floats, are_hits: AreHits, stop: Event | None = None) -> int:
    """The number of the 2^n swaps of n units that are hits.

    ``first`` and ``second`` are sums [S, units]. A sign vector and its opposite give the same two
    scores, so the last unit that differs stays and each hit counts twice. The hits are asked of the units
    that do not stay, and their signs [units, trials].
    """
    differing = (first != second).any(axis=0)
    free = np.flatnonzero(differing)[:-1]
    hits = 0
    for start in range(0, 2 ** len(free), _BLOCK):
        if stop is not None and stop.is_set():
            break
        signs = digits(start, min(2 ** len(free), start + _BLOCK), len(free))
        hits += int(np.count_nonzero(are_hits(free, signs)))
    return 2 * hits if differing.any() else hits


def apart(metric: Metric, first: Floats, second: Floats, dataset: NDArray[np.int64], least: float) -> AreHits:
    """Swaps are hits that set the scores of these sums [S, units] ``least`` or more apart."""
    parts, shift = strata(dataset), second - first
    totals = [(first[:, part].sum(axis=1), second[:, part].sum(axis=1)) for part in parts]

    def are_hits(units: Indices, signs: Floats) -> Bools:
        f1 = []
        for (a, b), part in zip(totals, parts, strict=True):
            moved = shift[:, units] * (dataset[units] == dataset[part.start]) @ signs
            f1.append(metric.score(np.stack([a[:, None] + moved, b[:, None] - moved], axis=1)).f1)
        both = reduce(np.add, f1)
        hits: Bools = np.abs(both[0] - both[1]) >= len(f1) * least
        return hits

    return are_hits


def randomization(
    units: Units,
    products: Products,
    pairing: Pairing,
    differences: Sequence[Floats],
    counts: Sequence[Indices],
    looks: Sequence[int],
    seed: int,
    work: Work,
    studentized: bool = False,
) -> list[PValues]:
    """The p-values of each metric, given the observed differences of its pairs, which may be studentized.

    p = hits / 2^n over all sign vectors where n units differ and 2^n is at most the last of the ``looks``,
    else p = (1 + hits) / (1 + trials). A pair takes trials until the first look with enough hits
    (Besag & Clifford, 1991), at most those of the last. Pairs differ on so many units as ``counts`` tell.
    """
    exact = [is_exact(count, looks[-1]) for count in counts]
    least = [
        np.abs(difference) - scale_of(metric.name).tolerance
        for metric, difference in zip(units.metrics, differences, strict=True)
    ]
    own = [StudentizedPairs.of(units, metric, pairing) if studentized else None for metric in units.metrics]
    # A pair takes at most as many swaps as there are trials, whether they are all tried or drawn.
    shares = np.cumsum([sum((~known).sum() for known in exact), *(known.sum() for known in exact)])
    parts = [work.part(*edges) for edges in pairwise((0, *(shares / max(1, shares[-1])).tolist()))]
    sampled = _sampled(units, products, pairing, least, own, exact, looks, seed, parts[0])
    found = []
    none = np.full(len(pairing), np.nan)
    every = zip(units.metrics, counts, exact, least, own, sampled, parts[1:], strict=True)
    for metric, count, known, bound, test, (hits, trials), part in every:
        p = (1 + hits) / (1 + trials)
        possible = 2 ** np.where(known, count, 0)
        p[known] = _exact_hits(units, metric, pairing, bound, test, count, known, part) / possible[known]
        trials = np.where(known, possible, trials)
        found.append(PValues(p, trials, known, none if test is None else test.observed))
    return found


def _exact_hits(
    units: Units,
    metric: Metric,
    pairing: Pairing,
    least: Floats,
    own: StudentizedPairs | None,
    count: Indices,
    known: Bools,
    work: Work,
) -> Indices:
    sums = units.sums[metric.name]
    swapped = 2 ** (count[known] - 1.0).mean() if known.any() else 0.0
    about = f"the exact tests by {metric.name}"
    asked = metric, units.dataset, least, own
    seconds = swapped * _SWAP * (len(units.names) if own else 1)
    task: Task[int] = Task(about, _hits_of_pair, (sums, pairing, asked), seconds)
    return np.array(list(results(task, np.flatnonzero(known).tolist(), work)), dtype=np.int64)


def _hits_of_pair(
    sums: Floats,
    pairing: Pairing,
    asked: tuple[Metric, Indices, Floats, StudentizedPairs | None],
    pair: int,
    stop: Event,
) -> int:
    metric, dataset, least, own = asked
    first, second = sums[pairing.first[pair]], sums[pairing.second[pair]]
    far = apart(metric, first, second, dataset, least[pair])
    return exact_hits(first, second, partial(own.are_hits, pair) if own else far, stop)


def _sampled(
    units: Units,
    products: Products,
    pairing: Pairing,
    least: Sequence[Floats],
    own: Sequence[StudentizedPairs | None],
    exact: Sequence[Bools],
    looks: Sequence[int],
    seed: int,
    work: Work,
) -> list[tuple[Indices, Indices]]:
    """The hits and trials of each metric's pairs; those of pairs that need no sampling mean nothing.

    Why p is valid: a pair that goes on from a look has fewer hits there than one that stops. So what is as
    extreme as a stop after L trials with g hits, or more, is among "at most g hits in the first L trials",
    of which the probability is at most (1 + g) / (1 + L).
    """
    hits = [np.zeros(len(pairing), dtype=np.int64) for _ in units.metrics]
    trials = [np.full(len(pairing), looks[-1]) for _ in units.metrics]
    going = [np.flatnonzero(~known) for known in exact]
    if not any(map(len, going)):
        return list(zip(hits, trials, strict=True))
    tested = tuple(
        pairs or MetricPairs.of(units, metric, pairing, products, bounds, work)
        for pairs, metric, bounds in zip(own, units.metrics, least, strict=True)
    )
    for first, last in pairwise((0, *looks)):
        if any(map(len, going)):
            part = _look(work, first, last, looks, going)
            more = _hits(tested, products, going, len(units.names), (first, last), seed, part)
            for metric, pairs in enumerate(going):
                hits[metric] += more[metric]
                enough = hits[metric][pairs] >= ENOUGH_HITS
                trials[metric][pairs[enough]] = last
                going[metric] = pairs[~enough]
    return list(zip(hits, trials, strict=True))


def _look(work: Work, first: int, last: int, looks: Sequence[int], going: Sequence[Indices]) -> Work:
    """The work up to a look. Until the first of several, nothing tells how long the others will take."""
    if not first and last < looks[-1]:
        stage = Stage(work.stage.name)
    else:
        stage = replace(work.stage, pairs=max(map(len, going)))
    return work.part(first / looks[-1], last / looks[-1], stage)


def _hits(
    tested: tuple[MetricPairs | StudentizedPairs, ...],
    products: Products,
    going: Sequence[Indices],
    units: int,
    trials: tuple[int, int],
    seed: int,
    work: Work,
) -> list[Indices]:
    """The hits of each metric's pairs, of those that go on, in the trials between two numbers."""
    totals = [np.zeros(len(one.pairing), dtype=np.int64) for one in tested]
    comparisons = sum(map(len, totals))
    chunks = chunks_between(*trials, work.parts(-(-(trials[1] - trials[0]) // CHUNK)))
    seconds = products.seconds + sum(
        len(pairs) * one.seconds for one, pairs in zip(tested, going, strict=True)
    )
    share = products, tested, (tuple(going), units, seed)
    about = f"the tests of {counted(len(totals[0]), 'pair')} by {joined([one.metric.name for one in tested])}"
    width = (trials[1] - trials[0]) / len(chunks)
    task = Task(about, _chunk_hits, share, width * seconds, numbers=comparisons / 4)
    for hits in results(task, chunks, work):
        for total, more in zip(totals, hits, strict=True):
            total += more
    return totals


def _chunk_hits(
    products: Products,
    tested: Sequence[MetricPairs | StudentizedPairs],
    asked: tuple[Sequence[Indices], int, int],
    chunk: Chunk,
    stop: Event,
) -> list[NDArray[np.uint16]]:
    """The hits of each metric's pairs in some trials of a chunk."""
    (going, units, seed), (number, columns) = asked, chunk
    hits = [np.zeros(len(one.pairing), dtype=np.int64) for one in tested]
    for weighted in products.weighted(swaps(seed, number, units), columns):
        for found, one, pairs in zip(hits, tested, going, strict=True):
            if len(pairs):
                found += one.hits(weighted, pairs, stop)
    return [found.astype(np.uint16) for found in hits]

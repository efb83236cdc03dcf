"""Random swaps and resamples of units: masks, and the totals that they give.

One 0/1 matrix (or matrix of counts) serves all systems and all metrics; no metric is known here.
Bootstrap samples are multinomial and drawn within each dataset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from threading import Event
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric, ratio, scale_of
from leaderboard.scoresheet import Units, mean_of_runs
from leaderboard.significance.pairing import TOLERANCE, Bools, Indices, Pairing
from leaderboard.threads import ALONE, Task, Work, results

Result = TypeVar("Result")

# Part of what a seed means: another size gives other masks, hence other p-values.
CHUNK = 1024

# Products held at a time, in numbers: bounds the memory of a worker, whatever the number of systems.
WORKING_SET = 2**22

# What a core does at least: sums that are multiplied and added, and scores.
PRODUCTS_PER_SECOND, SCORES_PER_SECOND = 1e10, 2e7

_SWAPS, _RESAMPLES = 0, 1


Chunk = tuple[int, slice]


def chunks_between(first: int, last: int, parts: int = 1) -> list[Chunk]:
    """The number of each chunk with trials from ``first`` to ``last``, and which of its trials they are.

    A chunk may come in several ``parts``.
    """
    width = CHUNK // parts
    starts = range(first - first % width, last, width)
    edges = [(max(first, start), min(last, start + width)) for start in starts]
    return [(one // CHUNK, slice(one % CHUNK, one % CHUNK + end - one)) for one, end in edges]


class Masks(Protocol):
    """What each unit counts in each trial [units, CHUNK], of which some columns are made at a time."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def __getitem__(self, place: tuple[slice, slice], /) -> Floats: ...


@dataclass(frozen=True, slots=True)
class _Swaps:
    """Zeros and ones as bits, eight of a unit in an octet."""

    octets: NDArray[np.uint8]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.octets), CHUNK

    def __getitem__(self, place: tuple[slice, slice]) -> Floats:
        start, stop, _ = place[1].indices(CHUNK)
        bits = np.unpackbits(self.octets[:, start // 8 : -(-stop // 8)], axis=1)
        return bits[:, start % 8 : start % 8 + stop - start].astype(np.float64)


def swaps(seed: int, chunk: int, units: int) -> Masks:
    """Zeros and ones [units, CHUNK]: one bit a unit and trial, whichever systems take part."""
    words = _generator(seed, _SWAPS, chunk).random_raw(units * CHUNK // 64)
    return _Swaps(words.astype("<u8").view(np.uint8).reshape(units, CHUNK // 8))


def digits(start: int, stop: int, units: int) -> Floats:
    """The swaps of some units by number: the binary digits of those from start to stop, one row per unit."""
    return ((np.arange(start, stop) >> np.arange(units)[:, None]) & 1).astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Resamples:
    """The number of times each unit is drawn; the trials of a dataset stand together in the random words."""

    seed: int
    chunk: int
    sizes: tuple[int, ...]

    @property
    def shape(self) -> tuple[int, int]:
        return sum(self.sizes), CHUNK

    def __getitem__(self, place: tuple[slice, slice]) -> Floats:
        start, stop, _ = place[1].indices(CHUNK)
        counts, before = [], 0
        for units in self.sizes:
            generator = _generator(self.seed, _RESAMPLES, self.chunk)
            generator.advance(CHUNK * before + start * units)
            counts.append(_counts(generator, units, stop - start))
            before += units
        return np.concatenate(counts)


def resamples(seed: int, chunk: int, dataset: NDArray[np.int64]) -> Masks:
    """The number of times each unit is drawn, as [units, CHUNK]; each dataset is drawn from its own units."""
    return _Resamples(seed, chunk, tuple(part.stop - part.start for part in strata(dataset)))


def strata(dataset: NDArray[np.int64]) -> tuple[slice, ...]:
    """The units of each dataset; they stand together."""
    edges = [0, *(np.flatnonzero(np.diff(dataset)) + 1).tolist(), len(dataset)]
    return tuple(slice(start, stop) for start, stop in pairwise(edges))


@dataclass(frozen=True, slots=True)
class Products:
    """Weighted totals: the different rows of sums, each multiplied by the weights only once.

    Many rows are equal: the key's denominators in all systems, the parts of the CoNLL average.
    ``rows`` is [rows, units of a dataset] a dataset, ``place`` [S, systems] a metric.
    """

    strata: tuple[slice, ...]
    rows: tuple[Floats, ...]
    place: dict[str, NDArray[np.int64]]

    @classmethod
    def of(cls, units: Units) -> Products:
        found: dict[bytes, int] = {}
        rows: list[Floats] = []
        place = {name: _places(sums, found, rows) for name, sums in units.sums.items()}
        table = np.array(rows).reshape(len(rows), len(units.names))
        parts = strata(units.dataset)
        return cls(parts, tuple(np.ascontiguousarray(table[:, part]) for part in parts), place)

    @property
    def seconds(self) -> float:
        """About the time of the weighted totals of a trial."""
        return sum(rows.size for rows in self.rows) / PRODUCTS_PER_SECOND

    def totals(self, name: str) -> list[Floats]:
        """The plain totals [S, systems] of each dataset."""
        return [rows.sum(axis=1)[self.place[name]] for rows in self.rows]

    def weighted(self, weights: Masks, columns: slice = slice(None)) -> Iterator[Weighted]:
        """The totals under each of some columns of the weights, a few at a time."""
        first, last, _ = columns.indices(weights.shape[1])
        width = max(32, WORKING_SET // max(1, len(self.rows[0]), weights.shape[0]))
        for start in range(first, last, width):
            some = weights[:, start : min(last, start + width)]
            parts = zip(self.strata, self.rows, strict=True)
            yield Weighted(self.place, [rows @ some[part] for part, rows in parts], some)


@dataclass(frozen=True, slots=True)
class Weighted:
    """Weighted totals of some trials of a chunk, and the weights [units, trials]."""

    place: dict[str, NDArray[np.int64]]
    rows: list[Floats]
    weights: Floats

    def totals(self, name: str) -> list[Floats]:
        """The weighted totals [S, systems, trials] of each dataset."""
        return [rows[self.place[name]] for rows in self.rows]


def _generator(seed: int, stream: int, chunk: int) -> np.random.PCG64:
    return np.random.PCG64(np.random.SeedSequence((seed, stream, chunk)))


def _counts(generator: np.random.PCG64, units: int, trials: int) -> Floats:
    """Multinomial counts [units, trials] from the upper halves of raw words."""
    drawn = ((generator.random_raw(units * trials) >> 32) * units) >> 32
    cell = drawn.astype(np.int64).reshape(trials, units) + units * np.arange(trials)[:, None]
    counts = np.bincount(cell.ravel(), minlength=units * trials).reshape(trials, units)
    return np.ascontiguousarray(counts.T, dtype=np.float64)


def _places(sums: Floats, found: dict[bytes, int], rows: list[Floats]) -> NDArray[np.int64]:
    """Where in ``rows`` each row of sums [systems, S, units] stands, adding the new ones."""
    systems, quantities, _ = sums.shape
    place = np.empty((quantities, systems), dtype=np.int64)
    for system, quantity in np.ndindex(systems, quantities):
        row = sums[system, quantity]
        place[quantity, system] = found.setdefault(row.tobytes(), len(rows))
        if place[quantity, system] == len(rows):
            rows.append(row)
    return place


# A dataset of fewer units says too little of others like them, unless no dataset has more.
ENOUGH = 5


@dataclass(frozen=True, slots=True)
class Sampling:
    """The strata of units that stand for others like them, and the weight of each unit by the key.

    ``fixed`` names the other datasets, which are taken as they are, with the number of their units.
    """

    strata: tuple[slice, ...]
    weights: Floats
    fixed: tuple[tuple[str, int], ...]
    tolerance: float = TOLERANCE

    @property
    def effective_units(self) -> float:
        """As how many units of equal weight these units count."""
        return float(sum(effective(self.weights[part]) for part in self.strata))

    @property
    def nameless(self) -> Sampling:
        """What errors need, without the names of datasets."""
        return replace(self, fixed=())


def sampling(units: Units, metric: Metric) -> Sampling:
    """The strata of some units, and their weights by a metric."""
    parts = strata(units.dataset)
    sizes = [part.stop - part.start for part in parts]
    least = ENOUGH if max(sizes, default=0) >= ENOUGH else 2
    rows = units.weights.get(metric.name, np.zeros((1, len(units.names))))
    return Sampling(
        strata=tuple(part for part, size in zip(parts, sizes, strict=True) if size >= least),
        weights=np.concatenate([_shares(rows[:, part]) for part in parts]),
        fixed=tuple(
            (units.names[part.start].dataset, size)
            for part, size in zip(parts, sizes, strict=True)
            if size < least
        ),
        tolerance=scale_of(metric.name).tolerance,
    )


def effective(weights: Floats, some: Bools | None = None) -> Floats:
    """(sum w)^2 / sum w^2 over units, or over ``some`` [rows, units] of them."""
    chosen = weights if some is None else np.where(some, weights, 0)
    return ratio(chosen.sum(axis=-1) ** 2, (chosen**2).sum(axis=-1))


def _shares(rows: Floats) -> Floats:
    """The mean share of each unit in the rows; equal weights where there is nothing to share."""
    shares: Floats = ratio(rows, rows.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares if shares.any() else np.ones_like(shares)


def score_draws(
    units: Units, draws: int, seed: int, work: Work = ALONE, products: Products | None = None
) -> dict[str, Floats]:
    """Return the resampled F1 [systems, draws] by each metric; runs are as they are."""
    products = products or Products.of(units)
    parts = list(by_chunk("the draws", _chunk_scores, units, products, (), draws, seed, work))
    return {name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]}


def centred_p(
    units: Units,
    products: Products,
    pairing: Pairing,
    differences: Sequence[Floats],
    trials: int,
    seed: int,
    work: Work,
) -> list[Floats]:
    """p = (1 + #{|D* - D| >= |D|}) / (1 + trials) of each metric's pairs, with D the difference.

    Where no dataset has two units no resample differs from the sample, which tells nothing: p = 1.
    """
    if len(np.unique(units.dataset)) == len(units.dataset):
        return [np.ones(len(pairing)) for _ in units.metrics]
    hits = [np.zeros(len(pairing), dtype=np.int64) for _ in units.metrics]
    asked = pairing, tuple(differences)
    about = "the tests by bootstrap"
    for more in by_chunk(about, _chunk_hits, units, products, asked, trials, seed, work):
        for found, of_metric in zip(hits, more, strict=True):
            found += of_metric
    return [(1 + found) / (1 + trials) for found in hits]


def _chunk_hits(
    products: Products,
    drawn: Drawn,
    pairing: Pairing,
    differences: Sequence[Floats],
    chunk: Chunk,
    stop: Event,
) -> list[Indices]:
    scores = _chunk_scores(products, drawn, chunk, stop)
    return [
        _centred_hits(
            scores[metric.name], pairing, observed, np.abs(observed) - scale_of(metric.name).tolerance
        )
        for metric, observed in zip(drawn.metrics, differences, strict=True)
        if scores
    ]


def _centred_hits(scores: Floats, pairing: Pairing, observed: Floats, least: Floats) -> Indices:
    hits = np.zeros(len(pairing), dtype=np.int64)
    for pair, (first, second) in enumerate(zip(pairing.first, pairing.second, strict=True)):
        off = np.abs(scores[first] - scores[second] - observed[pair])
        hits[pair] = np.count_nonzero(off >= least[pair])
    return hits


class Drawn(NamedTuple):
    """What is drawn, beside the sums."""

    dataset: NDArray[np.int64]
    metrics: tuple[Metric, ...]
    runs: tuple[int, ...]
    seed: int


def by_chunk(
    about: str,
    function: Callable[..., Result],
    units: Units,
    products: Products,
    asked: tuple[Any, ...],
    draws: int,
    seed: int,
    work: Work,
) -> Iterator[Result]:
    """What a function finds in resamples, chunk by chunk."""
    drawn = Drawn(units.dataset, units.metrics, units.runs, seed)
    scores = CHUNK * sum(map(len, units.sums.values()))
    seconds = CHUNK * products.seconds + scores / SCORES_PER_SECOND
    task = Task(about, function, (products, drawn, *asked), seconds, numbers=scores)
    return results(task, chunks_between(0, draws), work)


def _chunk_scores(products: Products, drawn: Drawn, chunk: Chunk, stop: Event) -> dict[str, Floats]:
    """The F1 [systems, trials] of each metric; none where nobody waits for them."""
    number, columns = chunk
    weights = resamples(drawn.seed, number, drawn.dataset)
    found: dict[str, list[Floats]] = {}
    for weighted in products.weighted(weights, columns):
        for metric in () if stop.is_set() else drawn.metrics:
            score = _mean_f1(metric, weighted.totals(metric.name))
            found.setdefault(metric.name, []).append(mean_of_runs(score, drawn.runs))
    return {name: np.concatenate(parts, axis=1) for name, parts in found.items()}


def _mean_f1(metric: Metric, totals: list[Floats]) -> Floats:
    return reduce(np.add, [metric.score(total).f1 for total in totals]) / len(totals)

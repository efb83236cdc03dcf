"""Units made by hand or at random, and metrics of one line, for tests of the statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from leaderboard.metrics.metric import (
    OWN_NUMERATORS,
    SHARED_NUMERATOR,
    Floats,
    Metric,
    Scores,
    Summand,
    harmonic_mean,
    quotient,
    ratio,
    recall_precision_f1,
    shared_numerator,
)
from leaderboard.overlap import Overlap
from leaderboard.scoresheet import PartName, Scoresheet, Units, exact
from leaderboard.significance.pairing import Indices


def _uncounted(overlap: Overlap) -> Floats:
    raise NotImplementedError


def metric(name: str) -> Metric:
    """``sum`` adds one column; ``shared`` has three, ``four`` four, ``blanc`` six, ``mean`` seven."""
    summands = SUMMANDS.get(name, ())
    f1_alone = SCORES[name][1] not in (shared_numerator, recall_precision_f1)
    return Metric(
        name, name.title(), _uncounted, SCORES[name][1], _uncounted, summands=summands, f1_alone=f1_alone
    )


def mean_of_summands(name: str, summands: Sequence[Summand]) -> Metric:
    """A metric whose F1 is the sum of harmonic means, also where some totals are 0."""

    def score(totals: Floats) -> Scores:
        pairs = [(ratio(totals[a], totals[b]), ratio(totals[c], totals[d])) for (a, b), (c, d), _ in summands]
        means = [one.weight * harmonic_mean(*pair) for one, pair in zip(summands, pairs, strict=True)]
        return Scores(None, None, np.sum(means, axis=0))

    return Metric(name, name, _uncounted, score, _uncounted, summands=tuple(summands), f1_alone=True)


def made_units(
    sums: dict[str, Sequence[object] | Floats],
    datasets: Sequence[int] | None = None,
    systems: Sequence[str] | None = None,
) -> Units:
    """Units of sums [systems, S, units] for each metric named."""
    arrays = {name: np.asarray(values, dtype=np.float64) for name, values in sums.items()}
    count, _, units = next(iter(arrays.values())).shape
    dataset = np.array([0] * units if datasets is None else datasets, dtype=np.int64)
    return Units(
        systems=tuple(systems or [f"s{number:03}" for number in range(count)]),
        names=tuple(PartName(f"set{number}", f"d{place:03}", 0) for place, number in enumerate(dataset)),
        dataset=dataset,
        metrics=tuple(metric(name) for name in arrays),
        sums=arrays,
    )


def random_units(
    systems: int, units: int, seed: int = 0, datasets: int = 1, names: Sequence[str] = ("shared", "four")
) -> Units:
    """Systems of slowly rising quality over documents of uneven size."""
    generator = np.random.default_rng(seed)
    size = generator.integers(5, 60, units)
    right = np.linspace(0.6, 0.7, systems)[:, None]
    found = {name: _random_sums(generator, size, right, name) for name in names}
    number = np.sort(np.arange(units) % datasets)
    return made_units({name: exact(sums, int(size.sum())) for name, sums in found.items()}, number.tolist())


def reordered(units: Units, order: Sequence[int]) -> Units:
    """The same units with some systems, in some order."""
    return replace(
        units,
        systems=tuple(units.systems[number] for number in order),
        sums={name: sums[list(order)] for name, sums in units.sums.items()},
    )


def sheet_of(units: Units) -> Scoresheet:
    """A scoresheet of as many parts."""
    return Scoresheet(units.systems, units.names, 0, units.metrics, units.sums)


def _random_sums(generator: np.random.Generator, size: Indices, right: Floats, name: str) -> Floats:
    key = np.broadcast_to(size, (len(right), len(size)))
    response = key + generator.integers(-3, 4, key.shape)
    rows: list[Floats | Indices] = []
    for _ in range(SCORES[name][0] // 3):
        rows += [generator.binomial(np.minimum(key, response), right), key, response]
    if SCORES[name][0] % 3:
        rows = [
            rows[0] * generator.random(key.shape),
            key,
            rows[0] * generator.random(key.shape),
            response,
            *rows,
        ]
    return np.stack(rows[: SCORES[name][0]], axis=1).astype(np.float64)


def _sum(totals: Floats) -> Scores:
    return Scores(None, None, totals[0])


def _blanc(totals: Floats) -> Scores:
    coreference, other = shared_numerator(totals[:3]), shared_numerator(totals[3:])
    return Scores(None, None, (coreference.f1 + other.f1) / 2)


def _rate(totals: Floats) -> Scores:
    return Scores(None, None, ratio(totals[0], totals[1]))


def _mean(totals: Floats) -> Scores:
    return Scores(None, None, (recall_precision_f1(totals[:4]).f1 + shared_numerator(totals[4:]).f1) / 2)


SCORES = {
    "sum": (1, _sum),
    "shared": (3, shared_numerator),
    "four": (4, recall_precision_f1),
    "blanc": (6, _blanc),
    "mean": (7, _mean),
    "rate": (2, _rate),
}
SUMMANDS = {
    "rate": (quotient(0, 1),),
    "shared": SHARED_NUMERATOR,
    "four": OWN_NUMERATORS,
    "blanc": tuple(SHARED_NUMERATOR[0].shifted(rows, 0.5) for rows in (0, 3)),
    "mean": (OWN_NUMERATORS[0].shifted(0, 0.5), SHARED_NUMERATOR[0].shifted(4, 0.5)),
}

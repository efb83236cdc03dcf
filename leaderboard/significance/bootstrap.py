"""Bootstrap over units: the scores of multinomial resamples within each dataset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from threading import Event

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units, mean_of_runs
from leaderboard.significance.evidence import TOLERANCE
from leaderboard.significance.pairing import Indices, Pairing
from leaderboard.significance.resampling import Products, chunks, resamples
from leaderboard.threads import ALONE, Work, results


def score_draws(units: Units, draws: int, seed: int, work: Work = ALONE) -> dict[str, Floats]:
    """Return the resampled F1 [systems, draws] by each metric; runs are as they are."""
    parts = list(_chunk_scores(units, draws, seed, work))
    return {name: np.concatenate([part[name] for part in parts], axis=1) for name in parts[0]}


def centred_p(
    units: Units,
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
    for scores in _chunk_scores(units, trials, seed, work):
        for metric, found, observed in zip(units.metrics, hits, differences, strict=True):
            found += _centred_hits(scores[metric.name], pairing, observed)
    return [(1 + found) / (1 + trials) for found in hits]


def _centred_hits(scores: Floats, pairing: Pairing, observed: Floats) -> Indices:
    hits = np.zeros(len(pairing), dtype=np.int64)
    for pair, (first, second) in enumerate(zip(pairing.first, pairing.second, strict=True)):
        off = np.abs(scores[first] - scores[second] - observed[pair])
        hits[pair] = np.count_nonzero(off >= abs(observed[pair]) - TOLERANCE)
    return hits


def _chunk_scores(units: Units, draws: int, seed: int, work: Work) -> Iterator[dict[str, Floats]]:
    """Yield the F1 [systems, trials] of each metric, chunk by chunk."""
    products = Products.of(units)

    def scores(chunk: tuple[int, int], stop: Event) -> dict[str, Floats]:
        number, count = chunk
        weights = resamples(seed, number, units.dataset)[:, :count]
        drawn: dict[str, list[Floats]] = {}
        for weighted in products.weighted(weights):
            for metric in () if stop.is_set() else units.metrics:
                score = _mean_f1(metric, weighted.totals(metric.name))
                drawn.setdefault(metric.name, []).append(mean_of_runs(score, units.runs))
        return {name: np.concatenate(parts, axis=1) for name, parts in drawn.items()}

    return results(scores, chunks(draws), work)


def _mean_f1(metric: Metric, totals: list[Floats]) -> Floats:
    mean: Floats = reduce(np.add, [metric.score(total).f1 for total in totals]) / len(totals)
    return mean

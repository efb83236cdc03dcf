"""Tests of whether an error costs two systems the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import owners_of
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.comparison import VERDICTS
from leaderboard.significance.copies import best_first, copy_classes, hypotheses, places
from leaderboard.significance.evidence import TOLERANCE
from leaderboard.significance.families import pairing_of
from leaderboard.significance.judging import attainable
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.prices import Priced
from leaderboard.significance.resampling import CHUNK, chunks, strata, swaps
from leaderboard.significance.runs import by_t
from leaderboard.significance.trials import is_exact, trials_needed
from leaderboard.significance.two_level import t_p_values


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PriceFamily:
    """Differences of prices, corrected together: arrays [pairs, versions - 1].

    ``bounds`` is [pairs, versions - 1, 2], with NaN where nothing can be said.
    """

    pairing: Pairing
    differences: Floats
    bounds: Floats
    p: Floats
    p_adjusted: Floats
    verdicts: Indices


def price_family(prices: Priced, systems: tuple[str, ...], scores: Floats) -> PriceFamily:
    """Test whether systems differ in the price of a version: whole units trade places with all versions.

    Where either system has several runs, the test is by t. P-values are multiplied by the attempts of a pair,
    of copies the most, before they are corrected.
    """
    design, pairing = prices.design, pairing_of(systems, prices.design.against)
    place = places(copy_classes(prices.sums, prices.runs), best_first(scores, systems))
    distinct = hypotheses(pairing, place)
    kinds = prices.prices.shape[1]
    tests = kinds * max(1, len(distinct)) * design.most_attempts(systems)
    trials = design.trials or trials_needed(tests, design.alpha)
    pairs = list(zip(pairing.first.tolist(), pairing.second.tolist(), strict=True))
    counts = np.array([prices.differing(*pair).sum(axis=1) for pair in pairs], np.int64).reshape(-1, kinds)
    by_methods = by_t(prices.runs, len(systems), pairing)
    attempts = design.attempts_of(systems, pairing)
    largest = distinct.largest(attempts.astype(np.float64))
    attempts = distinct.by_pair(attempts[largest], copies=1)[:, None]
    p = _p_values(prices, pairs, counts, trials, by_methods)
    untestable = attainable(counts) * attempts > design.alpha
    for row in np.flatnonzero(by_methods).tolist():
        errors = prices.errors(*pairs[row])
        untestable[row] |= ~errors.known
        says = ~untestable[row] & distinct.differ[row]
        p[row] = np.where(says, t_p_values(np.subtract(*prices.prices[[*pairs[row]]]), errors), 1)
    tested = np.minimum(p * attempts, 1)[largest]
    corrected = adjusted(tested.reshape(-1), design.procedure).reshape(tested.shape)
    bounds = np.array([prices.difference_intervals(*pair) for pair in pairs]).reshape(-1, kinds, 2)
    bounds[untestable | ~distinct.differ[:, None]] = np.nan
    p_adjusted = np.ones_like(p)
    p_adjusted[distinct.differ] = corrected[distinct.number[distinct.differ]]
    return PriceFamily(
        pairing=pairing,
        differences=prices.prices[pairing.first] - prices.prices[pairing.second],
        bounds=bounds,
        p=p,
        p_adjusted=p_adjusted,
        verdicts=_verdicts(p_adjusted, (counts == 0) | ~distinct.differ[:, None], untestable, design.alpha),
    )


def _verdicts(p_adjusted: Floats, identical: Bools, untestable: Bools, alpha: float) -> Indices:
    names = np.select(
        [identical, untestable, p_adjusted <= alpha],
        [VERDICTS.index("identical"), VERDICTS.index("untestable"), VERDICTS.index("significant")],
        VERDICTS.index("tied"),
    )
    return names.astype(np.int64)


def _p_values(
    prices: Priced, pairs: list[tuple[int, int]], counts: Indices, trials: int, by_methods: Bools
) -> Floats:
    """p = hits / 2^n where there are no more swaps of n units than trials, else (1 + hits) / (1 + trials).

    Pairs tested ``by_methods`` are left alone.
    """
    exact = is_exact(counts, trials) | by_methods[:, None]
    hits = np.zeros(counts.shape)
    for number, count in chunks(trials) if not exact.all() else ():
        masks = swaps(prices.design.seed, number, len(prices.units.names))[:, :count]
        for row in np.flatnonzero(~exact.all(axis=1)).tolist():
            hits[row] += _hits(prices, pairs[row], masks)
    p = (1 + hits) / (1 + trials)
    for row, kind in zip(*np.nonzero(exact & ~by_methods[:, None]), strict=True):
        differ = prices.differing(*pairs[row])[kind]
        every = [_hits(prices, pairs[row], masks)[kind] for masks in _all_swaps(differ)]
        p[row, kind] = sum(every) / 2.0 ** counts[row, kind]
    return p


def _hits(prices: Priced, pair: tuple[int, int], masks: Floats) -> Floats:
    """For each kind, how many swaps make the prices differ by as much as they do, or more."""
    first, second = pair
    observed = np.abs(prices.prices[first] - prices.prices[second])
    owners = owners_of(prices.runs, len(prices.prices)).tolist()
    ours, theirs = prices.sums[owners.index(first)], prices.sums[owners.index(second)]
    scores = np.zeros((len(ours), masks.shape[1]))
    parts = strata(prices.units.dataset)
    for part in parts:
        moved = (theirs - ours)[..., part] @ masks[part]
        for sign, side in ((1, ours), (-1, theirs)):
            totals = side[..., part].sum(axis=-1)[..., None] + sign * moved
            scores += sign * prices.metric.score(np.moveaxis(totals, 1, 0)).f1
    apart = np.abs(scores[1:] - scores[prices.before]) / len(parts)
    hits: Floats = (apart >= observed[:, None] - TOLERANCE).sum(axis=1).astype(np.float64)
    return hits


def _all_swaps(differ: Bools) -> Iterator[Floats]:
    """Every swap of the units that differ, as masks [units, at most CHUNK]."""
    places = np.flatnonzero(differ)
    for start in range(0, 2 ** len(places), CHUNK):
        number = np.arange(start, min(start + CHUNK, 2 ** len(places)))
        masks = np.zeros((len(differ), len(number)))
        masks[places] = number >> np.arange(len(places))[:, None] & 1
        yield masks

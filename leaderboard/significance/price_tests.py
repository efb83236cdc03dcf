"""Prices of errors, their intervals, and tests of whether an error costs two systems the same.

A system has several versions: as it is, then mended in one way or another. The price of a version is its
score less that of the version ``before`` it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Event

import numpy as np

from leaderboard.metrics.metric import F1, Floats, Metric
from leaderboard.scoresheet import Scoresheet, Units, mean_of_runs, mean_score, owners_of
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.design import Design, is_exact, trials_needed
from leaderboard.significance.families import pairing_of
from leaderboard.significance.family import VERDICTS
from leaderboard.significance.intervals import Errors, Intervals, bca, percentile, student
from leaderboard.significance.jackknife import (
    acceleration,
    influence,
    scores_without,
    standard_errors,
    t_p_values,
)
from leaderboard.significance.pairing import (
    TOLERANCE,
    Bools,
    Indices,
    Pairing,
    best_first,
    copy_classes,
    hypotheses,
    places,
)
from leaderboard.significance.resampling import (
    CHUNK,
    PRODUCTS_PER_SECOND,
    Chunk,
    Sampling,
    chunks_between,
    digits,
    sampling,
    score_draws,
    strata,
    swaps,
)
from leaderboard.significance.runs import RunVariance, has_several
from leaderboard.threads import ALONE, Task, Work, results


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Priced:
    """The versions of all systems by one metric.

    ``sums`` is [runs, versions, S, units], the version without mending first. Other arrays are of prices,
    [systems, versions - 1, ...]. ``draws`` are bootstrap prices, None where intervals are by t. ``runs`` are
    as in a Scoresheet: prices are means over them, with a variance ``between`` them.
    """

    before: Indices
    units: Units
    metric: Metric
    design: Design
    sampling: Sampling
    sums: Floats
    runs: tuple[int, ...]
    prices: Floats
    between: RunVariance
    influence: Floats
    draws: Floats | None

    @property
    def nameless(self) -> Priced:
        """What swaps need, without the names of systems, units and datasets."""
        units, sampling = self.units.nameless, self.sampling.nameless
        return replace(self, units=units, sampling=sampling, design=Design(), draws=None)

    def intervals(self) -> Floats:
        """The bounds [systems, versions - 1, 2] of prices, NaN where there are none."""
        differ = (self.sums[:, 1:] != self.sums[:, self.before]).any(axis=2)
        in_any_run = mean_of_runs(differ.astype(np.float64), self.runs) > 0
        errors = self._errors(self.influence, in_any_run, self.between)
        by_t = has_several(self.runs, len(self.prices))[:, None]
        if not self.units.is_sample:
            return np.full((*self.prices.shape, 2), np.nan)
        return self._bounds(self.prices, self.influence, self.draws, errors, by_t)

    def errors(self, first: int, second: int) -> Errors:
        """The standard errors [versions - 1] of the differences between the prices of two systems."""
        psi = self.influence[first] - self.influence[second]
        both = self.between.of(first), self.between.of(second)
        return self._errors(psi, self.differing(first, second), *both)

    def difference_intervals(self, first: int, second: int) -> Floats:
        """The bounds [versions - 1, 2] of the prices of one system less those of another."""
        return self._bounds(
            self.prices[first] - self.prices[second],
            self.influence[first] - self.influence[second],
            None if self.draws is None else self.draws[first] - self.draws[second],
            self.errors(first, second),
            has_several(self.runs, len(self.prices))[[first, second]].any(),
        )

    def differing(self, first: int, second: int) -> Bools:
        """The units [versions - 1, units] on which any runs of two systems differ, as they are or mended."""
        owners = owners_of(self.runs, len(self.prices))
        sums = self.sums[(owners == first) | (owners == second)]
        differ = (sums[1:] != sums[0]).any(axis=(0, 2))
        found: Bools = differ[1:] | differ[self.before]
        return found

    def _errors(self, psi: Floats, differ: Bools, *between: RunVariance) -> Errors:
        """The standard errors of rows of influences [..., units], one after the other."""
        units = psi.shape[-1]
        flat = [RunVariance(variance.variance.reshape(-1), variance.df.reshape(-1)) for variance in between]
        return standard_errors(psi.reshape(-1, units), differ.reshape(-1, units), self.sampling, *flat)

    def _bounds(
        self, prices: Floats, psi: Floats, draws: Floats | None, errors: Errors, by_t: Bools | np.bool_
    ) -> Floats:
        """The bounds of prices, by draws if there are any, but by t where systems have several runs."""
        observed, psi, alpha = prices.reshape(-1), psi.reshape(-1, psi.shape[-1]), self.design.alpha
        bounds = student(observed, errors, alpha, F1.reach)
        if draws is not None:
            drawn = draws.reshape(len(observed), -1)
            found: Intervals = (
                percentile(drawn, alpha)
                if self.design.interval == "percentile"
                else bca(drawn, observed, acceleration(psi, self.units.dataset), alpha)
            )
            plain = ~np.broadcast_to(by_t, prices.shape).reshape(-1)
            bounds = np.where(plain[:, None], found.where(errors.known).bounds, bounds)
        return bounds.reshape(*prices.shape, 2)


def priced(
    sheet: Scoresheet,
    metric: Metric,
    mended: Floats,
    before: Sequence[int],
    design: Design,
    unit: str,
    work: Work = ALONE,
) -> Priced:
    """The prices of versions whose sums are ``mended`` [runs, versions, S, parts].

    The first of them is version 1; the system as it is, is version 0.
    """
    versioned, number = _with_versions(sheet, metric, mended), np.array(before)
    units = versioned.units(unit)
    [metric] = units.metrics
    psi = influence(scores_without(units, metric), units.dataset)
    scores = mean_score(metric, units.sums[metric.name], units.dataset).f1
    draws = None
    if design.interval != "t":
        drawn = score_draws(units, design.draws, design.seed, work)[metric.name]
        draws = mean_of_runs(_prices(drawn, number), sheet.runs)
    return Priced(
        before=number,
        units=units,
        metric=metric,
        design=design,
        sampling=sampling(units, metric),
        sums=_by_run(units.sums[metric.name], len(number) + 1),
        runs=sheet.runs,
        prices=mean_of_runs(_prices(scores, number), sheet.runs),
        between=RunVariance.among(_prices(scores, number), sheet.runs),
        influence=mean_of_runs(_prices(psi, number), sheet.runs),
        draws=draws,
    )


def _with_versions(sheet: Scoresheet, metric: Metric, mended: Floats) -> Scoresheet:
    """A scoresheet of single runs, each followed by its mended versions, by one metric."""
    sums = np.concatenate([sheet.sums[metric.name][:, None], mended], axis=1)
    owners = owners_of(sheet.runs, len(sheet.systems)).tolist()
    return replace(
        sheet,
        systems=tuple(sheet.systems[owner] for owner in owners for _ in range(sums.shape[1])),
        runs=(),
        metrics=(metric,),
        sums={metric.name: sums.reshape(-1, *sums.shape[2:])},
    )


def _by_run(rows: Floats, versions: int) -> Floats:
    return rows.reshape(-1, versions, *rows.shape[1:])


def _prices(rows: Floats, before: Indices) -> Floats:
    scores = _by_run(rows, len(before) + 1)
    return scores[:, 1:] - scores[:, before]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PriceFamily:
    """Differences of prices, corrected together: arrays [pairs, versions - 1].

    ``tests`` are those that are corrected: of distinct systems, each pair once.
    ``bounds`` is [pairs, versions - 1, 2], with NaN where nothing can be said.
    """

    pairing: Pairing
    differences: Floats
    bounds: Floats
    p: Floats
    p_adjusted: Floats
    verdicts: Indices
    tests: int


def price_family(prices: Priced, systems: tuple[str, ...], scores: Floats, work: Work = ALONE) -> PriceFamily:
    """Test whether systems differ in the price of a version: whole units trade places with all versions.

    Where either system has several runs, or where that is asked for, the test is by t. P-values are
    multiplied by the attempts of a pair, of copies the most, before they are corrected.
    """
    design, pairing = prices.design, pairing_of(systems, prices.design.against)
    place = places(copy_classes(prices.sums, prices.runs), best_first(scores, systems))
    distinct = hypotheses(pairing, place)
    kinds = prices.prices.shape[1]
    tests = kinds * max(1, len(distinct)) * design.most_attempts(systems)
    trials = design.trials or trials_needed(tests, design.alpha)
    pairs = list(zip(pairing.first.tolist(), pairing.second.tolist(), strict=True))
    counts = np.array([prices.differing(*pair).sum(axis=1) for pair in pairs], np.int64).reshape(-1, kinds)
    by_t = design.by_t(prices.runs, len(systems), pairing)
    attempts = design.attempts_of(systems, pairing)
    largest = distinct.largest(attempts.astype(np.float64))
    attempts = distinct.by_pair(attempts[largest], copies=1)[:, None]
    p = _p_values(prices, pairs, counts, trials, by_t, work)
    untestable = design.out_of_reach(counts, attempts)
    for row in np.flatnonzero(by_t).tolist():
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
        tests=kinds * len(distinct),
    )


def _verdicts(p_adjusted: Floats, identical: Bools, untestable: Bools, alpha: float) -> Indices:
    names = np.select(
        [identical, untestable, p_adjusted <= alpha],
        [VERDICTS.index("identical"), VERDICTS.index("untestable"), VERDICTS.index("significant")],
        VERDICTS.index("tied"),
    )
    return names.astype(np.int64)


def _p_values(
    prices: Priced, pairs: list[tuple[int, int]], counts: Indices, trials: int, by_t: Bools, work: Work
) -> Floats:
    """p = hits / 2^n where there are no more swaps of n units than trials, else (1 + hits) / (1 + trials).

    Pairs tested ``by_t`` are left alone.
    """
    exact = is_exact(counts, trials) | by_t[:, None]
    hits = np.zeros(counts.shape)
    rows, seed = np.flatnonzero(~exact.all(axis=1)).tolist(), prices.design.seed
    share = prices.nameless, ([pairs[row] for row in rows], seed, len(prices.units.names))
    seconds = CHUNK * prices.sums[0].size * len(rows) / PRODUCTS_PER_SECOND
    task = Task("the tests of prices", _chunk_hits, share, seconds, numbers=counts.size)
    for found in results(task, chunks_between(0, trials if rows else 0), work):
        hits[rows] += found
    p = (1 + hits) / (1 + trials)
    for row, kind in zip(*np.nonzero(exact & ~by_t[:, None]), strict=True):
        differ = prices.differing(*pairs[row])[kind]
        every = [_hits(prices, pairs[row], masks)[kind] for masks in _all_swaps(differ)]
        p[row, kind] = sum(every) / 2.0 ** counts[row, kind]
    return p


def _chunk_hits(
    prices: Priced, asked: tuple[Sequence[tuple[int, int]], int, int], chunk: Chunk, _: Event
) -> Floats:
    """The hits [pairs, versions - 1] in some trials of a chunk."""
    (pairs, seed, units), (number, columns) = asked, chunk
    masks = swaps(seed, number, units)[:, columns]
    return np.array([_hits(prices, pair, masks) for pair in pairs])


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
        some = digits(start, min(start + CHUNK, 2 ** len(places)), len(places))
        masks = np.zeros((len(differ), some.shape[1]))
        masks[places] = some
        yield masks

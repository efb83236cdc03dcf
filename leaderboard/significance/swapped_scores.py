"""Exact screening: a linear form and a bound tell of most swaps whether they are hits, without a score.

F1 is a sum of harmonic means 2 / (x + y) of quotients, x = d/n and y = d'/n'. A pair has the totals
M ± u after a swap, with M half the sum of both totals and u linear in the signs of the units. With
a, b, a', b' the changes of n, d, n', d' by u, relative to M, with f the F1 of M and q = x / (x + y),
q' = y / (x + y) there, the difference of F1 is exactly

    2 f [q (a - b)(1 - a'²) + q' (a' - b')(1 - a²)] / G,
    G = [q (1 + b)(1 + a') + q' (1 + b')(1 + a)] · [q (1 - b)(1 - a') + q' (1 - b')(1 - a)].

By Cauchy and Schwarz, √G ≥ q √((1 - b²)(1 - a'²)) + q' √((1 - b'²)(1 - a²)). By the means, √G is at
most half the sum of both factors, 1 + q b a' + q' b' a. The largest |a|, ... over all signs are sums
over units, so 1/G lies in an interval that is known beforehand: c its middle and h half its length.
With r = q (1 - max a'² / 2) and r' = q' (1 - max a² / 2), the middles of the factors q (1 - a'²) and
q' (1 - a²), the difference is 2 f c (r (a - b) + r' (a' - b')), which is linear, but for at most

    2 f [h max|r (a - b) + r' (a' - b')| + max(1/G) (q max|a - b| max a'² + q' max|a' - b'| max a²) / 2].

Where the numerators are the same, F1 is a quotient 2n / (d + d'), and q' = a' = b' = 0.

Swaps that the form leaves open are scored in single precision, and so are all swaps of a pair of which it
would leave too many. Of totals M ± u, rounding takes a few units in the last place of M, which is at most
1 / (1 - max|u| / M) times as much of the total. The scores, at most 1, decide all but about one swap in a
thousand. Only these few are scored in double precision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from threading import Event
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric, Summand, ratio, scale_of
from leaderboard.scoresheet import Units
from leaderboard.significance.intervals import ndtr
from leaderboard.significance.pairing import TOLERANCE, Bools, Indices, Pairing
from leaderboard.significance.resampling import Products, Weighted, strata
from leaderboard.threads import ALONE, Task, Work, results

Singles = NDArray[np.float32]
Result = TypeVar("Result")

# Numbers held at a time while forms are made.
_BLOCK = 2**18
# What a core does at least, of sums of pairs on single units, and of pairs in single trials.
NUMBERS_PER_SECOND, TRIALS_PER_SECOND = 2e8, 3e8
# The share of swaps that the form may leave open: scores of a few swaps take longer than those of all.
COMMON = 0.08
# Half a unit in the last place of single precision, doubled: what any step of the product may add.
_ROUNDING = 2.0**-23
# How far differences of scores in single precision are off, in such units, beside one for each summand: two
# F1 have 4 totals each, with up to 6 roundings of half a unit, and a few of their own.
_SINGLE = 16
# Totals between these have products and rests that single precision holds.
_ENDS = 2.0**-40, 2.0**40
# A swap that moves a larger share of a total may move it to nearly nothing.
_MOST_MOVED = 0.9


class Limits(NamedTuple):
    """Limits of a linear form, for each pair: below ``low`` no swap is a hit, from ``high`` on every one is.

    Where they would be too far apart to decide much, they are not ``useful``, and infinite.
    """

    useful: Bools
    low: Singles
    high: Singles

    def of(self, pairs: Indices) -> Limits:
        """The limits of some pairs."""
        return Limits(self.useful[pairs], self.low[pairs], self.high[pairs])


@dataclass(frozen=True, slots=True)
class Screen:
    """A linear form of the ``rows`` of signed totals: rows of each dataset in turn, where systems differ.

    One ``direction`` [rows] does for most pairs, and makes one number of each system and swap. The limits of
    ``single`` are for scores in single precision.
    """

    rows: Indices
    direction: Singles
    common: Limits
    single: Limits


def screen(units: Units, metric: Metric, pairing: Pairing, least: Floats, work: Work = ALONE) -> Screen:
    """The screen of all pairs by a metric, given the least difference that is a hit."""
    sums = units.sums[metric.name]
    parts = strata(units.dataset)
    coefficients, bound, moved = _forms(metric, sums, parts, pairing, work)
    holds = moved < 1
    every = _by_dataset(sums, units.dataset)
    rows = np.flatnonzero((every != every[:1]).any(axis=(0, 2)))
    every, coefficients = every[:, rows], coefficients[:, rows]
    direction = coefficients.sum(axis=0) / max(1, np.count_nonzero(holds))
    scale, rest, spread = _along(direction, coefficients, every, pairing, work)
    rounding = (len(rows) + 8) * _ROUNDING * np.abs(every).sum(axis=2).max(axis=0)
    wide = bound + scale_of(metric.name).tolerance + rest + 4 * scale * (np.abs(direction) @ rounding)
    common = holds & (scale > 0) & (_open_share(least, wide, scale * spread) < COMMON)
    scale = np.where(common, scale, 1)
    single = (moved < _MOST_MOVED) & _are_shares(metric, sums)
    off = (_SINGLE + len(metric.summands) * len(parts)) * _ROUNDING
    return Screen(
        rows,
        direction.astype(np.float32),
        _limits(common, least / scale, wide / scale),
        _limits(single, least, off / np.maximum(1 - moved, 1 - _MOST_MOVED)),
    )


def _are_shares(metric: Metric, sums: Floats) -> bool:
    """True if no sum is negative and no numerator above its denominator, so that scores are at most 1."""
    quotients = [quotient for one in metric.summands for quotient in (one.recall, one.precision)]
    return bool((sums >= 0).all()) and all((sums[:, n] <= sums[:, d]).all() for n, d in quotients)


def _open_share(least: Floats, margin: Floats, spread: Floats) -> Floats:
    """About the share of swaps that a form leaves open, as if normal: it decides nothing but the speed."""
    spread = np.maximum(spread, TOLERANCE)
    low, high = (ndtr(-np.maximum(least + off, 0) / spread) for off in (-margin, margin))
    share: Floats = 2 * (low - high)
    return share


def _limits(useful: Bools, least: Floats, margin: Floats) -> Limits:
    least, margin = np.where(useful, least, 0), np.where(useful, margin, np.inf)
    return Limits(useful, (least - margin).astype(np.float32), (least + margin).astype(np.float32))


def _by_dataset(sums: Floats, dataset: Indices) -> Floats:
    """The sums [systems, rows, units] with the rows of each dataset in turn, 0 on the units of others."""
    parts = [np.where(dataset == number, sums, 0) for number in np.unique(dataset)]
    return np.concatenate(parts, axis=1)


def _along(direction: Floats, coefficients: Floats, sums: Floats, pairing: Pairing, work: Work) -> Floats:
    """How much of the direction comes next to each pair's form, and the most that is left of the form.

    After these two, the standard deviation of the direction among all swaps.
    """
    found = np.zeros((3, len(pairing)))
    share = sums, pairing, (coefficients, direction @ sums)
    for block, columns in _by_block(_along_block, share, sums[0].size, work):
        found[:, block] = columns
    return found


def _along_block(
    sums: Floats, pairing: Pairing, asked: tuple[Floats, Floats], block: slice, _: Event
) -> list[Floats]:
    (coefficients, line), first, second = asked, pairing.first[block], pairing.second[block]
    form = (coefficients[block, None] @ (sums[first] - sums[second]))[:, 0]
    common = line[first] - line[second]
    square = (common**2).sum(axis=1)
    along = ratio((form * common).sum(axis=1), square)
    rest = np.abs(form - along[:, None] * common).sum(axis=1)
    return [along, rest, np.sqrt(square)]


def _forms(
    metric: Metric, sums: Floats, parts: tuple[slice, ...], pairing: Pairing, work: Work
) -> tuple[Floats, Floats, Bools]:
    """Coefficients [pairs, rows] of all pairs, the bounds of what is not linear, and the largest share moved.

    Both hold where it is less than the whole.
    """
    coefficients = np.zeros((len(pairing), len(parts) * sums.shape[1]))
    bound = np.zeros(len(pairing))
    totals = [sums[..., part].sum(axis=-1) / 2 for part in parts]
    sizes = np.abs(totals)
    fit = bool(metric.summands) and sizes.max() < _ENDS[1] and sizes[sizes > 0].min(initial=1) > _ENDS[0]
    moved = np.full(len(pairing), 0.0 if fit else 1.0)
    share = sums, pairing, (metric, parts, totals)
    for block, forms in _by_block(_forms_of_block, share, sums[0].size, work):
        coefficients[block] = np.concatenate([form.coefficients for form in forms], axis=1) / len(parts)
        bound[block] = sum(form.bound for form in forms) / len(parts)
        moved[block] = np.max([moved[block], *(form.moved for form in forms)], axis=0)
    coefficients[moved >= 1] = 0
    return coefficients, bound, moved


def _forms_of_block(
    sums: Floats,
    pairing: Pairing,
    asked: tuple[Metric, Sequence[slice], Sequence[Floats]],
    block: slice,
    _: Event,
) -> list[_Form]:
    (metric, parts, totals), first, second = asked, pairing.first[block], pairing.second[block]
    half = sums[first]
    half -= sums[second]
    half /= 2
    return [
        _form(metric, total[first] + total[second], half[..., part])
        for total, part in zip(totals, parts, strict=True)
    ]


def _by_block(
    function: Callable[..., Result], share: tuple[Floats, Pairing, object], numbers: int, work: Work
) -> Iterator[tuple[slice, Result]]:
    """Some of the pairs at a time, with so many numbers for each, and what the function finds for them."""
    size = max(1, _BLOCK // max(1, numbers))
    blocks = [slice(start, start + size) for start in range(0, len(share[1]), size)]
    seconds = size * numbers / NUMBERS_PER_SECOND
    task = Task("the screening of pairs", function, share, seconds, numbers=size * share[0].shape[1])
    return zip(blocks, results(task, blocks, work.silent), strict=True)


class _Form(NamedTuple):
    """Coefficients [pairs, S] of signed totals, the bound of what is not linear, the largest share moved."""

    coefficients: Floats
    bound: Floats
    moved: Floats


def _form(metric: Metric, middle: Floats, half: Floats) -> _Form:
    """The form of pairs on a dataset, given half the sum [pairs, S] of their totals, and what moves it.

    ``half`` [pairs, S, units] is half the difference of the sums of both systems.
    """
    most = np.abs(half).sum(axis=-1)
    used = sorted({row for one in metric.summands for row in (*one.recall, *one.precision)})
    share = np.divide(most, middle, out=np.ones_like(most), where=middle > 0)
    moved: Floats = share[:, used].max(axis=1, initial=0)
    holds = moved < 1
    middle = np.where(holds[:, None], middle, 1)
    half[~holds], most[~holds] = 0, 0
    coefficients, bound = np.zeros(middle.shape), np.zeros(len(middle))
    for summand in metric.summands:
        _add(summand, middle, half, most, coefficients, bound)
    return _Form(coefficients / 2, bound, moved)


def _add(
    summand: Summand, middle: Floats, half: Floats, most: Floats, coefficients: Floats, bound: Floats
) -> None:
    """Add the form of a summand to the coefficients, and what is not linear in it to the bound."""
    quotients = _quotients(summand)
    n = np.array([middle[:, above] for above, _ in quotients])
    d = np.array([middle[:, rows].sum(axis=1) for _, rows in quotients])
    below = [half[:, rows[0]] if rows[1:] == [] else half[:, rows].sum(axis=1) for _, rows in quotients]
    apart = [
        half[:, above] / one_n[:, None] - change / one_d[:, None]
        for (above, _), one_n, one_d, change in zip(quotients, n, d, below, strict=True)
    ]
    x = d / n
    scale, q = 4 * summand.weight / x.sum(axis=0), x / x.sum(axis=0)
    most_a = np.array([most[:, above] for above, _ in quotients]) / n
    moved = [
        most[:, rows[0]] if rows[1:] == [] else np.abs(change).sum(axis=-1)
        for (_, rows), change in zip(quotients, below, strict=True)
    ]
    most_b = np.array(moved) / d
    other = most_a[::-1] if len(quotients) > 1 else np.zeros_like(most_a)
    upper = (q * np.sqrt((1 - most_b**2) * (1 - other**2))).sum(axis=0) ** -2
    lower = (1 + (q * most_b * other).sum(axis=0)) ** -2
    damped, left = q * (1 - other**2 / 2), q * other**2 / 2
    largest = np.abs(sum(share[:, None] * one for share, one in zip(damped, apart, strict=True))).sum(axis=-1)
    farthest = np.array([np.abs(change).sum(axis=-1) for change in apart])
    bound += scale * ((upper - lower) / 2 * largest + upper * (left * farthest).sum(axis=0))
    for number, (above, rows) in enumerate(quotients):
        slope = scale * (upper + lower) / 2 * damped[number]
        coefficients[:, above] += slope / middle[:, above]
        for row in rows:  # twice the same where recall is precision
            coefficients[:, row] -= slope / middle[:, rows].sum(axis=1)


def _quotients(summand: Summand) -> list[tuple[int, list[int]]]:
    """The row of each numerator and the rows of its denominator; those of one numerator are joined."""
    (n, d), (other_n, other_d) = summand.recall, summand.precision
    return [(n, [d, other_d])] if n == other_n else [(n, [d]), (other_n, [other_d])]


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

    @property
    def seconds(self) -> float:
        """About the time of a pair in a trial."""
        return 1 / TRIALS_PER_SECOND

    def hits(self, weighted: Weighted, pairs: Indices, stop: Event) -> Indices:
        """The number of hits of each pair; 0 for pairs that are not asked for."""
        taken = weighted.totals(self.metric.name)
        hits = np.zeros(len(self.pairing), dtype=np.int64)
        screened = self.screen.common.useful[pairs] | self.screen.single.useful[pairs]
        for block in _blocks(pairs[~screened], 4 * taken[0].shape[-1], stop):
            hits[block] = np.count_nonzero(self._are_hits(taken, block, slice(None)), axis=1)
        if screened.any():
            pair, trial = self._screened(hits, self._signed(taken), pairs[screened], stop)
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
        undecided = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        common = self.screen.common.useful[pairs]
        for pair, trial, apart in _joined(self._by_form(hits, table, pairs[common], stop)):
            apart, limits = np.abs(self._single(pair, apart)), self.screen.single.of(pair)
            sure = apart >= limits.high
            hits += np.bincount(pair[sure], minlength=len(hits))
            open_ = (apart >= limits.low) & ~sure
            undecided.append((pair[open_], trial[open_]))
        for block, anchor, partners in self._runs(pairs[~common], table[0].size, stop):
            scored = self._single(block, np.moveaxis(table[partners], 1, 0) - table[anchor][:, None])
            row, trial = _decided(hits, block, scored, self.screen.single.of(block))
            undecided.append((block[row], trial))
        pair, trial = (np.concatenate(column) for column in zip(*undecided, strict=True))
        return pair, trial

    def _by_form(self, hits: Indices, table: Singles, pairs: Indices, stop: Event) -> Iterator[_Open]:
        """Count the hits that the form tells of, and yield what it leaves open."""
        limits, first, second = self.screen.common, self.pairing.first, self.pairing.second
        line = self.screen.direction @ table
        line -= line.mean(axis=0)
        peak = np.abs(line).max(axis=1)
        pairs = pairs[peak[first[pairs]] + peak[second[pairs]] >= limits.low[pairs]]
        for block, anchor, partners in self._runs(pairs, table[0, 0].size, stop):
            row, trial = _decided(hits, block, line[partners] - line[anchor], limits.of(block))
            apart = _at(table, partners[row], trial) - table[anchor].take(trial, axis=1)
            yield block[row], trial, apart

    def _runs(self, pairs: Indices, numbers: int, stop: Event) -> Iterator[tuple[Indices, int, Indices]]:
        """Some of the pairs of one system at a time, with that system and the others."""
        for run in self.pairing.runs:
            some = pairs[slice(*np.searchsorted(pairs, (run.pairs.start, run.pairs.stop)))]
            for block in _blocks(some, numbers, stop):
                yield block, run.anchor, run.partners.start + block - run.pairs.start

    def _single(self, pairs: Indices, apart: Singles) -> Singles:
        """The differences of scores in single precision, given those of signed totals [rows, pairs, ...]."""
        moved = dict(zip(self.screen.rows.tolist(), apart, strict=True))
        found = np.zeros(apart.shape[1:], dtype=np.float32)
        plain = np.concatenate(self.plain)
        both: Floats = plain[:, self.pairing.first[pairs]] + plain[:, self.pairing.second[pairs]]
        middle = both.astype(np.float32).reshape(*both.shape, *(1,) * (found.ndim - 1))
        for start in range(0, len(plain), len(self.plain[0])):
            for summand in self.metric.summands:
                parts = [
                    (_sides(middle, moved, [start + n]), _sides(middle, moved, [start + row for row in rows]))
                    for n, rows in _quotients(summand)
                ]
                one, other = (_harmonic([(n[side], d[side]) for n, d in parts]) for side in (0, 1))
                found += (one - other) * np.float32(2 * summand.weight / len(self.plain))
        return found


# Pairs and trials that are not decided yet, and the differences of signed totals [rows, those].
_Open = tuple[Indices, Indices, Singles]


def _joined(parts: Iterable[_Open]) -> Iterator[_Open]:
    """Some of the parts at a time as one, enough for one call."""
    waiting: list[_Open] = []
    for part in parts:
        waiting.append(part)
        if sum(apart.size for *_, apart in waiting) > BLOCK:
            yield _together(waiting)
            waiting = []
    if waiting:
        yield _together(waiting)


def _together(parts: Sequence[_Open]) -> _Open:
    pair, trial, apart = zip(*parts, strict=True)
    return np.concatenate(pair), np.concatenate(trial), np.concatenate(apart, axis=1)


def _sides(middle: Singles, moved: Mapping[int, Singles], rows: Sequence[int]) -> tuple[Singles, Singles]:
    """The totals of some rows together, after a swap and after the opposite one."""
    total = reduce(np.add, [middle[row] for row in rows])
    changes = [moved[row] for row in rows if row in moved]
    if not changes:
        return total, total
    change = reduce(np.add, changes)
    return total + change, total - change


def _harmonic(quotients: Sequence[tuple[Singles, Singles]]) -> Singles:
    """Half the harmonic mean of two quotients, or one that stands for both."""
    if len(quotients) == 1:
        [(n, d)] = quotients
        found: Singles = np.divide(n, d)
    else:
        (n, d), (other_n, other_d) = quotients
        found = np.divide(n * other_n, d * other_n + other_d * n)
    return found


def _at(table: Singles, first: Indices, last: Indices) -> Singles:
    """The numbers of a table at some first and last indices, as [middle index, numbers]."""
    _, rows, width = table.shape
    places = first * (rows * width) + last + width * np.arange(rows)[:, None]
    found: Singles = table.reshape(-1).take(places)
    return found


def _beside(values: Floats, table: Floats) -> Floats:
    """The values with more axes, to be combined with a table whose first axes are theirs."""
    return values.reshape(*values.shape, *(1,) * (table.ndim - values.ndim))


def _decided(hits: Indices, pairs: Indices, form: Singles, limits: Limits) -> tuple[Indices, Indices]:
    """Count what is at the higher limit or above; return the rows and trials between both."""
    form = np.abs(form, out=form)
    sure, near = form >= limits.high[:, None], form >= limits.low[:, None]
    hits[pairs] = sure.view(np.uint8).sum(axis=1, dtype=np.uint32)
    row, trial = np.divmod(np.flatnonzero(near ^ sure), form.shape[1])
    return row, trial


def _blocks(pairs: Indices, numbers: int, stop: Event) -> Iterator[Indices]:
    """Some of the pairs at a time, with so many numbers for each."""
    size = max(1, BLOCK // numbers)
    for start in range(0, len(pairs), size):
        if stop.is_set():
            return
        yield pairs[start : start + size]

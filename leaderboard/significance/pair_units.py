"""What single units do to a pair: who is ahead on how many, what one of them decides, and what swaps miss.

With H half of the totals A + B of two systems and u half of the difference a - b of their sums on a unit, the
share of the unit in the difference is delta = (f(H + u) - f(H - u)) / G: what it would be if all other units
were shared half and half. Swaps vary as these shares do. Where one system trades recall for precision, the
difference itself varies more: a difficulty that both share cancels in the swaps and not in the difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from threading import Event

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric, scale_of
from leaderboard.scoresheet import PartName, Units, mean_of_runs
from leaderboard.significance.design import Design
from leaderboard.significance.intervals import Errors, poisson_limit
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.resampling import Sampling, strata
from leaderboard.significance.runs import first_rows
from leaderboard.threads import Task, Work, results

Counts = NDArray[np.int32]
# Numbers of sums held at a time: few enough for the cache. An item has so many blocks.
_BLOCK, _BLOCKS = 2**17, 16
# What a core does at least.
_NUMBERS_PER_SECOND = 5e7


@dataclass(frozen=True, slots=True, kw_only=True)
class PairUnits:
    """Columns of pairs. A column has NaN, or -1 where it counts, where nothing can be said.

    ``variance_ratio`` is the variance of the difference over that of swaps. The first system is ahead on the
    units ``won`` and behind on those ``lost``. ``without`` is the place of the unit that changes the
    difference most when it is left out, and ``difference_without`` what is left. A failure is a unit on which
    one system answers nothing and the other something. What more of them could do to the difference is
    ``allowed_first`` and ``allowed_second``, by the failures of each. ``names`` are those of the units, and
    ``empty`` [systems, units] tells the share of its runs by which a system answers nothing on each.
    """

    variance_ratio: Floats
    won: Counts
    level: Counts
    lost: Counts
    without: Counts
    difference_without: Floats
    failures_first: Counts
    failures_second: Counts
    allowed_first: Floats
    allowed_second: Floats
    names: tuple[PartName, ...] = ()
    empty: Floats | None = None

    @classmethod
    def unknown(cls, pairs: int, names: tuple[PartName, ...] = (), empty: Floats | None = None) -> PairUnits:
        """Columns that say nothing."""
        nothing, uncounted = np.full(pairs, np.nan), np.full(pairs, -1, dtype=np.int32)
        return cls(
            variance_ratio=nothing.copy(),
            won=uncounted.copy(),
            level=uncounted.copy(),
            lost=uncounted.copy(),
            without=uncounted.copy(),
            difference_without=nothing.copy(),
            failures_first=uncounted.copy(),
            failures_second=uncounted.copy(),
            allowed_first=np.zeros(pairs),
            allowed_second=np.zeros(pairs),
            names=names,
            empty=empty,
        )

    def of(self, pairs: Bools, systems: Bools) -> PairUnits:
        """Those of some of the pairs and systems."""
        empty = None if self.empty is None else self.empty[systems]
        return replace(self, **{name: getattr(self, name)[pairs] for name in _COLUMNS}, empty=empty)


_COLUMNS = tuple(column.name for column in fields(PairUnits) if column.name not in ("names", "empty"))


def pair_units(
    units: Units,
    metric: Metric,
    pairing: Pairing,
    without: Floats,
    sampling: Sampling,
    errors: Errors,
    design: Design,
    work: Work,
) -> PairUnits:
    """The columns by one metric, given the scores ``without`` each unit; none where units are not swapped."""
    if not (units.is_sample and units.adds_up):
        return PairUnits.unknown(len(pairing))
    scale, silent = scale_of(metric.name), units.empty(metric.name)
    empty_on = mean_of_runs(silent.astype(np.float64), units.runs) if scale.noun else None
    found = PairUnits.unknown(len(pairing), units.names, empty_on)
    row, sums, parts = (
        first_rows(units.runs, len(units.systems)),
        units.sums[metric.name],
        strata(units.dataset),
    )
    sizes = [part.stop - part.start for part in parts]
    of_units = _OfUnits(
        metric=metric,
        parts=parts,
        several=np.repeat([size > 1 for size in sizes], sizes),
        totals=[sums[..., part].sum(axis=-1) for part in parts],
        strata=sampling.strata,
        alpha=design.alpha,
        row=row,
        scores=units.scores(metric).f1,
        alone=mean_of_runs(metric.score(np.moveaxis(sums, 1, 0)).f1, units.runs),
        without=without,
        empty=silent[row],
        errors=errors.error,
        swapped=~design.by_t(units.runs, len(units.systems), pairing),
    )
    width = max(1, _BLOCK // max(1, sums[:1].size))
    items = _cut(0, len(pairing), width * _BLOCKS)
    seconds = width * _BLOCKS * sums[:1].size / _NUMBERS_PER_SECOND
    about, numbers = f"what single units do to pairs by {metric.name}", width * _BLOCKS * len(_COLUMNS)
    task = Task(about, _of_pairs, (sums, pairing, of_units, width), seconds, numbers=numbers)
    for item, columns in zip(items, results(task, items, work), strict=True):
        for name, column in columns.items():
            getattr(found, name)[item] = column
    return found


def _cut(start: int, stop: int, width: int) -> list[slice]:
    return [slice(first, min(stop, first + width)) for first in range(start, stop, width)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfUnits:
    """What is known of units and systems beside the sums."""

    metric: Metric
    parts: tuple[slice, ...]
    several: Bools
    totals: Sequence[Floats]
    strata: tuple[slice, ...]
    alpha: float
    row: Indices
    scores: Floats
    alone: Floats
    without: Floats
    empty: Bools
    errors: Floats
    swapped: Bools


def _of_pairs(
    sums: Floats, pairing: Pairing, known: _OfUnits, width: int, item: slice, _: Event
) -> dict[str, Floats | Counts]:
    """The columns of some pairs, so many at a time."""
    found = [_of_block(sums, pairing, known, block) for block in _cut(item.start, item.stop, width)]
    return {name: np.concatenate([getattr(one, name) for one in found]) for name in _COLUMNS}


def _of_block(sums: Floats, pairing: Pairing, known: _OfUnits, block: slice) -> PairUnits:
    """The columns of some pairs, few enough for the cache."""
    first, second, scale = pairing.first[block], pairing.second[block], scale_of(known.metric.name)
    found = PairUnits.unknown(len(first))
    apart = scale.sign * (known.alone[first] - known.alone[second])
    found.won[:] = (apart > scale.tolerance).sum(axis=1)
    found.lost[:] = (apart < -scale.tolerance).sum(axis=1)
    found.level[:] = (np.abs(apart) <= scale.tolerance).sum(axis=1)
    left = known.without[first] - known.without[second]
    place = _decisive(
        left - (known.scores[first] - known.scores[second])[:, None], known.several, scale.tolerance
    )
    found.without[:] = place
    found.difference_without[:] = np.where(place < 0, np.nan, left[np.arange(len(left)), place])
    pairs, error = np.flatnonzero(known.swapped[block]), known.errors[block]
    first, second = first[pairs], second[pairs]
    shares = _shares(sums, known, known.row[first], known.row[second])
    spread = _spread(shares, known.strata)
    varies = spread > scale.tolerance**2  # swaps that vary less do not vary
    found.variance_ratio[pairs[varies]] = error[pairs[varies]] ** 2 / spread[varies]
    if not scale.noun:  # only F1 has recall and precision, of which one may answer nothing
        return found
    by_first, by_second = (
        known.empty[one] & ~known.empty[other] for one, other in ((first, second), (second, first))
    )
    found.failures_first[pairs] = by_first.sum(axis=1)
    found.failures_second[pairs] = by_second.sum(axis=1)
    found.allowed_first[pairs] = _allowed(-shares, by_first, known.alpha)
    found.allowed_second[pairs] = _allowed(shares, by_second, known.alpha)
    return found


def _decisive(changes: Floats, several: Bools, tolerance: float) -> Indices:
    """The unit of the largest change, the first of equal ones; -1 where each dataset has one unit only."""
    sizes = np.where(several, np.abs(changes), -1)
    place: Indices = (sizes >= sizes.max(axis=1, keepdims=True) - tolerance).argmax(axis=1)
    return place if several.any() else np.full_like(place, -1)


def _shares(sums: Floats, known: _OfUnits, first: Indices, second: Indices) -> Floats:
    """The share [pairs, units] of each unit in the difference between two systems."""
    shares = np.empty((len(first), sums.shape[-1]))
    ours, theirs = sums[first], sums[second]
    for part, total in zip(known.parts, known.totals, strict=True):
        half = np.moveaxis(total[first] + total[second], 1, 0)[..., None] / 2
        moved = np.moveaxis(ours[..., part] - theirs[..., part], 1, 0)
        moved /= 2
        ahead = known.metric.score(half + moved).f1
        shares[:, part] = (ahead - known.metric.score(half - moved).f1) / len(known.parts)
    return shares


def _spread(shares: Floats, strata: Sequence[slice]) -> Floats:
    """The variance of differences by swaps: over datasets, sum of n / (n - 1) (delta - mean delta)^2."""
    spread = np.zeros(len(shares))
    for part in strata:
        some = shares[:, part]
        count = some.shape[1]
        spread += count / (count - 1) * ((some - some.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    return spread


def _allowed(shares: Floats, failures: Bools, alpha: float) -> Floats:
    """(U(m) - m) sqrt((sum v^2 + max v^2) / (m + 1)) for m failures of sizes v, 0 where there is none.

    U(m) is the upper limit of the mean of a Poisson number that was m: as many more failures as may well
    occur, each about as large as those seen, the largest counted twice.
    """
    count, allowed = failures.sum(axis=1), np.zeros(len(failures))
    some = np.flatnonzero(count)
    count, sizes = count[some], np.where(failures[some], np.maximum(shares[some], 0), 0)
    square = ((sizes**2).sum(axis=1) + sizes.max(axis=1, initial=0) ** 2) / (count + 1)
    allowed[some] = (poisson_limit(count, alpha) - count) * np.sqrt(square)
    return allowed

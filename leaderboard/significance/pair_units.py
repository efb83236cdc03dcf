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
# Numbers of sums held at a time: few enough for the cache.
_BLOCK = 2**17
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
    row, sums = first_rows(units.runs, len(units.systems)), units.sums[metric.name]
    of_units = _OfUnits(
        metric=metric,
        dataset=units.dataset,
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
    blocks = [slice(start, start + width) for start in range(0, len(pairing), width)]
    seconds = width * sums[:1].size / _NUMBERS_PER_SECOND
    about = f"what single units do to pairs by {metric.name}"
    task = Task(about, _of_block, (sums, pairing, of_units), seconds, numbers=width * len(_COLUMNS))
    for block, columns in zip(blocks, results(task, blocks, work), strict=True):
        for name in _COLUMNS:
            getattr(found, name)[block] = getattr(columns, name)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfUnits:
    """What is known of units and systems beside the sums."""

    metric: Metric
    dataset: Indices
    strata: tuple[slice, ...]
    alpha: float
    row: Indices
    scores: Floats
    alone: Floats
    without: Floats
    empty: Bools
    errors: Floats
    swapped: Bools


def _of_block(sums: Floats, pairing: Pairing, known: _OfUnits, block: slice, _: Event) -> PairUnits:
    """The columns of some pairs."""
    first, second, scale = pairing.first[block], pairing.second[block], scale_of(known.metric.name)
    found = PairUnits.unknown(len(first))
    apart = scale.sign * (known.alone[first] - known.alone[second])
    found.won[:] = (apart > scale.tolerance).sum(axis=1)
    found.lost[:] = (apart < -scale.tolerance).sum(axis=1)
    found.level[:] = (np.abs(apart) <= scale.tolerance).sum(axis=1)
    left = known.without[first] - known.without[second]
    place = _decisive(
        left - (known.scores[first] - known.scores[second])[:, None], known.dataset, scale.tolerance
    )
    found.without[:] = place
    found.difference_without[:] = np.where(place < 0, np.nan, left[np.arange(len(left)), place])
    pairs, error = np.flatnonzero(known.swapped[block]), known.errors[block]
    first, second = first[pairs], second[pairs]
    shares = _shares(sums[known.row[first]], sums[known.row[second]], known.metric, known.dataset)
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


def _decisive(changes: Floats, dataset: Indices, tolerance: float) -> Indices:
    """The unit of the largest change, the first of equal ones; -1 where each dataset has one unit only."""
    several = np.concatenate(
        [np.full(part.stop - part.start, part.stop - part.start > 1) for part in strata(dataset)]
    )
    sizes = np.where(several, np.abs(changes), -1)
    place: Indices = (sizes >= sizes.max(axis=1, keepdims=True) - tolerance).argmax(axis=1)
    return place if several.any() else np.full_like(place, -1)


def _shares(first: Floats, second: Floats, metric: Metric, dataset: Indices) -> Floats:
    """The share [pairs, units] of each unit in the difference of sums [pairs, S, units]."""
    shares = np.empty((len(first), first.shape[-1]))
    parts = strata(dataset)
    for part in parts:
        ours, theirs = np.moveaxis(first[..., part], 1, 0), np.moveaxis(second[..., part], 1, 0)
        half = (ours.sum(axis=-1) + theirs.sum(axis=-1))[..., None] / 2
        moved = (ours - theirs) / 2
        shares[:, part] = (metric.score(half + moved).f1 - metric.score(half - moved).f1) / len(parts)
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
    count = failures.sum(axis=1)
    sizes = np.where(failures, np.maximum(shares, 0), 0)
    square = ((sizes**2).sum(axis=1) + sizes.max(axis=1, initial=0) ** 2) / (count + 1)
    return np.where(count > 0, (poisson_limit(count, alpha) - count) * np.sqrt(square), 0)

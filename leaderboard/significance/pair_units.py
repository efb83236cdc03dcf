"""What single units do to a pair: who is ahead on how many, what one of them decides, and what swaps miss.

With H half of the totals A + B of two systems and u half of the difference a - b of their sums on a unit, the
share of the unit in the difference is delta = (f(H + u) - f(H - u)) / G: what it would be if all other units
were shared half and half. Swaps vary as these shares do. Where one system trades recall for precision, the
difference itself varies more: a difficulty that both share cancels in the swaps and not in the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from leaderboard.metrics.metric import Floats, Metric, scale_of
from leaderboard.scoresheet import PartName, Units, mean_of_runs
from leaderboard.significance.design import Design
from leaderboard.significance.intervals import Errors, poisson_limit
from leaderboard.significance.pairing import Bools, Indices, Pairing
from leaderboard.significance.resampling import WORKING_SET, Sampling, strata
from leaderboard.significance.runs import first_rows


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
    won: Indices
    level: Indices
    lost: Indices
    without: Indices
    difference_without: Floats
    failures_first: Indices
    failures_second: Indices
    allowed_first: Floats
    allowed_second: Floats
    names: tuple[PartName, ...] = ()
    empty: Floats | None = None

    @classmethod
    def unknown(cls, pairs: int, names: tuple[PartName, ...] = (), empty: Floats | None = None) -> PairUnits:
        """Columns that say nothing."""
        nothing, uncounted = np.full(pairs, np.nan), np.full(pairs, -1)
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
        names = [column.name for column in fields(self) if column.name not in ("names", "empty")]
        empty = None if self.empty is None else self.empty[systems]
        return replace(self, **{name: getattr(self, name)[pairs] for name in names}, empty=empty)


def pair_units(
    units: Units,
    metric: Metric,
    pairing: Pairing,
    without: Floats,
    sampling: Sampling,
    errors: Errors,
    design: Design,
) -> PairUnits:
    """The columns by one metric, given the scores ``without`` each unit; none where units are not swapped."""
    if not (units.is_sample and units.adds_up):
        return PairUnits.unknown(len(pairing))
    scale, silent = scale_of(metric.name), units.empty(metric.name)
    empty_on = mean_of_runs(silent.astype(np.float64), units.runs) if scale.noun else None
    found = PairUnits.unknown(len(pairing), units.names, empty_on)
    alone = mean_of_runs(metric.score(np.moveaxis(units.sums[metric.name], 1, 0)).f1, units.runs)
    scores, row = units.scores(metric).f1, first_rows(units.runs, len(units.systems))
    sums, empty = units.sums[metric.name][row], silent[row]
    swapped = ~design.by_t(units.runs, len(units.systems), pairing)
    width = max(1, WORKING_SET // max(1, sums[:1].size))
    for start in range(0, len(pairing), width):
        pairs = np.arange(start, min(len(pairing), start + width))
        first, second = pairing.first[pairs], pairing.second[pairs]
        apart = scale.sign * (alone[first] - alone[second])
        found.won[pairs] = (apart > scale.tolerance).sum(axis=1)
        found.lost[pairs] = (apart < -scale.tolerance).sum(axis=1)
        found.level[pairs] = (np.abs(apart) <= scale.tolerance).sum(axis=1)
        left = without[first] - without[second]
        place = _decisive(left - (scores[first] - scores[second])[:, None], units, scale.tolerance)
        found.without[pairs] = place
        found.difference_without[pairs] = np.where(place < 0, np.nan, left[np.arange(len(left)), place])
        pairs = pairs[swapped[pairs]]
        first, second = pairing.first[pairs], pairing.second[pairs]
        shares = _shares(sums[first], sums[second], metric, units)
        spread = _spread(shares, sampling)
        varies = spread > scale.tolerance**2  # swaps that vary less do not vary
        found.variance_ratio[pairs[varies]] = errors.error[pairs[varies]] ** 2 / spread[varies]
        if empty_on is None:  # only F1 has recall and precision, of which one may answer nothing
            continue
        by_first, by_second = empty[first] & ~empty[second], empty[second] & ~empty[first]
        found.failures_first[pairs] = by_first.sum(axis=1)
        found.failures_second[pairs] = by_second.sum(axis=1)
        found.allowed_first[pairs] = _allowed(-shares, by_first, design.alpha)
        found.allowed_second[pairs] = _allowed(shares, by_second, design.alpha)
    return found


def _decisive(changes: Floats, units: Units, tolerance: float) -> Indices:
    """The unit of the largest change, the first of equal ones; -1 where each dataset has one unit only."""
    several = np.concatenate(
        [np.full(part.stop - part.start, part.stop - part.start > 1) for part in strata(units.dataset)]
    )
    sizes = np.where(several, np.abs(changes), -1)
    place: Indices = (sizes >= sizes.max(axis=1, keepdims=True) - tolerance).argmax(axis=1)
    return place if several.any() else np.full_like(place, -1)


def _shares(first: Floats, second: Floats, metric: Metric, units: Units) -> Floats:
    """The share [pairs, units] of each unit in the difference of sums [pairs, S, units]."""
    shares = np.empty((len(first), first.shape[-1]))
    parts = strata(units.dataset)
    for part in parts:
        ours, theirs = np.moveaxis(first[..., part], 1, 0), np.moveaxis(second[..., part], 1, 0)
        half = (ours.sum(axis=-1) + theirs.sum(axis=-1))[..., None] / 2
        moved = (ours - theirs) / 2
        shares[:, part] = (metric.score(half + moved).f1 - metric.score(half - moved).f1) / len(parts)
    return shares


def _spread(shares: Floats, sampling: Sampling) -> Floats:
    """The variance of differences by swaps: over datasets, sum of n / (n - 1) (delta - mean delta)^2."""
    spread = np.zeros(len(shares))
    for part in sampling.strata:
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

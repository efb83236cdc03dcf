"""What a reader of a family of comparisons should be told."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.remark import Remark, remark
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.comparison import Family
from leaderboard.significance.pairing import Bools, Indices

# With fewer units bootstrap intervals are too narrow.
FEW_UNITS = 30
# A remark names so many pairs; the others are counted.
NAMED_PAIRS = 3


def attainable(differing: Indices) -> Floats:
    """The smallest two-sided p that so many differing units can give, 2 / 2^n, at most 1."""
    return np.minimum(np.ldexp(1.0, 1 - differing), 1)


def least_trials(pairs: int, alpha: float) -> int:
    """With fewer random trials even the smallest p-value times the number of pairs is above alpha."""
    return int(np.ceil(pairs / alpha))


def least_significant(pairs: int, trials: int, alpha: float) -> int:
    """The least r with 1 / (trials + 1) <= alpha r / pairs: Benjamini and Hochberg reject no fewer."""
    return int(np.ceil(pairs / (alpha * (trials + 1))))


def remarks(family: Family) -> Iterator[Remark]:
    """What applies, if anything."""
    if family.units < FEW_UNITS:
        yield remark("few_units", units=family.units, unit=family.design.unit)
    yield from _few_trials(family)
    yield from _untestable(family)
    yield from _few_trials_for_one(family)
    yield from _out_of_reach(family)
    if family.borderline.any():
        yield remark("borderline", **_named(family, family.borderline))
    against = against_interval(family)
    if against.any():
        yield remark("interval_disagrees", tested=len(family), **_named(family, against))
    yield from _percentile_instead(family)


def _few_trials(family: Family) -> Iterator[Remark]:
    trials, pairs, design = _random_trials(family), len(family), family.design
    if design.adjust in ("holm", "bonferroni") and trials and trials * design.alpha < pairs:
        needed = least_trials(pairs, design.alpha)
        yield remark("few_trials", tested=pairs, trials=trials, alpha=design.alpha, needed=needed)


def _few_trials_for_one(family: Family) -> Iterator[Remark]:
    """Under Benjamini and Hochberg the more pairs differ, the fewer trials do."""
    trials, pairs, design = _random_trials(family), len(family), family.design
    least = least_significant(pairs, trials, design.alpha) if trials else 0
    if design.adjust == "bh" and least > 1:
        needed = least_trials(pairs, design.alpha)
        yield remark("few_trials_for_one", tested=pairs, trials=trials, least=least, needed=needed)


def _random_trials(family: Family) -> int:
    """How many random trials there are, none where all assignments were tried."""
    sampled = family.p_values.trials[~family.p_values.exact]
    return int(sampled[0]) if len(sampled) else 0


def _untestable(family: Family) -> Iterator[Remark]:
    """Pairs that no test could find different are not ties."""
    if few := int(family.has("untestable").sum()):
        design = family.design
        yield remark("untestable", count=few, tested=len(family), alpha=design.alpha, unit=design.unit)


def _out_of_reach(family: Family) -> Iterator[Remark]:
    """Even if every pair had the smallest p-value that its units allow."""
    best, alpha = adjusted(attainable(family.units_differing), family.design.adjust), family.design.alpha
    hopeless = (best > alpha) & (family.has("tied") | family.has("significant"))
    if hopeless.any():
        named = _named(family, hopeless)
        yield remark("out_of_reach", tested=len(family), alpha=alpha, unit=family.design.unit, **named)


def against_interval(family: Family) -> Bools:
    """Where the interval, which is not adjusted, disagrees with the verdict."""
    low, high = family.intervals.bounds.T
    zero_inside, zero_outside = (low <= 0) & (high >= 0), (low > 0) | (high < 0)
    undecided = family.has("tied") | family.has("untestable")
    against: Bools = np.where(family.has("significant"), zero_inside, undecided & zero_outside)
    return against


def _percentile_instead(family: Family) -> Iterator[Remark]:
    pairs = int((family.intervals.degenerate & ~family.has("identical")).sum())
    systems = int(family.score_intervals.degenerate.sum())
    if pairs or systems:
        yield remark("degenerate_bca", differences=pairs, scores=systems)


def _named(family: Family, chosen: Bools) -> dict[str, object]:
    """How many pairs are chosen, and the systems of the first of them."""
    pairs = np.flatnonzero(chosen).tolist()
    first = tuple((family[pair].first, family[pair].second) for pair in pairs[:NAMED_PAIRS])
    return {"pairs": first, "count": len(pairs)}

"""What a reader of a family of comparisons should be told, in sentences."""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.comparison import Family
from leaderboard.significance.pairing import Bools, Indices

# With fewer units bootstrap intervals are too narrow.
FEW_UNITS = 30

_BORDERLINE = "Borderline, more trials could change the verdict"
_DISAGREES = "The interval"


def attainable(differing: Indices) -> Floats:
    """The smallest two-sided p that so many differing units can give, 2 / 2^n, at most 1."""
    return np.minimum(np.ldexp(1.0, 1 - differing), 1)


def least_trials(pairs: int, alpha: float) -> int:
    """With fewer random trials even the smallest p-value times the number of pairs is above alpha."""
    return int(np.ceil(pairs / alpha))


def least_significant(pairs: int, trials: int, alpha: float) -> int:
    """The least r with 1 / (trials + 1) <= alpha r / pairs: Benjamini and Hochberg reject no fewer."""
    return int(np.ceil(pairs / (alpha * (trials + 1))))


def remarks(family: Family) -> tuple[str, ...]:
    """The sentences that apply, if any."""
    found = [
        remark(family)
        for remark in (
            _few_units,
            _few_trials,
            _untestable,
            _few_trials_for_one,
            _out_of_reach,
            _borderline,
            _interval_disagrees,
            _percentile_instead,
        )
    ]
    return tuple(sentence for sentence in found if sentence)


def _few_units(family: Family) -> str:
    if family.units >= FEW_UNITS:
        return ""
    if family.units == 1:
        return "There is only 1 unit, so there are no intervals and no ranks in bootstrap draws."
    return f"There are only {family.units} units: under {FEW_UNITS}, bootstrap intervals are too narrow."


def _few_trials(family: Family) -> str:
    sampled = family.p_values.trials[~family.p_values.exact]
    pairs, design = len(family), family.design
    if design.adjust not in ("holm", "bonferroni") or not len(sampled) or sampled[0] * design.alpha >= pairs:
        return ""
    return (
        f"With {pairs:,} pairs and {sampled[0]:,} random trials, the smallest p-value times {pairs} is"
        f" above alpha = {design.alpha:g}; {least_trials(pairs, design.alpha):,} trials or more would do."
    )


def _few_trials_for_one(family: Family) -> str:
    """Under Benjamini and Hochberg the more pairs differ, the fewer trials do."""
    sampled = family.p_values.trials[~family.p_values.exact]
    pairs, design = len(family), family.design
    least = least_significant(pairs, sampled[0], design.alpha) if len(sampled) else 0
    if design.adjust != "bh" or least <= 1:
        return ""
    return (
        f"With {pairs:,} pairs and {sampled[0]:,} random trials, no pair is significant unless {least:,} or"
        f" more are; {least_trials(pairs, design.alpha):,} trials or more would do for one alone."
    )


def _untestable(family: Family) -> str:
    """Pairs that no test could find different are not ties."""
    few = int(family.has("untestable").sum())
    if not few:
        return ""
    pairs = f"{few:,} of {len(family):,} pairs" if len(family) > 1 else "The pair"
    return (
        f"{pairs} cannot differ significantly on this test set: too few units"
        f" differ, and the smallest p-value that they allow is above alpha = {family.design.alpha:g}."
    )


def _out_of_reach(family: Family) -> str:
    """Even if every pair had the smallest p-value that its units allow."""
    best = adjusted(attainable(family.units_differing), family.design.adjust)
    hopeless = (best > family.design.alpha) & (family.has("tied") | family.has("significant"))
    if not hopeless.any():
        return ""
    return (
        f"The correction for {len(family)} pairs puts alpha = {family.design.alpha:g} out of reach of"
        f" {_named(family, hopeless)}: too few units differ."
    )


def _borderline(family: Family) -> str:
    if not family.borderline.any():
        return ""
    return f"{_BORDERLINE}: {_named(family, family.borderline)}."


def against_interval(family: Family) -> Bools:
    """Where the interval, which is not adjusted, disagrees with the verdict."""
    low, high = family.intervals.bounds.T
    zero_inside, zero_outside = (low <= 0) & (high >= 0), (low > 0) | (high < 0)
    undecided = family.has("tied") | family.has("untestable")
    against: Bools = np.where(family.has("significant"), zero_inside, undecided & zero_outside)
    return against


def names_pairs(remark: str) -> bool:
    """Whether a remark is a list of borderline pairs, or of those that the interval disagrees on."""
    return remark.startswith((_BORDERLINE, _DISAGREES))


def _interval_disagrees(family: Family) -> str:
    against = against_interval(family)
    if not against.any():
        return ""
    unadjusted = f", which is not adjusted for {len(family)} pairs," if len(family) > 1 else ""
    return f"{_DISAGREES}{unadjusted} disagrees with the verdict, which stands: {_named(family, against)}."


def _percentile_instead(family: Family) -> str:
    pairs = family.intervals.degenerate & ~family.has("identical")
    systems = int(family.score_intervals.degenerate.sum())
    if not pairs.any() and not systems:
        return ""
    return (
        f"BCa is degenerate for {int(pairs.sum())} differences and {systems} scores:"
        " their intervals are percentiles."
    )


def _named(family: Family, chosen: Bools) -> str:
    """The first three pairs by name, and how many more there are."""
    pairs = np.flatnonzero(chosen).tolist()
    names = [f"{family[pair].first} and {family[pair].second}" for pair in pairs[:3]]
    more = [f"{len(pairs) - 3} more"] if len(pairs) > 3 else []
    return "; ".join(names + more)

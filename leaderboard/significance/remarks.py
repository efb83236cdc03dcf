"""Remarks about a family of comparisons."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from leaderboard.metrics.metric import Floats, MetricName
from leaderboard.remark import Remark, remark
from leaderboard.significance.design import LADDER, attainable, least_significant, least_trials
from leaderboard.significance.family import Family, corrected
from leaderboard.significance.pairing import Bools, Indices, copy_groups, hypotheses, near_classes
from leaderboard.significance.resampling import ENOUGH
from leaderboard.significance.runs import has_several

# With fewer units a test set is small.
FEW_UNITS = 30
# With units that count as fewer equal ones, a few decide, or bootstrap intervals are too narrow.
FEW_FOR_T, FEW_FOR_DRAWS = 10, 100
# From this ratio of variances on, swaps vary less than the difference does.
UNLIKE = 1.3
# A remark names so many pairs, or groups of copies; the others are counted.
NAMED = 3
# Systems that differ on so few units, or on a twentieth of them, are near copies; of too few units, any are.
FEW_DIFFERING, SHARE_DIFFERING, UNITS_OF_NEAR = 2, 1 / 20, 20


def remarks(family: Family) -> Iterator[Remark]:
    """All remarks that apply."""
    yield from _few_units(family)
    if not family.adds_up:
        yield remark("left_in_turn", unit=family.design.unit)
    yield from _few_trials(family)
    yield from _untestable(family)
    yield from _few_trials_for_one(family)
    yield from _out_of_reach(family)
    if family.borderline.any():
        yield remark("borderline", **_named(family, family.borderline))
    yield from _unlike(family)
    yield from _one_unit_decides(family)
    yield from _percentile_instead(family)
    yield from _margin_out_of_reach(family)
    if family.held_back is not None and family.held_back.any():
        yield remark("failures_hold_back", unit=family.design.unit, **_named(family, family.held_back))
    yield from _copies(family)
    yield from _near_copies(family)
    yield from _runs(family)
    if family.design.most_attempts(family.systems) > 1:
        stated = tuple(entry for entry in family.design.attempts if entry[0] in family.systems)
        yield remark("attempts", systems=stated)


def _runs(family: Family) -> Iterator[Remark]:
    """How systems with several runs are tested, and which others are an output rather than a method."""
    by_t, design = family.with_runs, family.design
    if not by_t.any():
        return
    if design.test not in ("ar", "t") or design.interval != "t":
        yield remark("tested_by_t", test=design.test, interval=design.interval)
    several = has_several(family.runs, len(family.systems))
    ends = np.unique([family.pairing.first[by_t], family.pairing.second[by_t]])
    if outputs := tuple(family.systems[system] for system in ends.tolist() if not several[system]):
        yield remark("single_runs", systems=outputs)


def _few_units(family: Family) -> Iterator[Remark]:
    """Intervals that rest on few units, and datasets that intervals say nothing of."""
    bounds = family.intervals.bounds, family.score_intervals.bounds
    if family.design.unit == "run" or (family.units > 1 and all(np.isnan(known).all() for known in bounds)):
        return
    if family.units == 1:
        yield remark("one_unit", unit=family.design.unit)
        return
    by_t = has_several(family.runs, len(family.systems)).all()
    interval, effective = "t" if by_t else family.design.interval, family.sampling.effective_units
    if effective < (FEW_FOR_T if interval == "t" else FEW_FOR_DRAWS):
        unit, count = family.design.unit, round(effective, 1)
        yield remark("few_units", units=family.units, effective=count, interval=interval, unit=unit)
    if family.sampling.fixed:
        yield remark("fixed_datasets", datasets=family.sampling.fixed, unit=family.design.unit)


def _copies(family: Family) -> Iterator[Remark]:
    """Systems that count as one, and for how many pairs of how many systems the correction is."""
    if groups := family.copies:
        named, more = groups[:NAMED], max(0, len(groups) - NAMED)
        pairs, distinct = len(family.hypotheses), family.distinct
        yield remark("copies", groups=named, more=more, tested=pairs, distinct=distinct)


def _near_copies(family: Family) -> Iterator[Remark]:
    """Groups of systems that differ on few units, and the pairs that they add."""
    if family.design.unit == "run" or family.units < UNITS_OF_NEAR:
        return
    near = family.units_differing <= max(FEW_DIFFERING, SHARE_DIFFERING * family.units)
    if not (near & family.hypotheses.differ).any():
        return
    classes, grouped = near_classes(family.classes, family.pairing, near)
    if grouped.any():
        groups = copy_groups(classes[grouped], np.array(family.systems)[grouped].tolist())
        pairs, without = len(family.hypotheses), len(hypotheses(family.pairing, classes))
        yield remark("near_copies", groups=groups, pairs=pairs, pairs_without=without)


def _few_trials(family: Family) -> Iterator[Remark]:
    """Pairs that could not be significant even if each of them had the smallest p-value of its trials."""
    trials, pairs, design = _random_trials(family), len(family.hypotheses), family.design
    if not trials or design.adjust not in ("shaffer", "holm", "bonferroni"):
        return
    drawn = family.sampled & family.testable
    best = _at_least(np.where(drawn, 1 / (trials + 1), family.p_values.p), family)
    if few := int((drawn & family.hypotheses.first_of_each & (best > design.alpha)).sum()):
        needed = least_trials(pairs * design.most_attempts(family.systems), design.alpha)
        facts = {"trials": trials, "alpha": design.alpha, "needed": needed}
        yield remark("few_trials", tested=pairs, count=few, **facts)


def _at_least(p: Floats, family: Family) -> Floats:
    """The adjusted p-values of pairs if none has less than p."""
    pairs, least = family.hypotheses, np.minimum(p * family.attempts, 1)
    return pairs.by_pair(corrected(least[pairs.largest(least)], pairs, family.design), copies=1)


def _few_trials_for_one(family: Family) -> Iterator[Remark]:
    """Too few trials for a single pair: by Benjamini and Hochberg, they do where more pairs differ."""
    trials, pairs, design = _random_trials(family), len(family.hypotheses), family.design
    least = least_significant(pairs, trials, design.alpha) if trials else 0
    if design.adjust == "bh" and least > 1:
        needed = least_trials(pairs, design.alpha)
        yield remark("few_trials_for_one", tested=pairs, trials=trials, least=least, needed=needed)


def _random_trials(family: Family) -> int:
    """The most random trials of a pair; 0 if there are none, or as many as the correction needs."""
    most = int(family.p_values.trials[family.sampled].max(initial=0))
    return most if family.design.trials is not None or most >= LADDER[-1] else 0


def _untestable(family: Family) -> Iterator[Remark]:
    """Pairs of distinct systems that no test could find different, which are not ties."""
    design, few = family.design, family.has("untestable")
    if few.any():
        named = _named(family, few)
        enough = design.test != "t" and bool((family.units_differing[few] >= ENOUGH).any())
        facts = {"alpha": design.alpha, "unit": design.unit, "for_t": enough, "test": design.test}
        yield remark("untestable", tested=len(family.hypotheses), **facts, **named)


def _out_of_reach(family: Family) -> Iterator[Remark]:
    """Pairs that could not be significant even if every pair had the smallest p-value of its units."""
    alpha, drawn = family.design.alpha, family.design.test == "bootstrap"
    # Neither t nor draws have a smallest p-value.
    floor = np.where(family.by_t | drawn, 0, attainable(family.units_differing))
    hopeless = (_at_least(floor, family) > alpha) & (family.has("tied") | family.has("significant"))
    if hopeless.any():
        facts = {"tested": len(family.hypotheses), "alpha": alpha, "unit": family.design.unit}
        yield remark("out_of_reach", **facts, **_named(family, hopeless))


def against_interval(family: Family) -> Bools:
    """Where the interval of a pair and its p-value disagree, neither of them corrected."""
    low, high = family.intervals.bounds.T
    zero_inside, zero_outside = (low <= 0) & (high >= 0), (low > 0) | (high < 0)
    against: Bools = np.where(family.p_values.p <= family.design.alpha, zero_inside, zero_outside)
    return against


def _unlike(family: Family) -> Iterator[Remark]:
    """Where the difference varies more than swaps do, p may be too small, and the interval is right."""
    ratio = np.nan_to_num(variance_ratios(family)) if family.design.test == "ar" else np.zeros(len(family))
    unlike, against = ratio >= UNLIKE, against_interval(family)
    if (named := unlike & family.has("significant")).any():
        ratios = tuple(round(one, 2) for one in ratio[_distinct(family, named)[:NAMED]].tolist())
        yield remark("swaps_vary_less", ratios=ratios, **_named(family, named))
    rely, tested = unlike & (family.p_values.p <= family.design.alpha), len(family.hypotheses)
    for name, some in (("interval", against & rely), ("p-value", against & ~rely)):
        if some.any():
            yield remark("interval_disagrees", tested=tested, rely=name, **_named(family, some))


def variance_ratios(family: Family) -> Floats:
    """The variance of each difference over that of swaps, NaN where there is none."""
    return np.where(family.errors.known, family.facts.variance_ratio, np.nan)


def _one_unit_decides(family: Family) -> Iterator[Remark]:
    """Significant differences that change their sign, or halve, without a single unit."""
    facts = family.facts
    left = facts.difference_without * np.sign(family.differences)
    rests = family.has("significant") & (left < np.abs(family.differences) / 2)
    if rests.any():
        units = tuple(tuple(facts.names[facts.without[pair]]) for pair in _distinct(family, rests)[:NAMED])
        yield remark("rests_on_one", units=units, unit=family.design.unit, **_named(family, rests))


def empty_remarks(family: Family) -> Iterator[Remark]:
    """The systems that answer nothing on some units, with the units on which any of their runs does so."""
    if family.facts.empty is None:
        return
    for system, shares in zip(family.systems, family.facts.empty, strict=True):
        if shares.any():
            named = tuple(tuple(family.facts.names[unit]) for unit in np.flatnonzero(shares).tolist())
            in_some = bool((shares[shares > 0] < 1).any())
            facts = {"units": named, "of": family.units, "unit": family.design.unit, "some_runs": in_some}
            yield remark("answers_nothing", system=system, **facts)


def _percentile_instead(family: Family) -> Iterator[Remark]:
    pairs = int(family.intervals.degenerate.sum())
    systems = int(family.score_intervals.degenerate.sum())
    if pairs or systems:
        yield remark("degenerate_bca", differences=pairs, scores=systems)


def _margin_out_of_reach(family: Family) -> Iterator[Remark]:
    """Pairs that could not be shown to be equivalent even if their scores were equal."""
    if family.equivalence is not None:
        testable = family.testable & family.hypotheses.first_of_each
        if out := int((testable & ~family.equivalence.in_reach).sum()):
            counts = {"count": out, "tested": int(testable.sum())}
            yield remark("margin_out_of_reach", margin=family.design.margin, **counts, **_of_table(family))


def _of_table(family: Family) -> dict[str, object]:
    """What sentences on a table of counts need to know."""
    is_of = isinstance(family.metric, MetricName)
    return {"unit": family.design.unit, "metric": family.metric} if is_of else {}


def _named(family: Family, chosen: Bools) -> dict[str, object]:
    """The number of chosen pairs and the systems of the first of them."""
    pairs = _distinct(family, chosen).tolist()
    first = tuple((family[pair].first, family[pair].second) for pair in pairs[:NAMED])
    return {"pairs": first, "count": len(pairs)}


def _distinct(family: Family, chosen: Bools) -> Indices:
    """The places of chosen pairs, those of copies once."""
    return np.flatnonzero(chosen & family.hypotheses.first_of_each)

"""Remarks about pairs: their tests, intervals and ranks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from leaderboard.metrics.metric import scale_of
from leaderboard.report.words.methods import margin_said
from leaderboard.report.words.names import label, unit_text
from leaderboard.scoresheet import PartName
from leaderboard.text import counted, joined, listed, plural, range_text

# In a sentence; the JSON has them all.
_MOST_SYSTEMS = 5
_MOST_PAIRS = 3

Pairs = Sequence[tuple[str, str]]
# Datasets, documents and parts.
Places = Sequence[tuple[str, str, int]]
# A t test has no smallest p-value.
_T_INSTEAD = "`--test t` needs only 5."


def why_untested(unit: str, few: str = "") -> str:
    """Return why two systems cannot be tested: over runs they have no variance, else few units differ."""
    if unit == "run":
        return "neither system has several runs that differ"
    return few or f"too few {plural(unit)} differ"


def strict_order(pairs: Pairs, of: str) -> str:
    return (
        f"Strict scores ({label(of)}), which count repaired documents as empty, order"
        f" {plural('this pair', len(pairs), 'these pairs')} differently: "
        f"{_named(pairs[:_MOST_PAIRS], len(pairs))}."
    )


def few_trials(tested: int, trials: int, alpha: float, needed: int, count: int) -> str:
    some = f"{count:,} of " * (count < tested)
    none = plural("its p-value cannot", count, "their p-values cannot") if some else "no p-value can"
    return (
        f"{counted(trials, 'random trial')} {plural('is', trials, 'are')} too few for "
        f"{some}{counted(tested, 'pair')}: {none} reach {alpha:g} after the correction. "
        f"Use at least {needed:,} (`--trials`)."
    )


def few_trials_for_one(tested: int, trials: int, least: int, needed: int) -> str:
    return (
        f"With {counted(trials, 'random trial')}, no pair is significant unless at least {least:,} of"
        f" {tested:,} are. Use at least {needed:,} trials (`--trials`) so that a single pair can be."
    )


def untestable(
    count: int,
    tested: int,
    alpha: float,
    pairs: Pairs,
    test: str,
    unit: str = "document",
    for_t: bool = False,
) -> str:
    by_swaps = f" to reach p ≤ {alpha:g}" * (test in ("ar", "studentized"))
    too_few = why_untested(unit, f"too few {plural(unit)} differ{by_swaps}")
    remedy = f" {_T_INSTEAD}" if for_t else ""
    if tested == 1:
        return f"The pair is untestable: {too_few}.{remedy}"
    are = plural("is", count, "are")
    return f"{count:,} of {tested:,} pairs {are} untestable ({_named(pairs, count)}): {too_few}.{remedy}"


def out_of_reach(tested: int, alpha: float, pairs: Pairs, count: int, unit: str = "document") -> str:
    differ = plural("This pair differs", count, "These pairs differ")
    return (
        f"{differ} on too few {plural(unit)} to be significant after correction for "
        f"{counted(tested, 'pair')} (p ≤ {alpha:g}): {_named(pairs, count)}. {_T_INSTEAD}"
    )


def ranks_against_scores(
    pairs: Pairs,
    scores: Sequence[tuple[float, float]],
    ranks: Sequence[tuple[int, int]],
    ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]],
    beaten_by: Sequence[Sequence[str]],
    undecided: Sequence[bool],
    count: int,
    metric: str = "",
) -> str:
    told = " ".join(
        map(partial(_against_score, metric=metric), pairs, scores, ranks, ranges, beaten_by, undecided)
    )
    return f"{told}{_likewise(pairs, count)}"


def _against_score(
    pair: tuple[str, str],
    scores: tuple[float, float],
    ranks: tuple[int, int],
    ranges: tuple[tuple[int, int], tuple[int, int]],
    beaten_by: Sequence[str],
    is_open: bool,
    metric: str,
) -> str:
    (higher, lower), (first, second) = pair, map(partial(_place, metric=metric), scores, ranks, ranges)
    better = "lower" if scale_of(metric).lower else "higher"
    text = f"{higher} ({first}) ranks below {lower} ({second}) although it scores {better}"
    undecided = " The data do not decide between the two." if is_open else ""
    if not beaten_by:
        return f"{text}.{undecided}"
    better = f"{joined(beaten_by, _MOST_SYSTEMS)} {plural('is', len(beaten_by), 'are')} significantly better"
    return f"{text}: {better} than {higher}, but not than {lower}.{undecided}"


def _place(score: float, rank: int, ends: tuple[int, int], metric: str = "") -> str:
    """Return a score with its rank and the ranks still possible."""
    possible = f", possible {range_text(*ends)}" if len(set(ends)) > 1 else ""
    return f"{scale_of(metric).text(score)}, rank {rank}{possible}"


def interval_disagrees(tested: int, pairs: Pairs, count: int, rely: str = "p-value") -> str:
    on = f"rely on the {rely}"
    if tested == 1:
        return f"Interval and p-value disagree for this pair; {on}: {_named(pairs, count)}."
    these = plural("this pair", count, "these pairs")
    disagree = f"the single interval and the uncorrected p-value disagree; {on}"
    return f"For {these}, {disagree}: {_named(pairs, count)}."


def swaps_vary_less(pairs: Pairs, ratios: Sequence[float], count: int) -> str:
    told = [
        f"{first} and {second} ({ratio:.2f})" for (first, second), ratio in zip(pairs, ratios, strict=True)
    ]
    return (
        "Swaps vary less than the difference does, so p may be too small (variance ratio): "
        f"{listed(told, len(told), '; ', '; ', count)}. Check with `--test studentized`."
    )


def rests_on_one(pairs: Pairs, units: Places, count: int, unit: str = "document") -> str:
    told = [
        f"{first} and {second} ({unit_text(PartName(*one))})"
        for (first, second), one in zip(pairs, units, strict=True)
    ]
    rests = plural("This difference rests", count, "These differences rest")
    return f"{rests} on one {unit}: {listed(told, len(told), '; ', '; ', count)}."


def answers_nothing(
    system: str, units: Places, of: int, unit: str = "document", some_runs: bool = False
) -> str:
    named = listed([unit_text(PartName(*one)) for one in units], _MOST_SYSTEMS)
    runs = " in some of its runs" * some_runs
    return f"{system} answers nothing on {len(units):,} of {counted(of, unit)}{runs} ({named})."


def over_datasets(first: str, second: str, better: Sequence[str], worse: Sequence[str], of: int) -> str:
    if not (better or worse):
        return f"None of {of:,} datasets alone shows a difference between {first} and {second}."
    counts = (("better", better), ("worse", worse))
    told = [f"{how} than {second} on {_at_least(names, of)}" for how, names in counts if names]
    none = f", and {'worse' if better else 'better'} on none" if len(told) == 1 else ""
    return f"{first} is {joined(told)}{none}."


def _at_least(names: Sequence[str], of: int) -> str:
    return f"at least {len(names):,} of {of:,} datasets ({listed(names, _MOST_SYSTEMS)})"


def failures_hold_back(pairs: Pairs, count: int, unit: str = "document") -> str:
    are = plural("This pair is", count, "These pairs are")
    return (
        f"{are} not called equivalent: {_named(pairs, count)}. One system answers nothing on some "
        f"{plural(unit)} where the other does, and more such failures could exceed the margin."
    )


def borderline(pairs: Pairs, count: int) -> str:
    return f"Borderline (more `--trials` could change the verdict): {_named(pairs, count)}."


def degenerate_bca(differences: int, scores: int) -> str:
    numbers = {"difference": differences, "score": scores}
    some = joined([counted(number, noun) for noun, number in numbers.items() if number])
    return f"BCa intervals do not exist for {some}; percentile intervals are used instead."


def copies(groups: Sequence[Sequence[str]], more: int, tested: int, distinct: int) -> str:
    some = listed(list(map(joined, groups)), len(groups), "; ", "; ", len(groups) + more)
    return (
        f"Identical systems are tested as one: {some}. "
        f"This leaves {counted(distinct, 'distinct system')} and {counted(tested, 'pair')}."
    )


def near_copies(groups: Sequence[Sequence[str]], pairs: int, pairs_without: int) -> str:
    some = listed([joined(group, _MOST_SYSTEMS) for group in groups], _MOST_PAIRS, "; ", "; ")
    less = f"with one system of each group, there would be {pairs_without:,}"
    return (
        f"Nearly identical systems: {some}. All {counted(pairs, 'pair')} are tested; {less}. "
        "To rank one of each group, name all further ones with `--contrastive`."
    )


def tested_by_t(test: str, interval: str) -> str:
    other = [f"`--test {test}`"] if test != "ar" else []
    other += [f"`--interval {interval}`"] if interval != "t" else []
    apply = plural("applies", len(other), "apply")
    return (
        f"{joined(other)} {apply} to systems with a single run. Systems with several runs have t tests and "
        "t intervals."
    )


def helps_more(more: str, unit: str = "document") -> str:
    more, other = ("runs", plural(unit)) if more == "runs" else (plural(unit), "runs")
    return (
        f"More {more} help more than more {other}: most of the variance of a difference is between {more}. "
        f"SE and the detectable differences by number of {plural(unit)} include the variance between runs."
    )


def margin_out_of_reach(
    margin: float, count: int, tested: int, unit: str = "document", metric: str = ""
) -> str:
    scale = scale_of(metric)
    said = margin_said(scale.units(margin), metric)
    apart = f"less than {said} apart on these {plural(unit)}, not even with equal scores"
    if count == tested:
        return f"{'No two systems can' if tested > 1 else 'The two systems cannot'} be shown to be {apart}."
    are = "two systems" if count == 1 else "systems"
    return f"For {count:,} of {counted(tested, 'pair')}, the {are} cannot be shown to be {apart}."


def baseline_only(baseline: str) -> str:
    return f"Of the ranked systems, only pairs with {baseline} were tested; all other pairs count as ties."


def rules_differ(rule: str, others: Sequence[str]) -> str:
    rules = f"{plural('rule', len(others))} {joined([f'`{name}`' for name in others])}"
    return f"Ranks follow the tie rule `{rule}`; the {rules} would give other ranks (`--ties`)."


def ahead_only_on_whole(by: str, pairs: Pairs, count: int) -> str:
    on_slices = f"behind on every slice of {by} that is tested"
    told = [f"{ahead} is ahead of {behind} on everything, and {on_slices}" for ahead, behind in pairs]
    why = "Slices weigh differently in scores, and small ones are not tested."
    return f"{'; '.join(told)}. {why}{_likewise(pairs, count)}"


def opposite_on_slice(name: str, pairs: Pairs, count: int) -> str:
    told = [f"{ahead} is significantly better than {behind} on everything" for ahead, behind in pairs]
    return f"{'; '.join(told)}, but significantly worse on the slice {name}.{_likewise(pairs, count)}"


def _likewise(pairs: Pairs, count: int) -> str:
    more = count - len(pairs)
    return f" {counted(more, 'more pair')} likewise." if more else ""


def _named(pairs: Pairs, count: int) -> str:
    """The first pairs by name, and how many more there are."""
    return listed([f"{first} and {second}" for first, second in pairs], len(pairs), "; ", "; ", count)

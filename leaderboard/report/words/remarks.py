"""The sentence of each kind of remark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from leaderboard.remark import Remark
from leaderboard.report.words.methods import points
from leaderboard.report.words.names import label
from leaderboard.text import counted, joined, listed, plural, range_text

# In a sentence; the JSON has them all.
_MOST_COLUMNS = 5
_MOST_SCORES = 3
_MOST_SYSTEMS = 5
_MOST_PAIRS = 3
_MOST_RUNS = 10

_SEVERAL_OUTPUTS = "have a single run each", "these outputs"

Pairs = Sequence[tuple[str, str]]


def sentences(remarks: Iterable[Remark]) -> tuple[str, ...]:
    return tuple(map(sentence, remarks))


def sentence(remark: Remark) -> str:
    """Return a remark in words, with the metrics that it is about before it."""
    text = SENTENCES[remark.kind](**dict(remark.data))
    return f"{', '.join(map(label, remark.metrics))}: {text}" if remark.metrics else text


def by_importance(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Return the remarks in the order in which a reader should know them."""
    order = list(SENTENCES)
    return tuple(sorted(remarks, key=lambda one: order.index(one.kind)))


def _missing_datasets(system: str, datasets: Sequence[str], policy: str, others: int) -> str:
    some = f"{system} lacks the {plural('dataset', len(datasets))} {joined(datasets)}"
    if policy == "zero":
        return f"{some}, scored as empty (`--missing-dataset zero`)."
    rest = counted(others, "other dataset")
    return f"{some}. It is scored on {rest} and not ranked (`--missing-dataset exclude`)."


def _runs(systems: Sequence[str], runs: Sequence[str], rejected: Sequence[str]) -> str:
    every = len(runs) + len(rejected)
    of = f"{len(runs)} of {every} runs" if rejected else counted(len(runs), "run")
    mean = f"{plural('mean', len(systems))} of " if len(runs) > 1 else ""
    return f"{joined(systems, _MOST_SYSTEMS)}: {mean}{of} ({listed(runs, _MOST_RUNS)})."


def _mentions_of_key(systems: Sequence[str], others: int) -> str:
    have = plural("has", len(systems), "have")
    return (
        f"{joined(systems, _MOST_SYSTEMS)} {have} exactly the mentions of the key, and "
        f"{counted(others, 'other system')} {plural('does', others, 'do')} not. "
        "Do not compare their scores."
    )


def _no_prices_across(by: str) -> str:
    return f"Prices of errors are left out: they are not computed with `--across {by}`."


def _no_prices_by(metric: str) -> str:
    return f"Prices of errors are left out: {label(metric)} does not score entities."


def _sets_ignored(by: Sequence[str]) -> str:
    subject = joined(by)
    return f"{subject[0].upper()}{subject[1:]} ignore split antecedents (`--split-antecedents ignore`)."


def _strict_order(pairs: Pairs, of: str) -> str:
    return (
        f"Strict scores ({label(of)}), which count repaired documents as empty, order"
        f" {plural('this pair', len(pairs), 'these pairs')} differently: "
        f"{_named(pairs[:_MOST_PAIRS], len(pairs))}."
    )


def _single_outputs(first: str, second: str) -> str:
    return (
        "Mentions that only one system gets right are counted for single outputs: "
        f"`leaderboard compare {first} {second} --errors`."
    )


def _left_out_units(counts: Sequence[tuple[str, int]], unit: str) -> str:
    left_out = joined([f"{label(metric)} leaves out {counted(count, unit)}" for metric, count in counts])
    return f"{left_out} whose key has nothing to recall by this metric."


def _one_unit(unit: str = "document") -> str:
    return f"There is only 1 {unit}, so there are no intervals, no P(best) and no rank stability."


def _few_units(units: int, effective: float, interval: str, unit: str = "document") -> str:
    meaning = "few of them decide the result" if interval == "t" else "bootstrap intervals are too narrow"
    return (
        f"The effective number of {unit}s is {effective:g} (of {units:,}, weighted by their content), "
        f"so {meaning}."
    )


def _fixed_datasets(datasets: Sequence[tuple[str, int]], unit: str = "document") -> str:
    some = ", ".join(f"{dataset} ({counted(count, unit)})" for dataset, count in datasets)
    return (
        f"{plural('Dataset', len(datasets))} with too few {unit}s to measure their variation: {some}. "
        f"Intervals take {plural('it as it is', len(datasets), 'them as they are')} and do not generalize to "
        f"other {unit}s of the same kind."
    )


def _few_trials(tested: int, trials: int, alpha: float, needed: int) -> str:
    return (
        f"{counted(trials, 'random trial')} are too few for {counted(tested, 'pair')}: no p-value can reach"
        f" {alpha:g} after the correction. Use at least {needed:,} (`--trials`)."
    )


def _few_trials_for_one(tested: int, trials: int, least: int, needed: int) -> str:
    return (
        f"With {counted(trials, 'random trial')}, no pair is significant unless at least {least:,} of"
        f" {tested:,} are. Use at least {needed:,} trials (`--trials`) so that a single pair can be."
    )


def _untestable(count: int, tested: int, alpha: float, unit: str = "document") -> str:
    too_few = f"too few {unit}s to reach p ≤ {alpha:g}"
    if tested == 1:
        return f"The pair is untestable: it differs on {too_few}."
    if count == 1:
        return f"1 of {tested:,} pairs is untestable: it differs on {too_few}."
    return f"{count:,} of {tested:,} pairs are untestable: they differ on {too_few}."


def _out_of_reach(tested: int, alpha: float, pairs: Pairs, count: int, unit: str = "document") -> str:
    return (
        f"Corrected for {counted(tested, 'pair')}, {plural('this pair', count, 'these pairs')} cannot reach"
        f" p ≤ {alpha:g}, with too few {unit}s that differ: {_named(pairs, count)}."
    )


def _ranks_against_scores(
    pairs: Pairs,
    scores: Sequence[tuple[float, float]],
    ranks: Sequence[tuple[int, int]],
    ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]],
    beaten_by: Sequence[Sequence[str]],
    undecided: Sequence[bool],
    count: int,
) -> str:
    told = " ".join(map(_against_score, pairs, scores, ranks, ranges, beaten_by, undecided))
    return f"{told}{_likewise(pairs, count)}"


def _against_score(
    pair: tuple[str, str],
    scores: tuple[float, float],
    ranks: tuple[int, int],
    ranges: tuple[tuple[int, int], tuple[int, int]],
    beaten_by: Sequence[str],
    is_open: bool,
) -> str:
    (higher, lower), (first, second) = pair, map(_place, scores, ranks, ranges)
    text = f"{higher} ({first}) ranks below {lower} ({second}) although it scores higher"
    undecided = " Which of the two is better is open." if is_open else ""
    if not beaten_by:
        return f"{text}.{undecided}"
    better = f"{joined(beaten_by, _MOST_SYSTEMS)} {plural('is', len(beaten_by), 'are')} significantly better"
    return f"{text}: {better} than {higher}, but not than {lower}.{undecided}"


def _place(score: float, rank: int, ends: tuple[int, int]) -> str:
    """Return a score with its rank and its range of ranks."""
    return f"{100 * score:.2f}, rank {rank}, range {range_text(*ends)}"


def _interval_disagrees(tested: int, pairs: Pairs, count: int) -> str:
    if tested == 1:
        return f"Interval and p-value disagree for this pair; rely on the p-value: {_named(pairs, count)}."
    these = plural("this pair", count, "these pairs")
    return (
        f"For {these}, the single interval and the uncorrected p-value disagree; "
        f"rely on the p-value: {_named(pairs, count)}."
    )


def _borderline(pairs: Pairs, count: int) -> str:
    return f"Borderline, as more trials could change the verdict: {_named(pairs, count)}."


def _degenerate_bca(differences: int, scores: int) -> str:
    numbers = {"difference": differences, "score": scores}
    some = joined([counted(number, noun) for noun, number in numbers.items() if number])
    return f"BCa intervals do not exist for {some}; percentile intervals stand in."


def _copies(groups: Sequence[Sequence[str]], more: int, tested: int, distinct: int) -> str:
    some = listed(list(map(joined, groups)), len(groups), "; ", "; ", len(groups) + more)
    return (
        f"Copies, which have equal counts throughout, count as one system in the tests: {some}. "
        f"This leaves {counted(distinct, 'distinct system')} and {counted(tested, 'pair')}."
    )


def _attempts(systems: Sequence[tuple[str, int]]) -> str:
    some = listed([f"{system} {count:,}" for system, count in systems], _MOST_SCORES)
    return (
        f"Chosen among several attempts: {some}. The p-value of a pair is multiplied by the larger number "
        "of attempts of its two systems. Intervals and equivalence are not corrected for attempts."
    )


def _tested_by_t(test: str, interval: str) -> str:
    other = [f"`--test {test}`"] if test != "ar" else []
    other += [f"`--interval {interval}`"] if interval != "t" else []
    apply = plural("applies", len(other), "apply")
    return (
        f"{joined(other)} {apply} to systems with a single run. Systems with several runs have t tests and "
        "t intervals."
    )


def _single_runs(systems: Sequence[str]) -> str:
    have, what = ("has a single run", "this output") if len(systems) == 1 else _SEVERAL_OUTPUTS
    return f"{joined(systems)} {have}: results are about {what}, not about other runs of the same method."


def _helps_more(more: str) -> str:
    other = "documents" if more == "runs" else "runs"
    return (
        f"More {more} help more than more {other}: most of the variance of a difference is between {more}. "
        "SE and the detectable differences by number of documents leave out the variance between runs."
    )


def _margin_out_of_reach(margin: float, count: int, tested: int) -> str:
    apart = f"less than {points(100 * margin)} apart on these documents, not even with equal scores"
    if count == tested:
        return f"{'No two systems can' if tested > 1 else 'The two systems cannot'} be shown to be {apart}."
    are = "two systems" if count == 1 else "systems"
    return f"For {count:,} of {counted(tested, 'pair')}, the {are} cannot be shown to be {apart}."


def _baseline_only(baseline: str) -> str:
    return f"Only pairs with {baseline} were tested; all other pairs count as ties."


def _rules_differ(rule: str, others: Sequence[str]) -> str:
    rules = f"{plural('rule', len(others))} {joined([f'`{name}`' for name in others])}"
    return f"Ranks follow the tie rule `{rule}`; the {rules} would give other ranks (`--ties`)."


def _ahead_only_on_whole(by: str, pairs: Pairs, count: int) -> str:
    on_slices = f"behind on every slice of {by}"
    told = [f"{ahead} is ahead of {behind} on everything, and {on_slices}" for ahead, behind in pairs]
    return f"{'; '.join(told)}. The slices weigh differently in their scores.{_likewise(pairs, count)}"


def _opposite_on_slice(name: str, pairs: Pairs, count: int) -> str:
    told = [f"{ahead} is significantly better than {behind} on everything" for ahead, behind in pairs]
    return f"{'; '.join(told)}, but significantly worse on the slice {name}.{_likewise(pairs, count)}"


def _likewise(pairs: Pairs, count: int) -> str:
    more = count - len(pairs)
    return f" {counted(more, 'more pair')} likewise." if more else ""


def _few_points(count: int, noun: str) -> str:
    if count < 2:
        return f"{counted(count, noun)} {plural('is', count, 'are')} too few for a correlation."
    return f"With {count} {noun}s every correlation is 1 or -1, whatever the scores."


def _constant_scores(metric: str, quantity: str, noun: str) -> str:
    return f"{_column(label(metric), quantity)} is equal for all {noun}s, so it has no correlations."


def _one_metric() -> str:
    return "Correlations need at least 2 metrics."


def _fewer_points(both: int, count: int, noun: str, pairs: Sequence[tuple[str, str, str]]) -> str:
    from leaderboard.correlation.remarks import ENOUGH

    columns = [_column(f"{label(first)} and {label(second)}", quantity) for first, second, quantity in pairs]
    some = listed(columns, _MOST_COLUMNS, "; ", "; ")
    says = ", too few for a conclusion" if both < ENOUGH else ""
    return f"Only {both} of {counted(count, noun)} have both scores{says}: {some}."


def _columns_passed_over(table: str, columns: Pairs) -> str:
    names = (f"{name} (did you mean {meant}?)" if meant else name for name, meant in columns)
    return f"{table}: these columns name no score and are ignored: {', '.join(names)}."


def _small_percentages(table: str, scores: Sequence[tuple[str, float]]) -> str:
    some = listed([f"{system} {value:g}" for system, value in scores], _MOST_SCORES)
    return f"{table}: some scores are above 1, so all are read as percentages, also these: {some}."


def _new_output(systems: Sequence[str]) -> str:
    return f"a new output of {' and '.join(systems)}"


def _tested_otherwise() -> str:
    return "different tests"


def _other_correction(pairs: tuple[int, int]) -> str:
    return f"the same p-value, {_corrected(*pairs) or 'beside others in the correction'}"


def _other_trials(trials: tuple[int, int], pairs: tuple[int, int]) -> str:
    old, new = trials
    said = (f"the same scores, tested with {counted(new, 'trial')} instead of {old:,}", _corrected(*pairs))
    return ", ".join(filter(None, said))


def _other_p_value() -> str:
    return "another p-value at the same scores"


def _corrected(old: int, new: int) -> str:
    return "" if old == new else f"corrected for {counted(new, 'pair')} instead of {old:,}"


def _named(pairs: Pairs, count: int) -> str:
    """The first pairs by name, and how many more there are."""
    return listed([f"{first} and {second}" for first, second in pairs], len(pairs), "; ", "; ", count)


def _column(metric: str, quantity: str) -> str:
    return f"{metric} {'F1' if quantity == 'f1' else quantity}"


# In the order in which a reader should know them.
SENTENCES: Mapping[str, Callable[..., str]] = {
    "runs": _runs,
    "strict_order": _strict_order,
    "single_outputs": _single_outputs,
    "missing_datasets": _missing_datasets,
    "left_out_units": _left_out_units,
    "mentions_of_key": _mentions_of_key,
    "one_unit": _one_unit,
    "fixed_datasets": _fixed_datasets,
    "few_trials": _few_trials,
    "few_trials_for_one": _few_trials_for_one,
    "untestable": _untestable,
    "out_of_reach": _out_of_reach,
    "few_units": _few_units,
    "ranks_against_scores": _ranks_against_scores,
    "interval_disagrees": _interval_disagrees,
    "borderline": _borderline,
    "degenerate_bca": _degenerate_bca,
    "copies": _copies,
    "attempts": _attempts,
    "single_runs": _single_runs,
    "tested_by_t": _tested_by_t,
    "helps_more": _helps_more,
    "margin_out_of_reach": _margin_out_of_reach,
    "baseline_only": _baseline_only,
    "rules_differ": _rules_differ,
    "no_prices_across": _no_prices_across,
    "no_prices_by": _no_prices_by,
    "sets_ignored": _sets_ignored,
    "ahead_only_on_whole": _ahead_only_on_whole,
    "opposite_on_slice": _opposite_on_slice,
    "few_points": _few_points,
    "constant_scores": _constant_scores,
    "one_metric": _one_metric,
    "fewer_points": _fewer_points,
    "columns_passed_over": _columns_passed_over,
    "small_percentages": _small_percentages,
    "new_output": _new_output,
    "tested_otherwise": _tested_otherwise,
    "other_correction": _other_correction,
    "other_trials": _other_trials,
    "other_p_value": _other_p_value,
}

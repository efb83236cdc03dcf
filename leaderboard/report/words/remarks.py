"""The sentence of each kind of remark, those on pairs apart, and the notes on metrics that order nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from leaderboard.remark import Remark, merged
from leaderboard.report.words import pair_remarks
from leaderboard.report.words.names import label, score_of
from leaderboard.text import counted, joined, listed, plural


def new_output(systems: Sequence[str]) -> str:
    return f"a new output of {' and '.join(systems)}"


def tested_otherwise() -> str:
    return "different tests"


def other_correction(pairs: tuple[int, int]) -> str:
    return f"the same p-value, {_corrected(*pairs) or 'corrected with other p-values'}"


def other_trials(trials: tuple[int, int], pairs: tuple[int, int]) -> str:
    old, new = trials
    said = (f"the same scores, tested with {counted(new, 'trial')} instead of {old:,}", _corrected(*pairs))
    return ", ".join(filter(None, said))


def other_p_value() -> str:
    return "another p-value for the same scores"


def _corrected(old: int, new: int) -> str:
    return "" if old == new else f"corrected for {counted(new, 'pair')} instead of {old:,}"


_MOST_COLUMNS = 5
_MOST_SCORES = 3

Pairs = Sequence[tuple[str, str]]


def few_points(count: int, noun: str) -> str:
    if count < 2:
        return f"{counted(count, noun)} {plural('is', count, 'are')} too few for a correlation."
    return f"With {count} {noun}s every correlation is 1 or -1, whatever the scores."


def constant_scores(metric: str, quantity: str, noun: str) -> str:
    return f"{_column(metric, quantity)} is equal for all {noun}s, so it has no correlations."


def one_metric() -> str:
    return "Correlations need at least 2 metrics."


def fewer_points(both: int, count: int, noun: str, pairs: Sequence[tuple[str, str, str]]) -> str:
    from leaderboard.correlation.coefficients import ENOUGH

    columns = [f"{label(first)} and {_column(second, quantity)}" for first, second, quantity in pairs]
    some = listed(columns, _MOST_COLUMNS, "; ", "; ")
    says = ", too few for a conclusion" if both < ENOUGH else ""
    return f"Only {both} of {counted(count, noun)} have both scores{says}: {some}."


def columns_passed_over(table: str, columns: Pairs) -> str:
    names = (f"{name} (did you mean {meant}?)" if meant else name for name, meant in columns)
    return f"{table}: these columns name no score and are ignored: {', '.join(names)}."


def baselines_passed_over(table: str, systems: Sequence[str]) -> str:
    return f"{table}: baselines are left out: {', '.join(systems)}."


def small_percentages(table: str, scores: Sequence[tuple[str, float]]) -> str:
    some = listed([f"{system} {value:g}" for system, value in scores], _MOST_SCORES)
    return f"{table}: some scores are above 1, so all are read as percentages, also these: {some}."


def _column(metric: str, quantity: str) -> str:
    return score_of(metric) if quantity == "f1" else f"{label(metric)} {quantity}"


# In a sentence; the JSON has them all.
_MOST_SYSTEMS = 5
_MOST_RUNS = 10


def missing_datasets(
    system: str, datasets: Sequence[str], faulty: Sequence[str], policy: str, others: int
) -> str:
    some = f"{system} lacks the {plural('dataset', len(datasets))} {_named(datasets, faulty)}"
    if policy == "zero":
        return f"{some}, scored as empty (`--missing-dataset zero`)."
    rest = counted(others, "other dataset")
    return f"{some}. It is scored on {rest} and excluded from the ranking (`--missing-dataset exclude`)."


def _named(datasets: Sequence[str], faulty: Sequence[str]) -> str:
    return joined([f"{name} (unreadable file)" if name in faulty else name for name in datasets])


def left_out_run(
    run: str, system: str, missing: Sequence[str], faulty: Sequence[str], runs: int, every: int
) -> str:
    lacks = f"{run} lacks {_named((*missing, *faulty), faulty)}"
    if runs == 1:
        return f"{lacks}; only 1 of {every} runs of {system} counts."
    return f"{lacks}; {system} is the mean of {runs} of {every} runs."


def left_out_lines(remarks: Iterable[Remark], many: float) -> Iterator[str]:
    """Yield a line for each run that is left out, or one for ``many`` runs that lack the same datasets."""
    alike: dict[str, list[Remark]] = {}
    for one in remarks:
        alike.setdefault(sentence(one).partition(" lacks ")[2].partition(";")[0], []).append(one)
    for datasets, same in alike.items():
        if len(same) < many:
            yield from (text.removesuffix(".") for text in sentences(same))
        else:
            runs = ", ".join(str(one.record["run"]) for one in same)
            yield f"{counted(len(same), 'run')} ({runs}): they lack {datasets}"


def runs(systems: Sequence[str], runs: Sequence[str], rejected: Sequence[str]) -> str:
    every = len(runs) + len(rejected)
    of = f"{len(runs)} of {every} runs" if rejected else counted(len(runs), "run")
    mean = f"{plural('mean', len(systems))} of " if len(runs) > 1 else ""
    return f"{joined(systems, _MOST_SYSTEMS)}: {mean}{of} ({listed(runs, _MOST_RUNS)})."


def mentions_of_key(systems: Sequence[str], others: int) -> str:
    have = plural("has", len(systems), "have")
    return (
        f"{joined(systems, _MOST_SYSTEMS)} {have} exactly the mentions of the key, and "
        f"{counted(others, 'other system')} {plural('does', others, 'do')} not. "
        "Do not compare their scores."
    )


def in_memory() -> str:
    return "Clusters in memory have no words: kinds of errors, their prices and documents are not shown."


def no_links_between(by: str) -> str:
    return f"Links between {plural(by)} are not shown: the saved sums lack them. Score the responses again."


def no_prices_across(by: str) -> str:
    return f"Prices of errors are left out: they are not computed with `--across {by}`."


def no_prices_over(unit: str) -> str:
    return f"Prices of errors are left out: they are not computed with `--unit {unit}`."


def scores_over_runs() -> str:
    return "With `--unit run`, scores have tests and intervals; prices of errors and slices have none."


def no_prices_by(metric: str) -> str:
    return f"Prices of errors are left out: {label(metric)} does not score entities."


def sets_ignored(by: Sequence[str]) -> str:
    subject = joined(by)
    return f"{subject[0].upper()}{subject[1:]} ignore split antecedents (`--split-antecedents ignore`)."


def single_outputs(first: str, second: str) -> str:
    return (
        "Mentions that only one system gets right are counted for single outputs: "
        f"`leaderboard compare {first} {second} --errors`."
    )


def shared_items(shared: int, items: int, system: str, lacks: int) -> str:
    return (
        f"Scored on the {shared:,} of {counted(items, 'item')} that all systems have; {system} lacks most "
        f"({lacks:,})."
    )


def items_of_clusters() -> str:
    return "Items of one cluster are taken as independent (`--unit item`)."


def left_out_units(counts: Sequence[tuple[str, int]], unit: str) -> str:
    left_out = joined([f"{label(metric)} leaves out {counted(count, unit)}" for metric, count in counts])
    return f"{left_out} whose key has nothing to recall by this metric."


def one_unit(unit: str = "document") -> str:
    return f"There is only 1 {unit}, so there are no intervals, no P(best) and no rank stability."


def left_in_turn(unit: str) -> str:
    return (
        f"Entities span {plural(unit)}, so outputs cannot trade places on one {unit}. Differences are tested "
        f"by t, leaving out each {unit} in turn; there are no P(best) and no rank stability."
    )


def documents_alike(by: str, clusters: int, documents: int, pairs: int, variance_ratio: float) -> str:
    over, under = counted(clusters, by), counted(documents, "document")
    return (
        f"Documents of one {by} seem to be alike: over {over}, the variance of a difference is "
        f"{variance_ratio:.1f} times as large as over {under} (median of {counted(pairs, 'pair')}). "
        f"Tests over documents then find too many differences. Use `--cluster {by}`."
    )


def few_units(units: int, effective: float, interval: str, unit: str = "document") -> str:
    meaning = (
        f"few {plural(unit)} decide the result" if interval == "t" else "bootstrap intervals are too narrow"
    )
    return (
        f"The effective number of {plural(unit)} is {effective:g} (of {units:,}, weighted by their content), "
        f"so {meaning}."
    )


def fixed_datasets(datasets: Sequence[tuple[str, int]], unit: str = "document") -> str:
    some = ", ".join(f"{dataset} ({counted(count, unit)})" for dataset, count in datasets)
    return (
        f"{plural('Dataset', len(datasets))} with too few {plural(unit)} to measure their variation: {some}. "
        f"Intervals ignore {plural('its', len(datasets), 'their')} sampling error."
    )


def attempts(systems: Sequence[tuple[str, int]]) -> str:
    some = listed([f"{system} {count:,}" for system, count in systems], _MOST_SCORES)
    return (
        f"Chosen among several attempts: {some}. The p-value of a pair is multiplied by the larger number "
        "of attempts of its two systems. Intervals and equivalence are not corrected for attempts."
    )


def single_runs(systems: Sequence[str]) -> str:
    have, what = (
        ("has a single run", "this output")
        if len(systems) == 1
        else ("have a single run each", "these outputs")
    )
    return f"{joined(systems)} {have}: results are about {what}, not about other runs of the same method."


def sentences(remarks: Iterable[Remark]) -> tuple[str, ...]:
    return tuple(map(sentence, remarks))


def sentence(remark: Remark) -> str:
    """Return a remark in words, with the metrics that it is about before it."""
    text = SENTENCES[remark.kind](**dict(remark.data))
    return f"{', '.join(map(label, remark.metrics))}: {text}" if remark.metrics else text


def remark_records(remarks: Iterable[Remark]) -> list[dict[str, object]]:
    """Return remarks for programs: their kind, the metrics that they are about, the sentence and its data."""
    return [
        {"kind": one.kind, "metrics": list(one.metrics), "text": sentence(one), **dict(one.data)}
        for one in remarks
    ]


def by_importance(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Return the remarks in the order in which a reader should know them."""
    order = list(SENTENCES)
    return tuple(sorted(remarks, key=lambda one: order.index(one.kind)))


SENTENCES: Mapping[str, Callable[..., str]] = {
    function.__name__: function
    for function in (  # in the order in which a reader should know them
        runs,
        left_out_run,
        pair_remarks.strict_order,
        single_outputs,
        missing_datasets,
        shared_items,
        items_of_clusters,
        left_out_units,
        mentions_of_key,
        one_unit,
        left_in_turn,
        documents_alike,
        fixed_datasets,
        pair_remarks.few_trials,
        pair_remarks.few_trials_for_one,
        pair_remarks.untestable,
        pair_remarks.out_of_reach,
        few_units,
        pair_remarks.ranks_against_scores,
        pair_remarks.swaps_vary_less,
        pair_remarks.interval_disagrees,
        pair_remarks.rests_on_one,
        pair_remarks.answers_nothing,
        pair_remarks.over_datasets,
        pair_remarks.borderline,
        pair_remarks.degenerate_bca,
        pair_remarks.copies,
        pair_remarks.near_copies,
        attempts,
        single_runs,
        pair_remarks.tested_by_t,
        pair_remarks.helps_more,
        pair_remarks.margin_out_of_reach,
        pair_remarks.failures_hold_back,
        pair_remarks.baseline_only,
        pair_remarks.rules_differ,
        in_memory,
        no_links_between,
        no_prices_across,
        no_prices_over,
        scores_over_runs,
        no_prices_by,
        sets_ignored,
        pair_remarks.ahead_only_on_whole,
        pair_remarks.opposite_on_slice,
        few_points,
        constant_scores,
        one_metric,
        fewer_points,
        columns_passed_over,
        baselines_passed_over,
        small_percentages,
        new_output,
        tested_otherwise,
        other_correction,
        other_trials,
        other_p_value,
    )
}


# One sentence for all metrics: the pairs are in files.
_COUNTED = {
    "untestable": "Untestable pairs by other metrics",
    "interval_disagrees": "Interval and p-value disagree for some pairs by other metrics",
    "swaps_vary_less": "Swaps vary less than the difference for some pairs by other metrics",
    "rests_on_one": "Differences by other metrics that rest on one {unit}",
    "failures_hold_back": "Not called equivalent because of failures, by other metrics",
    "borderline": "Borderline pairs by other metrics, marked in pairwise.csv",
}
_RULES = "rules_differ"


def other_notes(remarks: Mapping[str, Sequence[Remark]], said: Collection[Remark]) -> tuple[str, ...]:
    """Return one sentence for each kind of remark, or for equal remarks, but those ``said`` already."""
    alone = [
        replace(one, metrics=one.metrics or tuple(remarks))
        for one in merged(remarks)
        if one not in said and one.kind not in (*_COUNTED, _RULES)
    ]
    return (*sentences(by_importance(map(_brief, alone))), *_counts(remarks, said), *_rules(remarks))


def _brief(one: Remark) -> Remark:
    """Return a remark on pairs that ranks do not follow scores with the first of its pairs only."""
    if one.kind != "ranks_against_scores":
        return one
    data = ((name, value[:1] if isinstance(value, tuple) else value) for name, value in one.data)
    return replace(one, data=tuple(data))


def _counts(remarks: Mapping[str, Sequence[Remark]], said: Collection[Remark]) -> Iterator[str]:
    """Return the number of pairs by metric; the same number of untestable pairs is said once."""
    for kind, text in _COUNTED.items():
        counts = {
            metric: sum(
                cast(int, dict(one.data)["count"])
                for one in found
                if one.kind == kind and not (kind == "untestable" and one in said)
            )
            for metric, found in remarks.items()
        }
        told = [f"{label(metric)} {count:,}" for metric, count in counts.items() if count]
        if told:
            every = (one for found in remarks.values() for one in found if one.kind == kind)
            unit = next((dict(one.data).get("unit") for one in every), "")
            yield f"{text.format(unit=unit)}: {', '.join(told)}."


def _rules(remarks: Mapping[str, Sequence[Remark]]) -> Iterator[str]:
    metrics = [name for name, found in remarks.items() if any(one.kind == _RULES for one in found)]
    if metrics:
        yield f"Other tie rules would also give other ranks by {joined(list(map(label, metrics)))}."

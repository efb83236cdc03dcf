"""The sentence of each kind of remark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from leaderboard.remark import Remark
from leaderboard.report.words import change_remarks, correlation_remarks, pair_remarks, task_remarks
from leaderboard.report.words.names import label


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
        task_remarks.runs,
        task_remarks.left_out_run,
        pair_remarks.strict_order,
        task_remarks.single_outputs,
        task_remarks.missing_datasets,
        task_remarks.left_out_units,
        task_remarks.mentions_of_key,
        task_remarks.one_unit,
        task_remarks.fixed_datasets,
        pair_remarks.few_trials,
        pair_remarks.few_trials_for_one,
        pair_remarks.untestable,
        pair_remarks.out_of_reach,
        task_remarks.few_units,
        pair_remarks.ranks_against_scores,
        pair_remarks.interval_disagrees,
        pair_remarks.borderline,
        pair_remarks.degenerate_bca,
        pair_remarks.copies,
        pair_remarks.near_copies,
        task_remarks.attempts,
        task_remarks.single_runs,
        pair_remarks.tested_by_t,
        pair_remarks.helps_more,
        pair_remarks.margin_out_of_reach,
        pair_remarks.baseline_only,
        pair_remarks.rules_differ,
        task_remarks.no_prices_across,
        task_remarks.no_prices_by,
        task_remarks.sets_ignored,
        pair_remarks.ahead_only_on_whole,
        pair_remarks.opposite_on_slice,
        correlation_remarks.few_points,
        correlation_remarks.constant_scores,
        correlation_remarks.one_metric,
        correlation_remarks.fewer_points,
        correlation_remarks.columns_passed_over,
        correlation_remarks.small_percentages,
        change_remarks.new_output,
        change_remarks.tested_otherwise,
        change_remarks.other_correction,
        change_remarks.other_trials,
        change_remarks.other_p_value,
    )
}

"""The sentence of each kind of remark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from leaderboard.remark import Remark
from leaderboard.report.words.names import label
from leaderboard.text import counted, listed, plural

# In a sentence; the JSON has them all.
_MOST_COLUMNS = 5
_MOST_SCORES = 3

Pairs = Sequence[tuple[str, str]]


def sentences(remarks: Iterable[Remark]) -> tuple[str, ...]:
    return tuple(map(sentence, remarks))


def sentence(remark: Remark) -> str:
    """A remark for people, with the metrics that it is about before it."""
    text = SENTENCES[remark.kind](**dict(remark.data))
    return f"{', '.join(map(label, remark.metrics))}: {text}" if remark.metrics else text


def _few_units(units: int) -> str:
    from leaderboard.significance.remarks import FEW_UNITS  # scores alone need none of the tests

    if units == 1:
        return "There is only 1 unit, so there are no intervals and no ranks in bootstrap draws."
    return f"There are only {units} units: under {FEW_UNITS}, bootstrap intervals are too narrow."


def _few_trials(tested: int, trials: int, alpha: float, needed: int) -> str:
    return (
        f"With {counted(tested, 'pair')} and {counted(trials, 'random trial')}, the smallest p-value times"
        f" {tested} is above alpha = {alpha:g}; {needed:,} trials or more would do."
    )


def _few_trials_for_one(tested: int, trials: int, least: int, needed: int) -> str:
    return (
        f"With {tested:,} pairs and {trials:,} random trials, no pair is significant unless {least:,} or"
        f" more are; {needed:,} trials or more would do for one alone."
    )


def _untestable(count: int, tested: int, alpha: float) -> str:
    pairs = f"{count:,} of {tested:,} pairs" if tested > 1 else "The pair"
    return (
        f"{pairs} cannot differ significantly on this test set: too few units"
        f" differ, and the smallest p-value that they allow is above alpha = {alpha:g}."
    )


def _out_of_reach(tested: int, alpha: float, pairs: Pairs, count: int) -> str:
    return (
        f"The correction for {counted(tested, 'pair')} puts alpha = {alpha:g} out of reach of"
        f" {_named(pairs, count)}: too few units differ."
    )


def _borderline(pairs: Pairs, count: int) -> str:
    return f"Borderline, more trials could change the verdict: {_named(pairs, count)}."


def _interval_disagrees(tested: int, pairs: Pairs, count: int) -> str:
    unadjusted = f", which is not adjusted for {tested} pairs," if tested > 1 else ""
    return f"The interval{unadjusted} disagrees with the verdict, which stands: {_named(pairs, count)}."


def _degenerate_bca(differences: int, scores: int) -> str:
    return (
        f"BCa is degenerate for {counted(differences, 'difference')} and {counted(scores, 'score')}:"
        " their intervals are percentiles."
    )


def _baseline_only(baseline: str) -> str:
    return f"Only pairs with {baseline} were compared; all others count as ties."


def _rules_differ(rule: str, others: Sequence[str]) -> str:
    return f"Ranks depend on the rule: {rule} is shown, {', '.join(others)} would differ."


def _ranks_against_scores() -> str:
    return "Ranks do not follow the scores: a system beats one that a higher-scored one does not."


def _missing_datasets(system: str, datasets: Sequence[str], policy: str, others: int) -> str:
    some = f"{system} lacks the {plural('dataset', len(datasets))} {', '.join(datasets)}"
    if policy == "zero":
        return f"{some}, scored as empty (--missing-dataset zero)."
    return f"{some}, so it is scored on the other {others} only, and not ranked (--missing-dataset exclude)."


def _few_points(count: int, noun: str) -> str:
    some = f"{counted(count, noun)} {'has' if count == 1 else 'have'}"
    meaning = "no correlation" if count < 2 else "a correlation of 1 or -1, whatever their scores"
    return f"{some} {meaning}."


def _constant_scores(metric: str, quantity: str, noun: str) -> str:
    return f"{_column(label(metric), quantity)} is the same for all {noun}s, so it correlates with nothing."


def _one_metric() -> str:
    return "One metric alone has nothing to correlate with."


def _fewer_points(both: int, count: int, noun: str, pairs: Sequence[tuple[str, str, str]]) -> str:
    from leaderboard.correlation.remarks import ENOUGH

    columns = [_column(f"{label(first)} and {label(second)}", quantity) for first, second, quantity in pairs]
    some = listed(columns, _MOST_COLUMNS, "; ", "; ")
    says = ", too few to say anything" if both < ENOUGH else ""
    return f"Only {both} of {counted(count, noun)} have both scores{says}: {some}."


def _columns_passed_over(table: str, columns: Pairs) -> str:
    names = (f"{name} (did you mean {meant}?)" if meant else name for name, meant in columns)
    return f"{table}: passed over, as no scores are called so: {', '.join(names)}."


def _small_percentages(table: str, scores: Sequence[tuple[str, float]]) -> str:
    some = listed([f"{system} {value:g}" for system, value in scores], _MOST_SCORES)
    return f"{table}: some scores are above 1, so all are taken as per cent, these too: {some}."


def _new_output(systems: Sequence[str]) -> str:
    return f"a new output of {' and '.join(systems)}"


def _tested_otherwise() -> str:
    return "tested otherwise"


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


SENTENCES: Mapping[str, Callable[..., str]] = {
    "few_units": _few_units,
    "few_trials": _few_trials,
    "few_trials_for_one": _few_trials_for_one,
    "untestable": _untestable,
    "out_of_reach": _out_of_reach,
    "borderline": _borderline,
    "interval_disagrees": _interval_disagrees,
    "degenerate_bca": _degenerate_bca,
    "baseline_only": _baseline_only,
    "rules_differ": _rules_differ,
    "ranks_against_scores": _ranks_against_scores,
    "missing_datasets": _missing_datasets,
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

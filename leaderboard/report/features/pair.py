"""The answer of a comparison: a line for each pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from leaderboard.ranking.answer import answer_of
from leaderboard.report.words.methods import adjusted_p, interval_said, margin_said, p_said
from leaderboard.report.words.names import difference_said, label
from leaderboard.report.words.pair_remarks import why_untested
from leaderboard.text import counted, plural

if TYPE_CHECKING:
    from leaderboard.significance.family import Comparison, Family
    from leaderboard.verbs.compare import CompareResult

# Of more pairs the number that differ is told.
_MOST_PAIRS = 3


def compare_text(result: CompareResult, metric: str) -> str:
    """The answer by a metric as text."""
    [family] = [family for family in result.families if family.metric == metric]
    return " ".join(lines(family))


def compare_answer(result: CompareResult) -> dict[str, object]:
    """The answer by each metric as text."""
    return {family.metric: {"text": compare_text(result, family.metric)} for family in result.families}


def lines(family: Family) -> Iterator[str]:
    """How many pairs differ significantly, where there are several, and the result of each of a few."""
    counts = answer_of(family).counts
    if len(family.systems) > 2 and counts.pairs:
        some = f"{counts.significant:,} of {counted(counts.pairs, 'pair')}"
        verb = plural("differs", counts.pairs, "differ")
        yield f"{some} {verb} significantly by {label(family.metric)}."
    if len(family) <= _MOST_PAIRS:
        yield from (result_line(pair, family) for pair in family)


def result_line(pair: Comparison, family: Family) -> str:
    """The verdict on a pair with difference, interval and p-value, or why there is none."""
    metric, both = label(family.metric), f"{pair.first} and {pair.second}"
    units = counted(pair.units, family.design.unit)
    ahead = difference_said(family.metric, pair.difference)
    if pair.verdict == "identical":
        return f"{both} are identical by {metric} on all {units}."
    if pair.verdict == "untestable":
        needed = family.design.fewest_differing(pair.attempts or 1)
        differ = f"they differ on {pair.units_differing:,} of {units}, and at least {needed} are needed"
        return f"{both} cannot be tested: {why_untested(family.design.unit, differ)}; {ahead}."
    interval = interval_said(pair, family)
    if pair.verdict == "equivalent":
        margin = margin_said(family.scale.units(family.design.margin or 0), family.metric)
        p = p_said(pair.p_equivalence_adjusted or 0)
        return f"{both} are equivalent within {margin}: {ahead}, {interval}, {p} (equivalence)."
    p = adjusted_p(pair.p_adjusted, family)
    if pair.verdict == "significant":
        better = "better" if family.scale.sign * pair.difference > 0 else "worse"
        than = f"{pair.first} is {better} than {pair.second}"
        return f"{than}: {ahead}, {interval}, {p} (significant)."
    return f"No significant difference between {both}: {ahead}, {interval}, {p}."

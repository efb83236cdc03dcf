"""The sentences that a paper prints about a ranking or a comparison, made of the tests that were made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import scale_of
from leaderboard.ranking.answer import answer_of
from leaderboard.report.words.methods import has_joint, is_adjusted, margin_said, p_said, percentage
from leaderboard.report.words.names import label, points_of, score_of, tested_on
from leaderboard.report.words.pair_remarks import why_untested
from leaderboard.scoring.key import Signature
from leaderboard.text import counted, joined, plural
from leaderboard.version import VERSION

if TYPE_CHECKING:
    from leaderboard.options import Options
    from leaderboard.significance.family import Comparison, Family
    from leaderboard.significance.intervals import Bounds
    from leaderboard.significance.runs import Spread
    from leaderboard.tasks.task import TaskResult

TEXT_TITLE = "Text for a paper"
_WIDTH = 80
_NAMED = 3
_UNBROKEN = "\N{NO-BREAK SPACE}"
_MATCHES = {
    "exact": "exactly",
    "head": "by head",
    "partial": "partially",
}


def setting(result: TaskResult, family: Family) -> Iterator[str]:
    """What was scored as one, how mentions were matched, and which texts were repaired."""
    if family.copies:
        some = "; ".join(joined(group) for group in family.copies[:_NAMED])
        yield f"Systems with the same counts ({some}) were tested as one."
    stated = Signature.parse(result.signature).fields
    match = stated.get("match", "exact")
    zeros = f" (zeros: {stated['zeros']})" if "zeros" in stated else ""
    kept = "dropped" if stated.get("singletons") == "drop" else "kept"
    across = result.across
    over = ""
    if across is not None:
        groups = "" if across.by == "corpus" else f", {counted(across.groups, across.by)}"
        over = f"; entities were scored across documents (by {across.by}{groups})"
    if result.task.table:
        return
    yield f"Mentions were matched {_MATCHES.get(match, match)}{zeros}; singletons were {kept}{over}."
    repaired = {system: one for system, one in result.text_repairs.items() if one.mend.documents}
    if repaired:
        words = {name: one.mend for name, one in repaired.items()}
        counts = {name: one.invented + one.lost + one.changed for name, one in words.items()}
        some = joined([f"{system}: {counted(count, 'change')}" for system, count in counts.items()])
        strict = [
            f"{system} {scale_of(family.metric).text(one.scores[family.metric].f1)}"
            for system, one in repaired.items()
        ]
        yield f"Outputs that changed the text were aligned with it ({some}); strict scores: {joined(strict)}."


def fates_said(excluded: Sequence[str], rejected: Sequence[str], left_out: Sequence[str]) -> Iterator[str]:
    """Which entries are not in the ranking, or not in a mean."""
    if excluded:
        lack, are = plural("lacks", len(excluded), "lack"), plural("is", len(excluded), "are")
        few = joined(excluded, _NAMED)
        yield f"{counted(len(excluded), 'system')} {lack} datasets and {are} excluded ({few})."
    if rejected:
        was = plural("was", len(rejected), "were")
        yield f"{counted(len(rejected), 'submission')} {was} rejected ({joined(rejected, _NAMED)})."
    if left_out:
        are = plural("is", len(left_out), "are")
        yield f"{counted(len(left_out), 'run')} {are} left out of the mean ({joined(left_out, _NAMED)})."


def computed(family: Family) -> str:
    """What computed the numbers; the test is cited where it was made."""
    tested = family.testable & family.hypotheses.differ & ~family.by_t
    noreen = tested.any() and family.design.test == "ar"
    by = ", by approximate randomization (Noreen, 1989)" if noreen else ""
    return f"Computed with coref-leaderboard {VERSION}{by}."


def pair_counts(family: Family) -> Iterator[str]:
    """How many pairs of distinct systems differ significantly; a single pair has its own sentence."""
    counts = answer_of(family).counts
    if counts.pairs < 2:
        return
    if counts.untestable == counts.pairs:
        return
    differ = plural("differs", counts.significant, "differ")
    do = f"{plural('does', counts.not_significant, 'do')} not"
    parts = (
        (counts.significant, f"{differ} significantly"),
        (counts.not_significant, do if counts.significant else "showed no significant difference"),
        (counts.untestable, f"could not be tested, because {why_untested(family.design.unit)}"),
    )
    some = joined([f"{count:,} {said}" for count, said in parts if count])
    baseline = "" if family.design.against is None else f" with {family.design.against}"
    yield f"Of {counts.pairs:,} pairs of different systems{baseline}, {some}."


def results(options: Options, family: Family, spread: Mapping[str, Spread], mean: str) -> Iterator[str]:
    """The scores of all systems, and each difference with its test."""
    scores = [
        f"{score_said(score, spread.get(system), family.metric)} for {system}"
        for system, score in zip(family.systems, family.scores, strict=True)
    ]
    lower = "; lower is better" if family.scale.lower else ""
    meaning = " (mean ± standard deviation)" if any(one.sd is not None for one in spread.values()) else ""
    yield f"The {score_of(family.metric)} on {tested_on(family)}{mean} is {joined(scores)}{meaning}{lower}."
    adjusted, joint = is_adjusted(family), has_joint(family)
    yield from (_pair(pair, family, options, adjusted, joint) for pair in family)


def wrapped(text: str) -> str:
    """A paragraph in lines of the same length on every terminal; no name is broken."""
    lines = fill(text.replace(" %", f"{_UNBROKEN}%"), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return lines.replace(_UNBROKEN, " ")


def score_said(score: float, spread: Spread | None, metric: str) -> str:
    """Return a score, with the standard deviation and the number of runs where there are several."""
    if spread is None or spread.sd is None:
        return scale_of(metric).text(score)
    return f"{scale_of(metric).text(score)} ± {scale_of(metric).text(spread.sd)} ({spread.runs} runs)"


def within(bounds: Bounds | None, options: Options, metric: str, sign: str = "") -> str:
    """Return the interval of a score or a difference as it stands in brackets."""
    if bounds is None:
        return ""
    low, high = (scale_of(metric).text(bound, sign) for bound in bounds)
    return f"{percentage(1 - options.alpha)} interval {low} to {high}"


def _pair(pair: Comparison, family: Family, options: Options, adjusted: bool, joint: bool) -> str:
    unit = family.design.unit
    if pair.verdict == "identical":
        both = f"{pair.first} and {pair.second}"
        return f"{both} are identical by {label(family.metric)}: their counts are the same on every {unit}."
    said = f"The difference {pair.first} minus {pair.second} is {_difference(pair, family)}"
    if pair.verdict == "untestable":
        few = f"the two differ on only {counted(pair.units_differing, unit)}"
        return f"{said}; it could not be tested, because {why_untested(unit, few)}."
    interval = within(pair.interval_joint if joint else pair.interval, options, family.metric, "+")
    p = _statistic(pair) + p_said(pair.p_value)
    p += f", {p_said(pair.p_adjusted, 'adjusted p')}" if adjusted else ""
    equivalent = _equivalent(pair, options, family.metric)
    verdict = f"{'' if pair.verdict == 'significant' else 'not '}significant{equivalent}"
    bounds = f" ({'joint ' if joint else ''}{interval})" if interval else ""
    return f"{said}{bounds}; it is {verdict} ({p})."


def _statistic(pair: Comparison) -> str:
    """Return the statistic of a t test, where it has one."""
    if pair.statistic is None or pair.df is None:
        return ""
    return f"t({pair.df:.1f}) = {pair.statistic:.2f}, "


def _difference(pair: Comparison, family: Family) -> str:
    """Return a difference, and what its sign means where lower is better."""
    after = points_of(family.metric)
    if not family.scale.lower:
        return f"{family.scale.text(pair.difference, '+')}{after}"
    said = "lower" if pair.difference < 0 else "higher"
    return (
        f"{family.scale.text(pair.difference, '+')}{after}, {family.scale.text(abs(pair.difference))} {said}"
    )


def _equivalent(pair: Comparison, options: Options, metric: str) -> str:
    """Return the margin of two systems that are equivalent."""
    if not pair.equivalent or options.margin is None:
        return ""
    link = ", but" if pair.verdict == "significant" else " and"
    return f"{link} within the margin of {margin_said(options.margin, metric)}"

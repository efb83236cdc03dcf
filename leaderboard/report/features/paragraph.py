"""The text for a paper on a ranking: its answer, and the tests that it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from leaderboard.report.features.answer import answers, highest_score, leads_said
from leaderboard.report.features.paper import (
    computed,
    fates_said,
    pair_counts,
    score_said,
    setting,
    within,
    wrapped,
)
from leaderboard.report.notes import on_contrastive, rejected, where
from leaderboard.report.once import once
from leaderboard.report.words.methods import claim, mean_of, method
from leaderboard.report.words.names import label, points_of, score_of, tested_on
from leaderboard.text import counted, joined, one_line, plural

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult


@once
def paragraph(result: RankResult) -> str:
    """The sentences for a paper, each where it is so."""
    return " ".join(_sentences(result))


def ranked_text(result: RankResult) -> str:
    """The paragraph, which has the answer, and the signature."""
    return f"{wrapped(one_line(paragraph(result)))}\n\nSignature: {one_line(result.signature)}\n"


def _sentences(result: RankResult) -> Iterator[str]:
    options, primary = result.options, result.options.primary
    family = result.families[primary]
    yield _ranked(result)
    yield from setting(result, family)
    yield from _answer(result)
    yield from claim(options, family)
    yield from pair_counts(family)
    yield from method(options, family, result.sheet.documents)
    yield from on_contrastive(result)
    runs = [fate.entry for fate in result.fates if fate.verdict == "left out" and fate.run is not None]
    yield from fates_said([*result.partial], sorted({one.system for one in rejected(result)}), runs)
    yield computed(family)


def _answer(result: RankResult) -> Iterator[str]:
    """The answer with the highest score and the lead, in full sentences."""
    options, primary = result.options, result.options.primary
    family, answer, best = result.families[primary], result.answers[primary], result.primary.standings[0]
    interval = within(best.interval, options, primary)
    score = score_said(best.score, result.primary_spread.get(best.system), primary)
    scored = f"{score}, {interval}" if interval else score
    if answer.situation == "single":
        yield f"The {score_of(primary)} of {best.system} is {scored}."
        return
    if answer.situation == "identical":
        alike = f"identical by {label(primary)} ({scored})"
        yield f"All {len(family.systems):,} systems are {alike}, so no pair could be tested."
        return
    yield answers(result)[primary].first
    have = plural("has", len(answer.best), "have")
    yield f"{joined(answer.best)} {have} the {highest_score(primary).lower()} ({scored})."
    if leads := leads_said(answer, family):
        yield f"The lead{' in' * bool(points_of(primary))}{points_of(primary)} is {leads}."


def _ranked(result: RankResult) -> str:
    options = result.options
    family = result.families[options.primary]
    systems = counted(len(family.systems), "system")
    was = plural("was", len(family.systems), "were")
    over = mean_of(len(result.of("dataset")), options.averaged)
    units, lower = tested_on(family), "; lower is better" if family.scale.lower else ""
    return f"{systems} {was} ranked by {score_of(options.primary)}{where(result)} on {units}{over}{lower}."

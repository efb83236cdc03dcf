"""The captions and notes of a ranking, put together from words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.errors import COUNTED_BY_VALIDATE, Problem
from leaderboard.formats.reading import COUNTED_ONCE, KEPT_IN_FIRST
from leaderboard.report.words import captions, paper
from leaderboard.report.words.rejections import (
    identical_notes,
    missing_notes,
    repair_notes,
    warning_notes,
)
from leaderboard.report.words.remarks import by_importance, sentences
from leaderboard.report.words.remarks import other_notes as notes_of_others
from leaderboard.tasks.scored_task import SUBMITTED_TWICE, name_in

if TYPE_CHECKING:
    from leaderboard.submissions import Rejection
    from leaderboard.tasks.task import Fate
    from leaderboard.verbs.rank import RankResult

# Repeats have one note a system, which counts them as repairs.
_REPAIRS = {COUNTED_ONCE, KEPT_IN_FIRST, COUNTED_BY_VALIDATE}
MOST_WARNINGS = 50
_IN_LEGEND = "baseline_only"
# What limits the verdicts as a whole.
_CAVEATS = ("missing_datasets", "few_trials", "few_trials_for_one", "untestable", "out_of_reach", "few_units")


def caption(result: RankResult) -> str:
    return captions.caption(result.options.primary, where(result))


def where(result: RankResult) -> str:
    """Return the track and the phase of a ranking, where there are any."""
    return captions.where(result.track.label if result.track else None, result.phase)


def heading(result: RankResult) -> str:
    """The title of the shared task where it has one."""
    return result.title or caption(result)


def legend(result: RankResult) -> tuple[str, ...]:
    """Return how ranks and letters are read, and how differences were tested."""
    family = result.families[result.options.primary]
    return captions.legend(result.options, family, len(result.of("dataset")), result.sheet.documents)


def rejected(result: RankResult) -> tuple[Rejection, ...]:
    """Those that could not be scored, their files named from the folder of the submissions."""
    return tuple(
        replace(rejection, problem=named(result, rejection.problem)) for rejection in result.rejected
    )


def fates(result: RankResult) -> tuple[Fate, ...]:
    """What became of each entry, files named as those of rejections."""
    return tuple(
        replace(fate, faults=tuple(named(result, fault) for fault in fate.faults)) for fate in result.fates
    )


def lasting_warnings(result: RankResult) -> list[Problem]:
    """Return the warnings that do not depend on earlier runs."""
    about_sums = set(result.about_sums)
    return [warning for warning in result.warnings if warning not in about_sums]


def named(result: RankResult, problem: Problem) -> Problem:
    """The problem with its file named from the folder of the submissions."""
    return replace(problem, file=name_in(result.submissions, problem.file))


def observations(result: RankResult) -> tuple[str, ...]:
    """Return the notes on missing, identical and repaired output, then those on the ranks."""
    return (
        *missing_notes(result.missing, None if result.across else len(result.sheet.parts)),
        *identical_notes(result.identical),
        *repair_notes(result.key_repairs, result.repairs),
        *sentences(by_importance(remark for remark in result.remarks if remark.kind != _IN_LEGEND)),
        *captions.stability(result.primary.tau, result.families[result.options.primary]),
    )


def caveats(result: RankResult) -> tuple[str, ...]:
    """Return what a reader must know before anything else, the most important first."""
    remarks = by_importance(result.remarks)
    return (
        *sentences(remark for remark in remarks if remark.kind in _CAVEATS),
        *identical_notes(result.identical),
        *sentences(remark for remark in remarks if remark.kind == "ranks_against_scores"),
    )


def cautions(result: RankResult) -> tuple[str, ...]:
    """The first warning of each kind about each file, and how many are in the record alone.

    Warnings of one kind have one remedy. Identical systems are among the observations.
    """
    found = [named(result, one) for one in lasting_warnings(result) if one.remedy != SUBMITTED_TWICE]
    kinds: dict[tuple[str, str], Problem] = {}
    for one in found:
        if one.remedy not in _REPAIRS:
            kinds.setdefault((one.file, one.remedy), one)
    shown = list(kinds.values())[:MOST_WARNINGS]
    return warning_notes(shown, sum(one.count for one in found) - len(shown))


def other_notes(result: RankResult) -> tuple[str, ...]:
    """Return the notes on the metrics that do not order the ranking."""
    remarks = {
        name: (*result.rankings[name].remarks, *family.remarks)
        for name, family in result.families.items()
        if name != result.options.primary
    }
    return notes_of_others(remarks, result.remarks)


def paper_text(result: RankResult) -> str:
    """Return the sentences for a paper on a ranking; a system alone has none."""
    standings, options = result.primary.standings, result.options
    if len(standings) == 1:
        return ""
    family, datasets = result.families[options.primary], len(result.of("dataset"))
    documents, spread = result.sheet.documents, result.primary_spread
    return paper.ranked(options, family, standings, documents, datasets, where(result), spread)


def all_notes(result: RankResult) -> tuple[str, ...]:
    """By the primary metric, then by the others, then warnings, the signature last."""
    return (
        *observations(result),
        *other_notes(result),
        *cautions(result),
        f"Signature: {result.signature}",
    )

"""The captions and notes of a ranking, put together from words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from leaderboard.errors import COUNTED_BY_VALIDATE, Problem, first_systems
from leaderboard.formats.reading import COUNTED_ONCE, KEPT_IN_FIRST
from leaderboard.metrics.metric import scale_of
from leaderboard.report.words import captions
from leaderboard.report.words.boards import UNRANKED
from leaderboard.report.words.comparisons import needed_notes
from leaderboard.report.words.letter_ranges import EXPLAINED, shortened
from leaderboard.report.words.names import score_of, tested_on
from leaderboard.report.words.rejections import (
    identical_notes,
    missing_notes,
    repair_notes,
    warning_notes,
)
from leaderboard.report.words.remarks import by_importance, sentences
from leaderboard.report.words.remarks import other_notes as notes_of_others
from leaderboard.report.words.unranked import made_from_key, outside
from leaderboard.tasks.baselines import EQUAL_WORDS
from leaderboard.tasks.scored_task import SUBMITTED_TWICE, name_in
from leaderboard.text import counted

if TYPE_CHECKING:
    from leaderboard.submissions import Rejection
    from leaderboard.tasks.task import Fate
    from leaderboard.verbs.rank import RankResult

# Repeats have one note a system, which counts them as repairs.
_REPAIRS = {COUNTED_ONCE, KEPT_IN_FIRST, COUNTED_BY_VALIDATE}
MOST_WARNINGS = 50
_IN_LEGEND = "baseline_only"
# What is told of systems, not of their tests.
_OF_SYSTEMS = (
    *("runs", "left_out_run", "strict_order", "single_outputs", "missing_datasets", "mentions_of_key"),
    *("copies", "near_copies", "in_memory", "no_links_between"),
    *("no_prices_across", "no_prices_by", "sets_ignored"),
)


def caption(result: RankResult) -> str:
    return captions.caption(result.options.primary, where(result))


def where(result: RankResult) -> str:
    """Return the track and the phase of a ranking, where there are any."""
    return captions.where(result.track.label if result.track else None, result.phase)


def title(result: RankResult) -> str:
    """Return what was ranked, on what, and by what."""
    options, sheet = result.options, result.sheet
    datasets = len(result.of("dataset"))
    documents = counted(sheet.documents, "document") if options.unit in ("document", "part") else ""
    lower = "lower is better" if scale_of(options.primary).lower else ""
    units = "" if options.unit == "document" else tested_on(result.families[options.primary])
    setting = next(iter(options.settings or ()), None)
    places = (("setting", setting), ("track", result.track and result.track.label), ("phase", result.phase))
    parts = (
        counted(len(result.primary.standings), "system"),
        documents,
        units,
        f"mean of {datasets} datasets" if datasets > 1 and options.averaged == "dataset" else "",
        score_of(options.primary),
        lower,
        *(f"{kind} {name}" for kind, name in places if name),
    )
    return f"{result.title + ': ' if result.title else ''}{', '.join(filter(None, parts))}"


def legend(result: RankResult) -> tuple[str, ...]:
    """Return how ranks and letters are read, and how differences were tested."""
    family = result.families[result.options.primary]
    return captions.legend(result.options, family, len(result.of("dataset")), result.sheet.documents)


def reading(result: RankResult) -> tuple[str, ...]:
    """Notes on reading the ranking, with ranges of letters if there are any."""
    letters = [standing.letters for standing in result.primary.standings]
    ranges = any(shortened(text) != text for text in letters)
    means, unranked = [captions.OVER_RUNS] * bool(result.sheet.runs), [UNRANKED] * bool(result.partial)
    baselines = [made_from_key(EQUAL_WORDS in result.baselines)] * bool(result.baselines)
    beside = (*on_contrastive(result), *baselines)
    return (*legend(result), *means, *beside, *unranked, *([EXPLAINED] * ranges))


def on_contrastive(result: RankResult) -> tuple[str, ...]:
    """Return the note on contrastive entries, if there are any."""
    beside, primary = result.contrast, result.options.primary
    if beside is None:
        return ()
    return (outside([one.system for one in beside.standings[primary]], beside.families[primary]),)


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


def on_tests(result: RankResult) -> tuple[str, ...]:
    """Return what limits the tests, how stable the ranks are, and how many documents would decide."""
    found = (one for one in result.remarks if one.kind not in (*_OF_SYSTEMS, _IN_LEGEND))
    family = result.families[result.options.primary]
    stable = captions.stability(result.primary.tau, family)
    return (*sentences(by_importance(found)), *stable, *needed_notes(family, result.documents_needed))


def on_systems(result: RankResult) -> tuple[str, ...]:
    """Return the notes on missing, identical and repaired output; those tested as one are named once."""
    together = result.families[result.options.primary].copies
    return (
        *missing_notes(result.missing, None if result.across else len(result.sheet.parts)),
        *sentences(by_importance(one for one in result.remarks if one.kind in _OF_SYSTEMS)),
        *identical_notes(result.identical, together),
        *repair_notes(result.key_repairs, result.repairs),
    )


def cautions(result: RankResult) -> tuple[str, ...]:
    """The first warning of each kind about each file, and how many are in the record alone.

    Warnings of one kind have one remedy. Identical systems are among the notes on systems.
    """
    lasting = first_systems(lasting_warnings(result))
    found = [named(result, one) for one in lasting if one.remedy != SUBMITTED_TWICE]
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


class Notes(NamedTuple):
    """Notes under one heading."""

    title: str
    notes: tuple[str, ...]


def note_groups(result: RankResult) -> list[Notes]:
    """All notes: how it was tested with the signature last, on the systems, and on the other metrics."""
    signature = f"Signature: {result.signature}"
    groups = (
        Notes("How it was tested", (*reading(result), *on_tests(result), signature)),
        Notes("Identical systems and warnings", (*on_systems(result), *cautions(result))),
        Notes("Other metrics", other_notes(result)),
    )
    return [group for group in groups if group.notes]

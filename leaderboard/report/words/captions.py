"""What a reader of a ranking is told beside its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leaderboard.errors import Problem
from leaderboard.report.words.methods import mean_note, methods
from leaderboard.report.words.rejections import (
    identical_notes,
    missing_notes,
    rejection_notes,
    repair_notes,
)
from leaderboard.scoresheet import PartName
from leaderboard.submissions import Rejection
from leaderboard.tasks.input_files import name_in
from leaderboard.tasks.notes import merged
from leaderboard.verbs.rank import RankResult

_RULES = {
    "beaten": "A rank is 1 + the number of systems that are significantly better",
    "leader": "A new rank begins at the first system significantly worse than the first of the rank above",
    "clusters": "A new rank begins only where all systems above are significantly better than all below",
    "letters": "A rank is that of the best system from which a system does not differ significantly",
}


def label(result: RankResult, metric: str) -> str:
    """A metric's name for people."""
    return next(one.label for one in result.metrics if one.name == metric)


def caption(result: RankResult) -> str:
    return f"Ranking by {label(result, result.settings.primary)}{where(result)}, F1 in per cent"


def where(result: RankResult) -> str:
    """Which track and which phase a ranking is of, where there are any."""
    track = f"the track {result.track.label}" if result.track else ""
    phase = f"the phase {result.phase}" if result.phase else ""
    return f" in {' of '.join(filter(None, (track, phase)))}" if track or phase else ""


def heading(result: RankResult) -> str:
    """The title of the shared task where it has one."""
    return result.title or caption(result)


def legend(result: RankResult) -> tuple[str, ...]:
    """How ranks and letters are to be read, and how differences were tested."""
    baseline = result.settings.against
    more = (
        "; systems that share a letter do not differ significantly"
        if baseline is None
        else f"; only pairs with {baseline} were compared, and all others count as ties"
    )
    family = result.families[result.settings.primary]
    return (
        f"{_RULES[result.settings.ties]}{more}.",
        *mean_note(len(result.of("dataset"))),
        methods(result.settings, [family], result.sheet.documents),
    )


def stability(result: RankResult) -> tuple[str, ...]:
    """How well the order holds over bootstrap draws."""
    tau = result.primary.tau
    return (
        ()
        if tau is None
        else (f"Stability: over bootstrap draws, Kendall's tau to this order is {tau:.2f}.",)
    )


def rejected(result: RankResult) -> tuple[Rejection, ...]:
    """Those that could not be scored, their files named from the folder of the submissions."""
    return tuple(replace(one, problem=_named(result, one.problem)) for one in result.rejected)


def warnings(result: RankResult) -> Iterator[Problem]:
    """Return the warnings that do not depend on earlier runs, their files named as those of rejections."""
    about_sums = set(result.about_sums)
    return (_named(result, one) for one in result.warnings if one not in about_sums)


def _named(result: RankResult, problem: Problem) -> Problem:
    return replace(problem, file=name_in(result.submissions, problem.file))


def rejections(result: RankResult) -> tuple[str, ...]:
    return rejection_notes(rejected(result))


def other_notes(result: RankResult) -> tuple[str, ...]:
    """What stands out by the other metrics; what has no label holds for all, the primary one included."""
    return merged(
        {
            label(result, name): (*result.rankings[name].notes, *family.notes)
            for name, family in result.families.items()
        },
        but=label(result, result.settings.primary),
    )


def left_out_notes(result: RankResult) -> tuple[str, ...]:
    """Whether the order hangs on any single document, if that was asked."""
    if not result.left_out:
        return ()
    turned = [left for left in result.left_out if left.flips]
    unit = result.settings.unit
    if not turned:
        return (f"No single {unit}, left out, changes the order of any two systems.",)
    return (
        f"Left out alone, {len(turned)} of {len(result.left_out)} {unit}s change the order of some pair.",
    )


def unit_text(unit: PartName) -> str:
    """A document's name, with its dataset before and its part behind where it has them."""
    dataset = f"{unit.dataset}: " if unit.dataset else ""
    return f"{dataset}{unit.document}" + (f" ({unit.number})" if unit.number else "")


def observations(result: RankResult) -> tuple[str, ...]:
    """What stands out, what is missing, and what was repaired."""
    return (
        *stability(result),
        *result.notes,
        *identical_notes(result.identical),
        *missing_notes(result.missing, len(result.sheet.parts)),
        *repair_notes(result.key_repairs, result.repairs),
    )


def remarks(result: RankResult) -> tuple[str, ...]:
    """The signature last."""
    return (*observations(result), f"Signature: {result.signature}")

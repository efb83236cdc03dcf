"""What a reader of a ranking is told beside its numbers."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.report.methods import methods
from leaderboard.report.rejections import rejection_notes
from leaderboard.submissions import Rejection
from leaderboard.verbs.inputs import name_in
from leaderboard.verbs.rank import RankResult

_RULES = {
    "beaten": "A rank is 1 + the number of systems that are significantly better",
    "leader": "A new rank begins at the first system significantly worse than the first of the rank above",
    "clusters": "A new rank begins only where all systems above are significantly better than all below",
    "letters": "A rank is that of the best system that shares a letter",
}


def label(result: RankResult, metric: str) -> str:
    """A metric's name for people."""
    return next(one.label for one in result.metrics if one.name == metric)


def caption(result: RankResult) -> str:
    return f"Ranking by {label(result, result.settings.primary)}, F1 in per cent"


def heading(result: RankResult) -> str:
    """The title of the shared task where it has one."""
    return result.title or caption(result)


def legend(result: RankResult) -> tuple[str, ...]:
    """How ranks, letters, bold values and rules are to be read, and how differences were tested."""
    family = result.families[result.settings.primary]
    return (
        f"{_RULES[result.settings.ties]}; systems that share a letter do not differ significantly; "
        "rules part the ranks; a value is bold where no system is significantly better by that metric.",
        methods(result.settings, [family]),
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
    return tuple(
        replace(one, problem=replace(one.problem, file=name_in(result.submissions, one.problem.file)))
        for one in result.rejected
    )


def rejections(result: RankResult) -> tuple[str, ...]:
    return rejection_notes(rejected(result))


def remarks(result: RankResult) -> tuple[str, ...]:
    """The signature last."""
    return (
        *stability(result),
        *result.notes,
        f"Signature: {result.signature}",
    )

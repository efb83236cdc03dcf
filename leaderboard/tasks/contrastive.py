"""Contrastive entries: systems that are tested against those of a ranking, and change nothing in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from leaderboard.errors import UsageError
from leaderboard.metrics import ByMetric
from leaderboard.options.shared_task import Track
from leaderboard.ranking.standings import Unranked, unranked
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Family, as_reported
from leaderboard.tasks.account import with_account
from leaderboard.tasks.task import Score, Task, scores_of, task_of_systems
from leaderboard.text import suggestion
from leaderboard.threads import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """The contrastive systems of a ranking: their task, scores, comparisons with ranked systems, and lines.

    By each metric, ``families`` are the comparisons of each, and ``standings`` come best first.
    """

    task: Task
    scores: Mapping[str, Mapping[str, Score]]
    families: Mapping[str, tuple[Family, ...]]
    standings: Mapping[str, tuple[Unranked, ...]]


def contrastive_systems(task: Task, entries: Sequence[str]) -> tuple[str, ...]:
    """The systems that names or patterns mean; each has to mean some, and one system has to be left."""
    systems = (*task.sheet.systems, *task.partial.systems)
    named = Track("", tuple(entries))
    if unmet := named.unmet(systems):
        what = f"--contrastive has {unmet[0]!r}, but no system has this name"
        raise UsageError(f"{what}; {suggestion(unmet[0], systems)}")
    found = named.of(task.sheet.systems)
    if len(found) == len(task.sheet.systems):
        raise UsageError("--contrastive names all systems, so none is left to rank; name fewer")
    return found


def without_contrastive(task: Task, names: Collection[str]) -> Task:
    """The task as if the contrastive systems had not been submitted."""
    systems = (*task.sheet.systems, *task.partial.systems)
    return with_account(task_of_systems(task, [name for name in systems if name not in names]))


def with_contrastive_fates(task: Task, whole: Task, names: Collection[str]) -> Task:
    """The task with what became of contrastive entries too."""
    fates = [
        replace(fate, verdict="contrastive") if fate.verdict == "ranked" else fate
        for fate in whole.fates
        if fate.system in names and fate.verdict != "rejected"
    ]
    every = sorted((*task.fates, *fates), key=lambda fate: (fate.entry, fate.name))
    return replace(task, fates=tuple(every))


def contrast(
    whole: Task, names: Sequence[str], ranked: Sequence[str], track: Track | None, how: Design, work: Work
) -> Contrast | None:
    """The contrastive systems, or those of a track, against the ``ranked`` ones; None where there are none.

    Each is the baseline of a family of its own, so it does not matter how many there are.
    """
    shown = tuple(names) if track is None else track.of(names)
    if not shown:
        return None
    alone = with_account(task_of_systems(whole, shown))
    primary = [name for name in whole.sheet.systems if name not in names]
    tests: list[tuple[Family, ...]] = []
    reported: list[tuple[Family, ...]] = []
    for number, name in enumerate(shown):
        part = work.part(number / len(shown), (number + 1) / len(shown))
        units = whole.sheet.of((*primary, name)).units(whole.options.unit)
        found = families(units, replace(how, against=name, contrastive=True), part)
        tests.append(tuple(within(family, (*ranked, name)) for family in found))
        reported.append(as_reported(tests[-1], whole.sheet.of((*ranked, name))))
    return Contrast(
        task=alone,
        scores=scores_of(alone.sheet),
        families=ByMetric({every[0].metric: every for every in zip(*reported, strict=True)}),
        standings=ByMetric({every[0].metric: _best_first(every) for every in zip(*tests, strict=True)}),
    )


def _best_first(tests: Iterable[Family]) -> tuple[Unranked, ...]:
    every = [(-family.scale.sign * line.score, line) for family in tests for line in [unranked(family)]]
    return tuple(line for _, line in sorted(every, key=lambda one: (one[0], one[1].system)))

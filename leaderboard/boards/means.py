"""A board for each mean over some of the datasets: what a ranking of these datasets alone would be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from leaderboard.boards.board import Board, Ranked, boards_tested
from leaderboard.errors import UsageError
from leaderboard.options.settings_file import ConfigurationFile
from leaderboard.options.tracks import Mean
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance.family import as_reported
from leaderboard.tasks.task import Task, scores_of


def means_of(
    content: ConfigurationFile, datasets: Mapping[str, str], known: Collection[str]
) -> tuple[Mean, ...]:
    """Return the means whose datasets all count; refuse any that is none on a key of the ``known`` datasets.

    ``datasets`` has the label of each that counts.
    """
    for mean in content.means:
        if wrong := _fault(mean, datasets, [*datasets, *known]):
            raise UsageError(f"{content.file}:{mean.line}: the mean {mean.label!r} {wrong}")
    return tuple(mean for mean in content.means if {*mean.datasets} <= {*datasets})


def _fault(mean: Mean, datasets: Mapping[str, str], known: Collection[str]) -> str:
    if not mean.datasets:
        return "has no datasets; name at least one"
    if mean.label in (*known, *datasets.values()):
        return "is called like a dataset; rename it"
    if unknown := [name for name in mean.datasets if name not in known]:
        if "" in known:
            return f"has {unknown[0]!r}, but the key is a single file; remove the mean"
        return f"has {unknown[0]!r}, which is not in the key; choose among {', '.join(dict.fromkeys(known))}"
    return ""


def mean_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each mean, in the order of the settings file."""
    # All other boards are tested before.
    for number, mean in enumerate(ranked.means, start=boards_tested(ranked.task, ())):
        sheet = _sheet(ranked.task, mean.datasets)
        if not sheet.systems:
            continue
        family = ranked.family(sheet.units(ranked.options.unit), number)
        [reported] = as_reported([family], sheet)
        yield Board(
            kind="mean",
            name=mean.label,
            label=mean.label,
            scores=scores_of(sheet),
            family=reported,
            ranking=ranked.ranking(family),
            signature=ranked.signature.and_of({"datasets": ",".join(sorted(mean.datasets))}),
            datasets=mean.datasets,
            documents=sheet.documents,
            lacking=frozenset(
                system for system, names in ranked.task.lacking.items() if {*names} & {*mean.datasets}
            ),
        )


def _sheet(task: Task, datasets: Collection[str]) -> Scoresheet:
    """The systems that would be ranked on these datasets alone.

    Nobody is ranked without any of them. A system that is excluded for others has a rank here, but a run that
    was left out for others stays left out.
    """
    wanted, left_out = {*datasets}, {run for runs in task.dropped_runs.values() for run in runs}
    ranked = [name for name in task.sheet.systems if not wanted <= {*task.lacking.get(name, ())}]
    complete = [
        name for name in task.partial.systems if name not in left_out and not wanted & {*task.lacking[name]}
    ]
    sheet = task.sheet.on(datasets).of(ranked)
    if not complete:
        return sheet
    entries = list(task.entities)
    order = sorted((*ranked, *complete), key=lambda name: entries.index(task.entries(name)[0]))
    return sheet.and_of(task.partial.on(datasets).of(complete), order)

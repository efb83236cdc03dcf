"""A board for each mean over some of the datasets: what a ranking of these datasets alone would be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from leaderboard.boards.board import Board, Ranked, boards_tested
from leaderboard.errors import UsageError
from leaderboard.options.settings_file import ConfigurationFile
from leaderboard.options.shared_task import Mean
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance.family import as_reported
from leaderboard.tasks.several_runs import grouped
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
        sheet, lacking = _sheet(ranked.task, mean.datasets)
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
            lacking=lacking,
        )


def _sheet(task: Task, datasets: Collection[str]) -> tuple[Scoresheet, frozenset[str]]:
    """The systems that would be ranked on these datasets alone, and those of them that lack some.

    Nobody is ranked without any of them. A system that is excluded for others has a rank here, and a run that
    is left out for others counts.
    """
    entries, wanted = task.single or task, {*datasets}
    lacking = {name: wanted & {*entries.lacking.get(name, ())} for name in entries.responses}
    ranked = [name for name in entries.sheet.systems if lacking[name] != wanted]
    complete = [name for name in entries.partial.systems if not lacking[name]]
    sheet = entries.sheet.on(datasets).of(ranked)
    if complete:
        sheet = sheet.and_of(entries.partial.on(datasets).of(complete), [*entries.responses])
    system_of = {run: system for system, runs in _all_runs(task).items() for run in runs}
    runs: dict[str, list[str]] = {}
    for name in sheet.systems:
        runs.setdefault(system_of.get(name, name), []).append(name)
    known = {*task.sheet.systems, *task.partial.systems}
    counting = [
        run
        for system, of_system in runs.items()
        if system in known
        for run in ([run for run in of_system if not lacking[run]] or of_system)
    ]
    lacking_systems = frozenset(system_of.get(name, name) for name in counting if lacking[name])
    return grouped(sheet.of(counting), system_of), lacking_systems


def _all_runs(task: Task) -> dict[str, tuple[str, ...]]:
    """The runs of each system that has several, also those that are left out of the whole."""
    systems = (*task.runs, *task.dropped_runs)
    return {name: (*task.runs.get(name, ()), *task.dropped_runs.get(name, ())) for name in systems}

"""Systems that are several runs or attempts: the task in which they are one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from leaderboard.error_analysis import mean_profile
from leaderboard.errors import Problem
from leaderboard.options.configuration import Configuration
from leaderboard.options.shared_task import Attempts
from leaderboard.scoresheet import Scoresheet, several_runs
from leaderboard.submissions import Rejection, Submission
from leaderboard.submissions.run_names import Grouping, grouped_entries
from leaderboard.system_names import download
from leaderboard.tasks.account import with_account
from leaderboard.tasks.task import Task, task_of_systems, with_fates
from leaderboard.text import counted

if TYPE_CHECKING:
    pass


def attempts_of(
    attempts: Attempts,
    submissions: Mapping[str, Submission],
    runs: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Mapping[str, int]:
    """The stated number of each system, or how often its participants have submitted to the folder."""
    if not attempts.counted:
        return attempts.stated
    counts = {name: _downloads_of(name, submission.path) for name, submission in submissions.items()}
    return counts | {system: sum(counts[entry] for entry in entries) for system, entries in runs.items()}


def _downloads_of(participant: str, path: Path) -> int:
    """The number of downloads of a participant beside one of them; 1 where it is no download."""
    beside = path.parent.iterdir() if _is_of(participant, path) and path.exists() else ()
    return max(1, sum(_is_of(participant, other) for other in beside))


def _is_of(participant: str, path: Path) -> bool:
    found = download(path.name)
    return found is not None and found.participant == participant


def by_system(task: Task, configuration: Configuration) -> Task:
    """The task of single entries as one of systems, by the options and the settings file."""
    places = {one.system: one.path or Path(one.problem.file) for one in task.rejected}
    places |= {name: one.path for name, one in task.submissions.items()}
    grouping = grouping_of(places, configuration)
    task = with_runs(replace(task, warnings=(*task.warnings, *grouping.warnings)), grouping.systems)
    if not task.options.separate_runs:
        task = _with_enough_runs(task, task.options.min_runs)
    task = with_fates(task, grouping.systems)
    return with_account(_signed(task) if task.sheet.runs or task.partial.runs else task)


def grouping_of(places: Mapping[str, Path], configuration: Configuration) -> Grouping:
    """The entries that are runs of one system; none where runs are to be separate."""
    if configuration.options.separate_runs:
        return Grouping({})
    return grouped_entries(places, configuration.content.runs, configuration.file)


def _with_enough_runs(task: Task, least: int) -> Task:
    """The task without the systems that have fewer runs than the ``least`` number, which are rejected."""
    systems = (*task.sheet.systems, *task.partial.systems)
    few = [name for name in systems if len(task.entries(name)) < least]
    if not few:
        return task
    rejected = [one for system in few for one in _too_few_runs(task, system, least)]
    kept = task_of_systems(task, [system for system in systems if system not in few])
    return replace(kept, rejected=tuple(sorted((*task.rejected, *rejected), key=lambda name: name.system)))


def _too_few_runs(task: Task, system: str, least: int) -> Iterator[Rejection]:
    """A rejection of each run of a system that is not rejected for itself."""
    runs, dropped = task.entries(system), task.dropped_runs.get(system, ())
    number = f"{len(runs)} of {len(runs) + len(dropped)} runs" if dropped else counted(len(runs), "run")
    what = f"only {number} of {system} could be scored, but --min-runs is {least}"
    for entry in (*runs, *(run for run in dropped if run in task.responses and task.responses[run].lacking)):
        path = task.submissions[entry].path
        yield Rejection(system, Problem(str(path), 0, what, "submit more runs"), 1, path)


def _signed(task: Task) -> Task:
    """The task whose signature says that systems are means over runs."""
    fields = {"runs": "average", "min-runs": task.options.min_runs}
    return replace(
        task, signature=task.signature.and_of(fields), others=tuple(_signed(other) for other in task.others)
    )


def with_runs(task: Task, runs: Mapping[str, tuple[str, ...]]) -> Task:
    """A task of systems, each the mean of its ``runs``, given that of single entries.

    A system keeps the runs that were scored; where a single one is left, it is still the system. A run that
    lacks datasets is left out beside complete ones.
    """
    scored = {system: _scored(task, entries) for system, entries in runs.items()}
    dropped = {
        system: tuple(entry for entry in entries if entry not in scored[system])
        for system, entries in runs.items()
    }
    kept = {system: entries for system, entries in scored.items() if entries}
    system_of = {entry: system for system, entries in kept.items() for entry in entries}
    sheet, partial = grouped(task.sheet, system_of), grouped(task.partial, system_of)
    lacking: dict[str, tuple[str, ...]] = {}
    for entry, datasets in task.lacking.items():
        system = system_of.get(entry, entry)
        lacking[system] = tuple(dict.fromkeys((*lacking.get(system, ()), *datasets)))
    of_systems = replace(
        task,
        sheet=sheet,
        strict=task.strict and grouped(task.strict, system_of),
        partial=partial,
        lacking=lacking,
        errors={
            system: mean_profile([task.errors[entry] for entry in kept.get(system, (system,))])
            for system in dict.fromkeys(system_of.get(entry, entry) for entry in task.errors)
        },
        runs=kept,
        dropped_runs={system: entries for system, entries in dropped.items() if entries},
        single=task if runs else None,
        others=tuple(with_runs(other, runs) for other in task.others),
        slices=tuple(one.with_sheet(grouped(one.sheet, system_of), kept) for one in task.slices),
    )
    left_out = {entry for entries in dropped.values() for entry in entries}
    systems = [name for name in (*sheet.systems, *partial.systems) if name not in left_out]
    return task_of_systems(of_systems, systems) if left_out else of_systems


def _scored(task: Task, runs: tuple[str, ...]) -> tuple[str, ...]:
    """The runs that were scored, without incomplete ones where others are complete."""
    scored = tuple(entry for entry in runs if entry in task.responses)
    return tuple(entry for entry in scored if entry not in task.lacking) or scored


def grouped(sheet: Scoresheet, system_of: Mapping[str, str]) -> Scoresheet:
    """The scoresheet with the rows of each system together, in order of its first one."""
    rows: dict[str, list[int]] = {}
    for row, entry in enumerate(sheet.systems):
        rows.setdefault(system_of.get(entry, entry), []).append(row)
    order = [row for of_system in rows.values() for row in of_system]
    return replace(
        sheet,
        systems=tuple(rows),
        sums={name: sums[order] for name, sums in sheet.sums.items()},
        runs=several_runs(map(len, rows.values())),
    )

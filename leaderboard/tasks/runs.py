"""Several runs of a system: the task in which they are one, their scores, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from leaderboard.error_analysis import mean_profile
from leaderboard.errors import Problem
from leaderboard.options.configuration import Configuration
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Scoresheet, several_runs
from leaderboard.submissions import Rejection
from leaderboard.submissions.run_names import Grouping, grouped_entries, run_label
from leaderboard.tasks.cross_document import cross_document
from leaderboard.tasks.dataset_scores import lacking_remarks
from leaderboard.tasks.fates import left_out_remarks, with_fates
from leaderboard.tasks.repairs import repairs_of
from leaderboard.tasks.task import Account, Score, Task, pick, task_of_systems
from leaderboard.text import counted

if TYPE_CHECKING:
    from leaderboard.significance.runs import Spread


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a system: the name of its entry, and its scores by each metric."""

    run: str
    scores: Mapping[str, Score]


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


def with_account(task: Task) -> Task:
    """The task with what is told of its systems, computed once."""
    runs = runs_of(task)
    versions = (response.versions for response in task.responses.values() if response.versions)
    heads = {heads for one in versions for heads in one.heads}
    account = Account(
        runs=runs,
        spread=spreads_of(runs),
        repairs=repairs_of(task),
        cross_document=cross_document(task),
        span_heads="+".join(sorted(heads)),
        lacking_remarks=lacking_remarks(task),
        run_remarks=run_remarks(task),
    )
    return replace(task, account=account)


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


def runs_of(task: Task) -> dict[str, tuple[Run, ...]]:
    """The scores of each run of the systems that have several."""
    several = [system for system in task.sheet.systems if system in task.runs]
    return {
        system: tuple(Run(entry, scores) for entry, scores in zip(task.runs[system], rows, strict=True))
        for system, rows in _by_system(task.sheet.of(several)).items()
    }


def _by_system(sheet: Scoresheet) -> dict[str, list[dict[str, Score]]]:
    columns = {metric.name: sheet.run_scores(metric) for metric in sheet.metrics if sheet.systems}
    counts = sheet.runs or (1,) * len(sheet.systems)
    rows = iter(range(sum(counts)))
    return {
        system: [{name: pick(column, row) for name, column in columns.items()} for row in islice(rows, count)]
        for system, count in zip(sheet.systems, counts, strict=True)
    }


def spreads_of(runs: Mapping[str, tuple[Run, ...]]) -> dict[str, dict[str, Spread]]:
    """The spread of the F1 of each system with several runs, by each metric."""
    if not runs:
        return {}
    from leaderboard.significance.runs import Spread

    return {
        system: {name: Spread.among([run.scores[name].f1 for run in several]) for name in several[0].scores}
        for system, several in runs.items()
    }


def run_remarks(task: Task) -> tuple[Remark, ...]:
    """Remarks on systems that are means over the same runs, or lost the same ones, and on runs left out."""
    systems: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for system, runs in task.runs.items():
        scored, dropped = (
            tuple(run_label(system, entry) for entry in entries)
            for entries in (runs, task.dropped_runs.get(system, ()))
        )
        systems.setdefault((scored, dropped), []).append(system)
    of_systems = (
        remark("runs", systems=tuple(same), runs=runs, rejected=dropped)
        for (runs, dropped), same in systems.items()
    )
    return (*of_systems, *left_out_remarks(task.fates))

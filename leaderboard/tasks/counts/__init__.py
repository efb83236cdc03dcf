"""The task of a table of counts: its rows become the sums of systems on items, whatever they count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np

from leaderboard.errors import Problem, UsageError, check_known
from leaderboard.formats.counts import Source, frame_source, open_sources
from leaderboard.options import Options
from leaderboard.options.configuration import Configuration
from leaderboard.options.values import labels
from leaderboard.remark import remark
from leaderboard.scoring.key import Signature
from leaderboard.scoring.scored import Scored
from leaderboard.submissions import Rejection, Submission, TooFew
from leaderboard.submissions import submission as submitted
from leaderboard.tasks.account import with_account, with_enough_runs, with_runs
from leaderboard.tasks.counts.faults import complete, faults_of, lacking_items
from leaderboard.tasks.counts.grid import Grid, grid_of
from leaderboard.tasks.counts.sheet import sheet_of
from leaderboard.tasks.counts.typed import ReadCounts, read_counts, renamed
from leaderboard.tasks.task import Fate, TableFacts, Task, Verdict
from leaderboard.version import VERSION


def task_of_counts(
    source: object, configuration: Configuration, fewest: int = 2
) -> tuple[Task, Configuration]:
    """The task of a table with at least so many systems, and the options that the table settles."""
    sources, facts = _opened(source, configuration.options)
    task = _task(read_counts(sources, configuration, every=False), facts, fewest)
    files = {one.file: submitted.Source(Path(one.file)) for one in sources if facts.is_file}
    task = replace(task, key_files=Submission("", Path(facts.name), files))
    return task, replace(configuration, options=task.options)


def problems_of_counts(source: object, configuration: Configuration) -> dict[str, list[Problem]]:
    """Everything that is wrong with each entry of a table."""
    sources, facts = _opened(source, configuration.options)
    rows, metrics, own, *_ = read_counts(sources, configuration, every=True)
    grid, entry, item = grid_of(rows, bool(own))
    faults = faults_of(rows, grid, entry, item, metrics.values())
    lacking = lacking_items(grid, grid.lacking, facts.name)
    return {
        name: [*faults.get(at, []), *(one for of, one in lacking.items() if of == name)]
        for at, name in enumerate(grid.names)
    }


def _opened(source: object, options: Options) -> tuple[list[Source], TableFacts]:
    rename = renamed(options.rename)
    if isinstance(source, str | Path):
        return open_sources(Path(source), rename), TableFacts(str(source), is_file=True)
    [frame] = frame_source(source, rename)
    return [frame], TableFacts(frame.file, is_file=False)


def _task(table: ReadCounts, facts: TableFacts, fewest: int) -> Task:
    """The task of the rows of a table."""
    rows, metrics, own, options, by = table
    whole, entry, item = grid_of(rows, bool(own))
    faults = faults_of(rows, whole, entry, item, metrics.values())
    rejected = [Rejection(whole.names[of], problems[0], len(problems)) for of, problems in faults.items()]
    if len(rejected) == len(whole.entries):
        raise TooFew(rejected)
    grid, lacking, lack, notes = complete(_chosen(whole, options, faults), options, facts.name, fewest)
    is_excluded = options.missing_dataset == "exclude"
    out = [name for name in grid.names if is_excluded and name in lacking]
    sheet = sheet_of(grid, metrics, own.values(), options, np.isin(grid.names, out))
    options = replace(options, primary=next(one.name for one in sheet.metrics if one.name == options.primary))
    if options.unit == "item" and any(cluster != name for _, cluster, name in grid.items):
        notes.append(remark("items_of_clusters"))
    ranked = sheet.of([name for name in grid.names if name not in out])
    within = grid.within
    labelled = labels(options.datasets or ()) or {name: name for name in within}
    datasets = {name: label for name, label in labelled.items() if name in within}
    signature = _signature(whole, options, datasets)
    task = Task(
        options=options,
        key="",
        signature=signature,
        sheet=ranked,
        partial=sheet.of(out),
        datasets=datasets,
        lacking=lacking,
        submissions={},
        responses={name: Scored(lacking=lacking.get(name, ())) for name in grid.names},
        key_files=Submission("", Path(facts.name), {}),
        rejected=tuple(sorted((*rejected, *lack), key=lambda one: one.system)),
        table=replace(facts, items=len(grid.items), remarks=tuple(notes)),
    )
    if by:
        from leaderboard.tasks.counts.slices import slices_of

        of_each = (slices_of(one, rows, grid, ranked, signature, options) for one in by)
        task = replace(task, slices=tuple(chain.from_iterable(of_each)))
    runs: dict[str, tuple[str, ...]] = {}
    for name, (system, run) in zip(whole.names, whole.entries, strict=True):
        if run and not options.separate_runs:
            runs[system] = (*runs.get(system, ()), name)
    task = with_runs(task, runs)
    task = with_enough_runs(task, 1 if options.separate_runs else options.min_runs)
    fates = sorted(_fates(task, whole, runs), key=lambda one: one.name)
    return with_account(replace(task, fates=tuple(fates)))


def _chosen(grid: Grid, options: Options, faulty: Iterable[int]) -> Grid:
    """The grid of the systems and datasets that are asked for, without entries that have faults."""
    known = sorted({system for system, _ in grid.entries})
    systems, datasets = options.systems or known, labels(options.datasets or ()) or grid.within
    check_known("--systems", "system", systems, known)
    if options.datasets and grid.within.keys() == {""}:
        raise UsageError("--datasets needs a column dataset, which this table lacks; leave --datasets out")
    check_known("--datasets", "dataset", datasets, grid.within)
    order = [at for name in systems for at, (own, _) in enumerate(grid.entries) if own == name]
    entries = [at for at in order if at not in faulty]
    there = np.max(grid.at[entries], axis=0, initial=-1) >= 0
    items = [at for at, (dataset, *_) in enumerate(grid.items) if there[at] and dataset in datasets]
    return grid.of(entries, items)


def _fates(task: Task, grid: Grid, runs: Mapping[str, tuple[str, ...]]) -> Iterator[Fate]:
    """What became of each entry."""
    ends: dict[str, Verdict] = dict.fromkeys((one.system for one in task.rejected), "rejected")
    ends |= dict.fromkeys(task.runs_of(task.partial.systems), "excluded")
    ends |= dict.fromkeys(task.runs_of(task.sheet.systems), "ranked")
    for name, (own, run) in zip(grid.names, grid.entries, strict=True):
        if task.options.systems is None or own in task.options.systems:
            system, verdict = own if own in runs else name, ends.get(name, "left out")
            yield Fate(name=name, entry=name, system=system, run=run or None, verdict=verdict)


def _signature(grid: Grid, options: Options, datasets: Mapping[str, str]) -> Signature:
    """Everything that can change a score."""
    return Signature(
        {
            "leaderboard": VERSION,
            "table": grid.digest,
            "metrics": ",".join(options.metric),
            "lower": ",".join(options.lower) if options.lower else None,
            "missing": options.missing,
            "missing-dataset": options.missing_dataset if len(grid.within) > 1 else None,
            "average": None if options.average == "dataset" else options.average,
            "datasets": ",".join(datasets) if options.datasets else None,
            "unit": options.unit,
        }
    )

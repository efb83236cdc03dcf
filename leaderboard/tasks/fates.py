"""What became of each entry: the one fact behind every line, note and record about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from leaderboard.remark import Remark, remark
from leaderboard.submissions import Rejection, Submission
from leaderboard.submissions.runs import run_label
from leaderboard.tasks.task import Fate, Task, Verdict


def with_fates(task: Task, runs: Mapping[str, tuple[str, ...]]) -> Task:
    """The task with the fate of each entry, in order of name; ``runs`` has the entries of each system."""
    system_of = {entry: system for system, entries in runs.items() for entry in entries}
    rejected = {one.path: one for one in task.rejected if one.path}
    opened = {one.path: one for one in task.submissions.values()}
    fates = [
        *(_rejected(one, path, opened.get(path), system_of) for path, one in rejected.items()),
        *(_scored(task, one, system_of) for path, one in opened.items() if path not in rejected),
        *(
            Fate(name=name, entry=path.name, system=name, run=None, verdict="left out")
            for path, name in task.passed_over.items()
        ),
    ]
    return replace(task, fates=tuple(sorted(fates, key=lambda fate: (fate.entry, fate.name))))


def _rejected(
    one: Rejection, path: Path, submission: Submission | None, system_of: Mapping[str, str]
) -> Fate:
    name, entry = (submission.name, submission.entry) if submission else (one.system, path.name)
    system, run = _system_and_run(name, system_of)
    return Fate(
        name=name,
        entry=entry,
        system=system,
        run=run,
        verdict="rejected",
        missing=one.missing,
        faulty=one.faulty,
    )


def _scored(task: Task, submission: Submission, system_of: Mapping[str, str]) -> Fate:
    name, faults = submission.name, task.faults.get(submission.name, {})
    system, run = _system_and_run(name, system_of)
    verdict: Verdict = "ranked" if system in task.sheet.systems else "excluded"
    return Fate(
        name=name,
        entry=submission.entry,
        system=system,
        run=run,
        verdict=verdict if name in task.entries(system) else "left out",
        missing=tuple(dataset for dataset in task.lacking_runs.get(name, ()) if dataset not in faults),
        faulty=tuple(faults),
        faults=tuple(faults.values()),
    )


def _system_and_run(name: str, system_of: Mapping[str, str]) -> tuple[str, str | None]:
    system = system_of.get(name)
    return (name, None) if system is None else (system, run_label(system, name))


def left_out_remarks(fates: Sequence[Fate]) -> Iterator[Remark]:
    """A remark on each run that its system is ranked without."""
    every = Counter(fate.system for fate in fates if fate.run is not None)
    left = Counter(fate.system for fate in fates if fate.run is not None and fate.counts)
    for fate in fates:
        if fate.left_out and fate.run is not None:
            system, of_datasets = fate.system, {"missing": fate.missing, "faulty": fate.faulty}
            counts = {"runs": left[system], "every": every[system]}
            yield remark("left_out_run", run=fate.name, system=system, **of_datasets, **counts)

"""What became of each entry: the one fact behind every line, note and record about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from leaderboard.remark import Remark, remark
from leaderboard.submissions import Rejection, Submission
from leaderboard.submissions.run_names import run_label
from leaderboard.tasks.task import Fate, Task


def with_fates(task: Task, runs: Mapping[str, tuple[str, ...]]) -> Task:
    """The task with the fate of each entry, in order of name; ``runs`` has the entries of each system."""
    system_of = {entry: system for system, entries in runs.items() for entry in entries}
    rejected = {one.path: one for one in task.rejected if one.path}
    opened = {one.path: one for one in task.submissions.values()}
    fates = [
        *(Fate(name=name, entry=path.name, system=name) for path, name in task.passed_over.items()),
        *(_rejected(one, opened.get(path), path.name) for path, one in rejected.items()),
        *(_scored(task, one, system_of) for path, one in opened.items() if path not in rejected),
    ]
    of_runs = (_of_run(fate, system_of.get(fate.name)) for fate in fates)
    return replace(task, fates=tuple(sorted(of_runs, key=lambda fate: (fate.entry, fate.name))))


def _rejected(one: Rejection, submission: Submission | None, entry: str) -> Fate:
    name, entry = (submission.name, submission.entry) if submission else (one.system, entry)
    missing, faulty = one.missing, one.faulty
    return Fate(name=name, entry=entry, system=name, verdict="rejected", missing=missing, faulty=faulty)


def _scored(task: Task, one: Submission, system_of: Mapping[str, str]) -> Fate:
    response, system = task.responses[one.name], system_of.get(one.name, one.name)
    fate = Fate(
        name=one.name,
        entry=one.entry,
        system=one.name,
        missing=tuple(dataset for dataset in response.lacking if dataset not in response.faults),
        faulty=tuple(response.faults),
        faults=tuple(response.faults.values()),
    )
    if one.name not in task.entries(system):
        return fate
    return replace(fate, verdict="ranked" if system in task.sheet.systems else "excluded")


def _of_run(fate: Fate, system: str | None) -> Fate:
    return fate if system is None else replace(fate, system=system, run=run_label(system, fate.name))


def left_out_remarks(fates: Sequence[Fate]) -> Iterator[Remark]:
    """A remark on each run that its system is ranked without."""
    runs = [fate for fate in fates if fate.run is not None]
    numbers = Counter((fate.system, fate.verdict in ("ranked", "excluded")) for fate in runs)
    for fate in runs:
        if fate.verdict == "left out":
            counting, others = numbers[fate.system, True], numbers[fate.system, False]
            counts = {"runs": counting, "every": counting + others}
            of_run = {"run": fate.name, "missing": fate.missing, "faulty": fate.faulty}
            yield remark("left_out_run", system=fate.system, **of_run, **counts)

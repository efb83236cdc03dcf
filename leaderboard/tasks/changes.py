"""The mentions on which pairs of systems differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from leaderboard.corpus import Ints
from leaderboard.error_analysis import Kind, Turn, behind, resolved, turns
from leaderboard.overlap import overlap
from leaderboard.remark import Remark, remark
from leaderboard.scoring import matching, metric_options, read_key, read_responses
from leaderboard.tasks.task import Task

Pair = tuple[str, str]
Turns = Mapping[Pair, Mapping[Kind, Turn]]


def turns_of(task: Task, pairs: Iterable[Pair]) -> Turns:
    """Of a task that was scored with its errors; profiles alone do not say which mentions they count.

    Those of a pair are empty where a system is a mean over several runs, which has no mentions.
    """
    outputs = {pair: [entry for system in pair for entry in task.entries(system)] for pair in pairs}
    single = dict.fromkeys(entry for entries in outputs.values() if len(entries) == 2 for entry in entries)
    behind_of = {entry: task.responses[entry].behind for entry in single}
    mentions = {**behind_of, **_read(task, [entry for entry, known in behind_of.items() if not known])}
    return {
        pair: turns(mentions[entries[0]], mentions[entries[1]]) if len(entries) == 2 else {}
        for pair, entries in outputs.items()
    }


def turn_remarks(task: Task, pairs: Turns) -> tuple[Remark, ...]:
    """A remark that names two single outputs, where the mentions of some pair are not known."""
    unknown = [pair for pair, changes in pairs.items() if not changes]
    if not unknown:
        return ()
    first, second = (task.entries(system)[0] for system in unknown[0])
    return (remark("single_outputs", first=first, second=second),)


def _read(task: Task, systems: Sequence[str]) -> dict[str, Sequence[Mapping[Kind, Ints]]]:
    """Saved sums know nothing of mentions: the responses that they are of are read again."""
    if not systems:
        return {}
    key = read_key(Path(task.key), task.options)
    how = metric_options(task.options).denotation
    return {
        system: [
            behind(resolved(overlap(matching(response, task.options)), how))
            for response in read_responses(key, task.submissions[system], task.options)
        ]
        for system in systems
    }

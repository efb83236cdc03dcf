"""The mentions on which pairs of systems differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from leaderboard.corpus import Ints
from leaderboard.error_analysis import Kind, Turn, behind, resolved, turns
from leaderboard.overlap import overlap
from leaderboard.scoring import matching, metric_options, read_key, read_responses
from leaderboard.tasks.task import Task

Pair = tuple[str, str]
Turns = Mapping[Pair, Mapping[Kind, Turn]]


def turns_of(task: Task, pairs: Iterable[Pair]) -> Turns:
    """Of a task that was scored with its errors; profiles alone do not say which mentions they count."""
    pairs = list(pairs)
    systems = dict.fromkeys(system for pair in pairs for system in pair)
    found = {**task.behind, **_read(task, [one for one in systems if not task.behind[one]])}
    return {(first, second): turns(found[first], found[second]) for first, second in pairs}


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

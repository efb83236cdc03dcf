"""How pairs of systems differ mention by mention, read again from the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from leaderboard.denotation import Kind, Turn, behind, turns
from leaderboard.overlap import overlap
from leaderboard.scoring import matching, metric_options, read_key, read_responses
from leaderboard.verbs.task import Task

Pair = tuple[str, str]
Turns = Mapping[Pair, Mapping[Kind, Turn]]


def turns_of(task: Task, pairs: Iterable[Pair]) -> Turns:
    """Of a task that was scored with its errors; profiles alone do not say which mentions they count."""
    pairs = list(pairs)
    key = read_key(Path(task.key), task.settings)
    how = metric_options(task.settings).denotation
    named = {
        system: [
            behind(overlap(matching(response, task.settings)), how)
            for response in read_responses(key, task.submissions[system], task.settings)
        ]
        for system in dict.fromkeys(system for pair in pairs for system in pair)
    }
    return {(first, second): turns(named[first], named[second]) for first, second in pairs}

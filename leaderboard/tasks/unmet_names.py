"""Warnings about the names in ``leaderboard.toml`` that are those of no submission."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from leaderboard.errors import Problem
from leaderboard.options.configuration import Configuration
from leaderboard.options.shared_task import Attempts, Cards, StatedRuns, Track
from leaderboard.system_names import name_of
from leaderboard.tasks.task import Task

_UNKNOWN = "but no submission has this name"
_LATER = "correct it, or wait for it"


def unmet_names(
    configuration: Configuration, tracks: Sequence[Track], tasks: Sequence[Task]
) -> Iterator[Problem]:
    """Yield the warnings about tracks, attempts, runs and cards; ``tasks`` are those of all phases."""
    file, content = str(configuration.file), configuration.content
    rejected = [rejection.system for task in tasks for rejection in task.rejected]
    scored = [name for task in tasks for name in (*task.sheet.systems, *task.partial.systems)]
    systems = sorted({*scored, *rejected, *(name for task in tasks for name in task.dropped_runs)})
    entries = sorted({*rejected, *(name for task in tasks for name in task.submissions)})
    system_of = {run: system for task in tasks for system, runs in task.runs.items() for run in runs}
    yield from unmet_in_tracks(file, tracks, systems, tasks[-1].sheet.systems)
    yield from unmet_attempts(file, content.attempts, systems, system_of)
    yield from unmet_runs(file, content.runs, entries)
    yield from unmet_cards(file, content.cards, systems)


def unmet_in_tracks(
    file: str, tracks: Sequence[Track], systems: Sequence[str], ranked: Collection[str]
) -> Iterator[Problem]:
    """Yield entries that are the name of no submission, and tracks in which nothing can be tested."""
    for track in tracks:
        for entry in track.unmet(systems):
            what = f"the track {track.label!r} names {entry!r}, {_UNKNOWN}"
            yield Problem(file, track.line, what, _meant(entry, systems))
        within = track.of(ranked)
        if len(within) < 2:
            has = f"only {within[0]!r}" if within else "no system that can be ranked"
            what = f"the track {track.label!r} has {has}"
            yield Problem(file, track.line, what, "add others to compare them")


def unmet_attempts(
    file: str, attempts: Attempts, systems: Collection[str], system_of: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield names of no system; ``system_of`` has the system of each run."""
    for name in attempts.stated:
        if name not in systems:
            system = system_of.get(name)
            why = f"which is a run of {system}" if system else _UNKNOWN
            remedy = f"state the attempts of {system} instead" if system else _LATER
            yield Problem(file, attempts.lines[name], f"[attempts] names {name!r}, {why}", remedy)


def unmet_runs(file: str, stated: StatedRuns, entries: Sequence[str]) -> Iterator[Problem]:
    """Yield each stated run that is the name of no submission."""
    for system, runs in stated.entries.items():
        for entry in runs:
            if entry not in entries:
                what = f"[runs] names {entry!r} as a run of {system!r}, {_UNKNOWN}"
                yield Problem(file, stated.lines[system], what, _meant(entry, entries))


def unmet_cards(file: str, cards: Cards, systems: Collection[str]) -> Iterator[Problem]:
    """Yield each card of a system that does not exist."""
    for name in cards.entries:
        if name not in systems:
            yield Problem(file, cards.lines[name], f"[systems] has a card of {name!r}, {_UNKNOWN}", _LATER)


def _meant(entry: str, names: Sequence[str]) -> str:
    """Return what to do about an entry: its nearest name, which may be that of its file."""
    file_of = name_of(Path(entry))
    close = [file_of] if file_of in names else difflib.get_close_matches(entry, names, 1)
    return f"did you mean {close[0]!r}?" if close else _LATER

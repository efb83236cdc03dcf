"""Which entries are runs of one system: NAME@RUN by their names, or as ``leaderboard.toml`` states."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import InputError, Problem
from leaderboard.options.shared_task import StatedRuns
from leaderboard.system_names import alike, can_be_shown, download
from leaderboard.text import joined

# The last @ counts. A run has no dot, so that mail addresses are no runs.
_RUN = re.compile(r"(.+)@([\w-]+)")
_DIGITS = re.compile(r"(\d+)")
# In a warning.
_MOST = 5


@dataclass(frozen=True, slots=True)
class Grouping:
    """The entries of each system that has several, and warnings about entries that were not averaged."""

    systems: Mapping[str, tuple[str, ...]]
    warnings: tuple[Problem, ...] = ()


def run_of(entry: str) -> tuple[str, str] | None:
    """The system and the run of an entry that is called NAME@RUN."""
    found = _RUN.fullmatch(entry)
    return (found[1], found[2]) if found and can_be_shown(found[1]) else None


def runs_among(entries: Iterable[str], stated: StatedRuns, system: str) -> list[str]:
    """The entries that are runs of a system, or would be if there were several."""
    if stated.entries:
        present = set(entries)
        return [entry for entry in stated.entries.get(system, ()) if entry in present]
    named = [entry for entry in entries if (found := run_of(entry)) and found[0] == system]
    return sorted(named, key=natural)


def run_label(system: str, entry: str) -> str:
    """Return the name of a run beside that of its system."""
    return entry.removeprefix(f"{system}@")


def grouped_entries(places: Mapping[str, Path], stated: StatedRuns, file: Path | None) -> Grouping:
    """Group entries, whose ``places`` are by name; where ``file`` states runs, names say nothing."""
    if not stated.entries:
        return _by_name(places)
    for system, runs in stated.entries.items():
        if same := [entry for entry in places if alike(entry) == alike(system) and entry not in runs]:
            what = f"the system {system!r} of [runs] has the name of another entry, {same[0]!r}"
            raise InputError([Problem(str(file), stated.lines[system], what, "rename one of the two")])
    present = {
        system: tuple(entry for entry in runs if entry in places) for system, runs in stated.entries.items()
    }
    return Grouping({system: runs for system, runs in present.items() if runs})


def _by_name(places: Mapping[str, Path]) -> Grouping:
    """Two or more runs of one name are a system, unless another entry has a name like it."""
    named: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for entry, place in places.items():
        if (found := run_of(entry)) and not download(place.name):
            named[alike(found[0])][found[0]].append(entry)
    plain = {alike(entry): entry for entry in places}
    systems: dict[str, tuple[str, ...]] = {}
    warnings = []
    for same, of_name in named.items():
        runs = sorted((entry for entries in of_name.values() for entry in entries), key=natural)
        if same in plain and len(runs) > 1:
            warnings.append(_beside(places[plain[same]], plain[same], runs))
        elif len(of_name) > 1:
            warnings.append(_unlike(places[runs[0]], list(of_name), runs))
        elif len(runs) > 1:
            systems[next(iter(of_name))] = tuple(runs)
    return Grouping(systems, tuple(warnings))


def _beside(place: Path, entry: str, runs: list[str]) -> Problem:
    what = f"{joined(runs, _MOST)} are not averaged, because an entry is called {entry}"
    return Problem(str(place), 0, what, f"rename it, to {entry}@NAME if it is one of the runs")


def _unlike(place: Path, names: list[str], runs: list[str]) -> Problem:
    what = f"{joined(runs, _MOST)} are not averaged, because {joined(names, _MOST)} are spelled differently"
    return Problem(str(place), 0, what, "spell them alike if they are runs of one system")


def natural(entry: str) -> tuple[tuple[int, str], ...]:
    """A key to sort by, in which numbers count by their value: run 2 is before run 10."""
    parts = _DIGITS.split(entry)
    return tuple((int(part) if number % 2 else -1, part) for number, part in enumerate(parts))

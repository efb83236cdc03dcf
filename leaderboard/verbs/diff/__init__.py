"""``leaderboard.diff``: what changed between two reports of a living leaderboard."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from leaderboard.changes.members import Entry
from leaderboard.changes.reports import Report, read_report
from leaderboard.changes.verdicts import VerdictChange, verdict_changes
from leaderboard.scoring import Signature

# What the signature says of the tests: scores do not depend on it, ranks and verdicts do.
_OF_TESTS = (
    "unit",
    "test",
    "trials",
    "alpha",
    "adjust",
    "against",
    "draws",
    "interval",
    "seed",
    "ties",
    "track",
)
# Who is in a track alone, of which the systems themselves tell.
_MEMBERS = "systems"


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One thing by which the reports were not made alike, and whether scores depend on it."""

    name: str
    old: str
    new: str
    scores: bool


@dataclass(frozen=True, slots=True)
class SystemChange:
    """A system that is not where it was; None where a report has nothing of it.

    ``resubmitted`` says that its scores differ though both reports score alike: it is another output.
    """

    system: str
    old: Entry | None
    new: Entry | None
    resubmitted: bool

    @property
    def states(self) -> tuple[str, str]:
        """What it was and what it is: ranked, excluded, rejected or absent."""
        old, new = (entry.state if entry else "absent" for entry in (self.old, self.new))
        return old, new


@dataclass(frozen=True, slots=True)
class DatasetChange:
    """The systems that are not where they were on one dataset."""

    dataset: str
    label: str
    systems: tuple[SystemChange, ...]


@dataclass(frozen=True, slots=True)
class TrackChange:
    """The systems that are not where they were in one track, and its pairs that are judged otherwise."""

    track: str
    systems: tuple[SystemChange, ...]
    verdicts: tuple[VerdictChange, ...]


@dataclass(frozen=True, slots=True)
class DiffResult:
    """``made_otherwise`` comes before all else: where scores depend on it, they were not compared."""

    old: Report
    new: Report
    made_otherwise: tuple[Otherwise, ...]
    systems: tuple[SystemChange, ...]
    verdicts: tuple[VerdictChange, ...]
    datasets: tuple[DatasetChange, ...]
    tracks: tuple[TrackChange, ...]

    @property
    def scored_alike(self) -> bool:
        return not any(one.scores for one in self.made_otherwise)

    @property
    def same(self) -> bool:
        """Whether nothing changed at all."""
        changes = (self.made_otherwise, self.systems, self.verdicts, self.datasets, self.tracks)
        return not (any(changes) or self.new_tracks or self.gone_tracks)

    @property
    def new_tracks(self) -> tuple[str, ...]:
        return tuple(track for track in self.new.tracks if track not in self.old.tracks)

    @property
    def gone_tracks(self) -> tuple[str, ...]:
        return tuple(track for track in self.old.tracks if track not in self.new.tracks)


def diff(old: str | os.PathLike[str], new: str | os.PathLike[str]) -> DiffResult:
    """Compare two reports of ``rank``, folders or their ``leaderboard.json``, by their primary metric."""
    before, now = read_report(Path(old)), read_report(Path(new))
    otherwise = tuple(_made_otherwise(before, now))
    alike = not any(one.scores for one in otherwise)
    systems = tuple(_changes(before.entries, now.entries, alike))
    resubmitted = {change.system for change in systems if change.resubmitted}
    return DiffResult(
        before,
        now,
        otherwise,
        systems,
        tuple(verdict_changes(before.pairs, now.pairs, resubmitted, bool(otherwise))) if alike else (),
        tuple(_dataset_changes(before, now)) if alike else (),
        tuple(_track_changes(before, now, resubmitted, bool(otherwise))) if alike else (),
    )


def _made_otherwise(old: Report, new: Report) -> Iterator[Otherwise]:
    if old.primary != new.primary:
        yield Otherwise("primary", old.primary, new.primary, True)
    before, now = (Signature.parse(one.signature).fields for one in (old, new))
    if old.phase != new.phase and before.get("key") != now.get("key"):
        yield Otherwise("phase", old.phase, new.phase, True)
    for name in dict.fromkeys((*before, *now)):
        if name != _MEMBERS and before.get(name) != now.get(name):
            yield Otherwise(name, before.get(name, ""), now.get(name, ""), name not in _OF_TESTS)


def _changes(
    old: Mapping[str, Entry], new: Mapping[str, Entry], alike: bool, both: bool = False
) -> Iterator[SystemChange]:
    """In the order of the new report, and those that left it last; only those of ``both``, if so asked."""
    for system in dict.fromkeys((*new, *old)):
        before, now = old.get(system), new.get(system)
        if both and (before is None or now is None):
            continue
        resubmitted = alike and _rescored(before, now)
        change = SystemChange(system, before, now, resubmitted)
        if resubmitted or len(set(change.states)) == 2 or _place(before) != _place(now):
            yield change


def _rescored(old: Entry | None, new: Entry | None) -> bool:
    """Whether any score by a metric of both reports is another."""
    if old is None or new is None:
        return False
    shared = old.scores.keys() & new.scores.keys()
    return any(old.scores[metric] != new.scores[metric] for metric in shared)


def _place(entry: Entry | None) -> tuple[int | None, ...]:
    return (entry.rank, entry.low, entry.high) if entry else ()


def _dataset_changes(old: Report, new: Report) -> Iterator[DatasetChange]:
    """On the datasets of both reports, of systems that were on them before."""
    for dataset, ranked in new.datasets.items():
        if before := old.datasets.get(dataset):
            changed = tuple(_changes(before.entries, ranked.entries, True, both=True))
            if changed:
                yield DatasetChange(dataset, ranked.label, changed)


def _track_changes(
    old: Report, new: Report, resubmitted: Collection[str], otherwise: bool
) -> Iterator[TrackChange]:
    """In the tracks of both reports; a new output is told of where all systems are."""
    for track, now in new.tracks.items():
        if before := old.tracks.get(track):
            systems = tuple(_changes(before.entries, now.entries, False))
            verdicts = tuple(verdict_changes(before.pairs, now.pairs, resubmitted, otherwise))
            if systems or verdicts:
                yield TrackChange(track, systems, verdicts)

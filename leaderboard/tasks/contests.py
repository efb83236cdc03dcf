"""The phases and tracks of a shared task, and names in its settings that are those of no submission."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import NothingToDo, Problem, UsageError
from leaderboard.files import digest_of
from leaderboard.options.configuration import Configuration
from leaderboard.options.settings_file import FOLDER, SettingsFile
from leaderboard.options.shared_task import Attempts, Cards, Phase, StatedRuns, Track
from leaderboard.scoring.key import Signature
from leaderboard.submissions import TooFew, key_of_phase, stated_key
from leaderboard.system_names import name_of
from leaderboard.tasks.account import with_account
from leaderboard.tasks.task import Task, task_of_systems
from leaderboard.text import nearest, suggestion


@dataclass(frozen=True, slots=True)
class Contest:
    """A folder of submissions that are ranked together; phase and key are None where there are no phases."""

    submissions: str
    phase: str | None = None
    key: str | None = None


def contests(folder: str | os.PathLike[str], configuration: Configuration) -> tuple[str, tuple[Contest, ...]]:
    """The folder that all files are named from, and each phase; or the one folder of submissions.

    The file that is nearest has phases for its own folder, and for whoever names none.
    """
    phases, source, wanted = configuration.content.phases, configuration.source, configuration.options.phase
    if source is None or not phases or not _is_top(source.path, folder):
        if wanted is not None:
            place = f"{os.fspath(folder)} is not the folder of a leaderboard.toml with [phases]"
            what = f"--phase is {wanted!r}, but {place}"
            raise UsageError(f"{what}; name that folder, or leave --phase out")
        return os.fspath(folder), (Contest(os.fspath(folder)),)
    chosen = [phase for phase in phases if wanted in (None, phase.label)]
    if not chosen:
        labels = [phase.label for phase in phases]
        raise UsageError(f"there is no phase {wanted!r}; {suggestion(str(wanted), labels)}")
    if len(chosen) > 1:
        _check_several(configuration)
    for phase in chosen:
        _check_place(source, phase, phases)
    return str(source.path.parent), tuple(_contest(source, phase, configuration) for phase in chosen)


@contextmanager
def of_phase(place: Contest, several: bool) -> Iterator[None]:
    """Where one of several phases has nothing to rank there is no report, and which one it is is said."""
    try:
        yield
    except TooFew as error:
        what = f"no submission of the phase {place.phase} can be scored against {place.key}"
        remark = f"{what}; check that this is its key, or choose a --phase"
        raise TooFew(error.rejected, error.remark or (remark if several else ""), error.faults) from None
    except NothingToDo as error:
        if not several:
            raise
        raise NothingToDo(f"{error}, or choose a phase", f"{error.typed}, or choose a --phase") from None


def phase_keys(folder: str | os.PathLike[str], configuration: Configuration) -> dict[str | None, Path]:
    """The key of each phase by its label, whether there are submissions yet or not; none without phases."""
    phases, source = configuration.content.phases, configuration.source
    if source is None or not phases or not _is_top(source.path, folder):
        return {}
    if len(phases) > 1:
        _check_several(configuration)
    return {phase.label: _key_of(source, phase, configuration) for phase in phases}


def _is_top(file: Path, folder: str | os.PathLike[str]) -> bool:
    """True if the folder is that of the file; the usual name, where no folder has it, stands for none."""
    place = Path(folder)
    if place == Path(FOLDER) and (not place.is_dir() or file.parent.samefile(Path())):
        return True
    return place.is_dir() and file.parent.samefile(place)


def _contest(source: SettingsFile, phase: Phase, configuration: Configuration) -> Contest:
    folder = source.path.parent / phase.submissions
    return Contest(str(folder), phase.label, str(_key_of(source, phase, configuration)))


def _key_of(source: SettingsFile, phase: Phase, configuration: Configuration) -> Path:
    stated = stated_key(configuration.options.key)
    return stated.path if stated else key_of_phase(source, phase)


def _check_place(source: SettingsFile, phase: Phase, phases: Sequence[Phase]) -> None:
    """The folder is there, and no other phase's key is in it, where it would be taken for a submission."""
    top, place = source.path.parent, f"{source.content.file}:{phase.line}"
    folder = source.path_to(phase.submissions, phase.line, f"the folder of the phase {phase.label}")
    if not folder.is_dir():
        what = f"the folder {phase.submissions!r} of the phase {phase.label} does not exist"
        raise NothingToDo(f"{place}: {what}; correct the path, or choose a --phase")
    for other in phases:
        entry = _entry(top / other.key, folder)
        if entry not in (None, _entry(top / phase.key, folder)):
            what = f"the key {other.key!r} of {other.label} is among the submissions of {phase.label}"
            raise NothingToDo(f"{place}: {what}; move it elsewhere")


def _entry(path: Path, folder: Path) -> str | None:
    """The entry of a folder on the way to a path, if the path lies in it."""
    path, folder = path.resolve(), folder.resolve()
    return path.relative_to(folder).parts[0] if folder in path.parents else None


def _check_several(configuration: Configuration) -> None:
    """Each phase has a key, and sums are kept by one."""
    if stated := stated_key(configuration.options.key):
        what = f"{stated.origin} is one key, but each phase has its own"
        raise UsageError(f"{what}; leave it out, or choose a --phase")
    if configuration.options.keeps:
        raise UsageError("--saved keeps sums by one key, but each phase has its own; choose a --phase")


def track_signature(signature: Signature, label: str, systems: Collection[str]) -> Signature:
    """Who else is in a track decides on the correction, so a hash of the names of all of them is signed."""
    digest = digest_of("\n".join(sorted(systems)).encode())
    return signature.and_of({"track": label, "systems": digest[:8]})


def chosen_track(configuration: Configuration) -> Track | None:
    """The track to rank alone, if one is asked for."""
    name = configuration.options.track
    if name is None:
        return None
    labels = [track.label for track in configuration.content.tracks]
    if not labels:
        raise UsageError(f"--track is {name!r}, but there are no tracks; add [tracks] to leaderboard.toml")
    if name not in labels:
        raise UsageError(f"there is no track {name!r}; {suggestion(name, labels)}")
    return configuration.content.tracks[labels.index(name)]


def task_within(task: Task, track: Track) -> Task:
    """The task of the systems of a track alone; what was rejected is told of in any case."""
    baseline = task.options.against
    names = track.of((*task.sheet.systems, *task.partial.systems))
    if not set(names) & set(task.sheet.systems):
        raise NothingToDo(
            f"the track {track.label!r} has no system that can be ranked; name some in [tracks]"
        )
    if baseline in task.sheet.systems and baseline not in names:
        what = f"the baseline {baseline!r} is not in the track {track.label!r}"
        raise UsageError(f"{what}; leave --against out, or add it to the track")
    return with_account(task_of_systems(task, names))


_UNKNOWN = "but no submission has this name"
_LATER = "correct it, or wait for it"


def unmet_names(
    configuration: Configuration, tracks: Sequence[Track], tasks: Sequence[Task]
) -> Iterator[Problem]:
    """Yield the warnings about tracks, attempts, runs and cards; ``tasks`` are those of all phases."""
    file, content = str(configuration.file), configuration.content
    rejected = [rejection.system for task in tasks for rejection in task.rejected]
    scored = [name for task in tasks for name in (*task.sheet.systems, *task.partial.systems)]
    scored += [fate.system for task in tasks for fate in task.fates if fate.verdict == "contrastive"]
    systems = sorted({*scored, *rejected, *(name for task in tasks for name in task.dropped_runs)})
    entries = sorted({*rejected, *(name for task in tasks for name in task.submissions)})
    system_of = {run: system for task in tasks for system, runs in task.runs.items() for run in runs}
    system_of |= {fate.name: fate.system for task in tasks for fate in task.fates if fate.run is not None}
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
    close = file_of if file_of in names else nearest(entry, names)
    return f"did you mean {close!r}?" if close else _LATER

"""Where the submissions and keys of the phases of a shared task are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.options import suggestion
from leaderboard.options.configuration import Configuration
from leaderboard.options.settings_file import FOLDER
from leaderboard.options.settings_lookup import SettingsFile
from leaderboard.options.shared_task import Phase
from leaderboard.submissions import TooFew, key_of_phase, stated_key


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
        raise NothingToDo(f"{error}, or choose a --phase" if several else str(error)) from None


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

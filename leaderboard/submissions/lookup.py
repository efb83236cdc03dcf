"""Where the key and the responses are looked for, and which entries are runs of one system.

Runs are called NAME@RUN, or ``leaderboard.toml`` states them.
"""

from __future__ import annotations

import filecmp
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
from leaderboard.formats.source import stem
from leaderboard.options.settings_file import (
    CONFIGURATION,
    FOLDER,
    SettingsFile,
    configurations,
    find_settings,
    settings_within,
)
from leaderboard.options.shared_task import Phase, StatedRuns
from leaderboard.submissions.submission import Submission, open_submission
from leaderboard.system_names import (
    ARCHIVE,
    JUNK,
    alike,
    can_be_shown,
    download,
    is_beside_entities,
    is_ignored,
    name_of,
)
from leaderboard.text import joined, nearest

VARIABLE = "LEADERBOARD_KEY"
# The folders that a platform hands to a scoring program, and what it calls the submission.
KEY, RESPONSE, NAME = "ref", "res", "submission"


class Place(NamedTuple):
    """A path, and the option, variable or file that names it."""

    path: Path
    origin: str


def find_response(name: str) -> Path:
    """A path as it is, else an entry of the folder that is named, or of this folder and ./submissions.

    It is looked up by file name, then by name of system, then by stem, then by participant of a platform.
    """
    entries = _called(name)
    if len(entries) > 1:
        listed = " and ".join(str(entry) for entry in entries)
        raise UsageError(f"{name}: could be {listed}; type the path of one of them")
    if not entries:
        folders, _ = _places(name)
        remedy = meant(name, folders, "check the name")
        where = f"in {folders[0]}" if len(folders) == 1 else f"here or in ./{FOLDER}"
        raise UsageError(f"{name}: no such file {where}; {remedy}")
    return entries[0]


def _called(name: str) -> list[Path]:
    path = Path(name)
    if "\0" in name:
        return []
    if path.exists() or path.is_symlink():
        return [path]
    folders, system = _places(name)
    entries = [entry for folder in folders for entry in _entries(folder)]
    for look in (lambda entry: entry.name, name_of, lambda entry: stem(entry.name), _participant):
        if found := [entry for entry in entries if look(entry) == system]:
            return found
    return []


def _places(name: str) -> tuple[list[Path], str]:
    """The folders in which a system is looked for, and its name in them."""
    folder, system = os.path.split(name)
    return [Path(folder)] if folder else [Path(), Path(FOLDER)], system


def _entries(folder: Path) -> list[Path]:
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in there if not is_ignored(path.name) and not is_beside_entities(path)]


def meant(name: str, folders: Iterable[Path], otherwise: str) -> str:
    """Return what to do about the name of no file or folder: the nearest one in some folders, if any."""
    entries = [entry for folder in folders for entry in _entries(folder)]
    typed = os.path.split(name)[1]
    for named in ({entry.name: entry for entry in entries}, {name_of(entry): entry for entry in entries}):
        if close := nearest(typed, named):
            return f"did you mean {named[close]}?"
    return otherwise


def find_responses(name: str) -> list[Path]:
    """The path of a response, or those of all runs of a system that no response has the name of.

    It is an error if the path is a whole folder of submissions.
    """
    runs = [] if _called(name) else _runs_called(name)
    for path in (paths := runs or [find_response(name)]):
        if not path.is_symlink() and _holds_submissions(path):
            whole = " or ".join(f"`leaderboard {verb} {path}`" for verb in ("rank", "validate"))
            remedy = f"name single submissions, or use {whole}"
            raise UsageError(f"{path}: a folder of submissions with their key; {remedy}")
    return paths


def _runs_called(name: str) -> list[Path]:
    """The runs of a system, in the one folder that has any."""
    folders, system = ([], "") if "\0" in name else _places(name)
    found = [runs for folder in folders if (runs := _runs_in(folder, system))]
    if len(found) > 1:
        listed = " and ".join(str(runs[0]) for runs in found)
        raise UsageError(f"{name}: could be the runs of two folders, {listed}; type the paths of the runs")
    return found[0] if found else []


def _runs_in(folder: Path, system: str) -> list[Path]:
    entries = {name_of(path): path for path in _entries(folder)}
    source = find_settings(folder) if entries else None
    stated = source.content.runs if source else StatedRuns()
    return [entries[run] for run in runs_among(entries, stated, system)]


def _holds_submissions(path: Path) -> bool:
    """Return True if a folder has a key in it; a folder within ./submissions is a single submission."""
    return settings_place(path) != Path(FOLDER) and any([*path.glob("key"), *path.glob("key.*")])


def is_of_submissions(path: Path, stated: str | None = None) -> bool:
    """Return True if the entries of a folder are systems: by its name, its key, or a settings file.

    Any other folder is one submission, with a file per dataset. ``stated`` is the key by option.
    """
    if path.is_symlink() or not path.is_dir() or settings_place(path) == Path(FOLDER):
        return False
    known = path.absolute().name == FOLDER or _holds_submissions(path) or _is_stated(path)
    return known or _are_systems(path, stated)


def _are_systems(folder: Path, stated: str | None) -> bool:
    """Return True if the files of a folder cannot be the datasets of one submission to the key of a ranking.

    Where there is no key, not even beside the folder, one of its files may be named like a key.
    """
    entries = _entries(folder)
    key, _ = look_for_key(stated, folder)
    if key is not None:
        several = key.path.is_dir() or key.path.suffix.lower() == ARCHIVE
        return not several or any(one.is_dir() or one.suffix.lower() == ARCHIVE for one in entries)
    beside, _ = look_for_key(None, settings_place(folder))
    return beside is None and any(map(is_like_key, entries))


def _is_stated(folder: Path) -> bool:
    """Return True if the settings of a folder give its key, or call it a folder of submissions."""
    source = find_settings(folder)
    if source is None:
        return False
    content, top = source.content, source.path.parent
    places = (top / content.submissions, *(top / phase.submissions for phase in content.phases))
    return (source.inside and content.key is not None) or any(
        place.is_dir() and place.samefile(folder) for place in places
    )


def _participant(path: Path) -> str | None:
    found = download(path.name)
    return found.participant if found else None


def settings_place(response: Path) -> Path:
    """Where the key and the settings of a response are looked for first: beside it.

    A folder within ./submissions is a stranger's, so that is ./submissions for all that it holds.
    """
    folders = {Path(place(FOLDER)) for place in (os.path.abspath, os.path.realpath)}
    places = {Path(place(response)) for place in (os.path.abspath, os.path.realpath)}
    inside = any(folder in place.parents for folder in folders for place in places)
    return Path(FOLDER) if inside else response.parent


def find_key(stated: str | None, beside: Path, source: SettingsFile | None = None) -> Path:
    """The key by option, environment, leaderboard.toml, beside the responses, in ./submissions."""
    key, looked = look_for_key(stated, beside, source)
    if key is None:
        folders = [folder for folder in (beside, Path(FOLDER), beside.parent) if os.access(folder, os.R_OK)]
        files = dict.fromkeys(path for folder in folders for path in _entries(folder))
        raise NoKey(list(filter(is_like_key, files)), looked)
    return key.path


class NoKey(NothingToDo):
    """No key was found in the places that were ``looked`` at; ``likely`` files have the name of one."""

    def __init__(self, likely: Sequence[Path], looked: Sequence[str]) -> None:
        self.looked = looked
        remedy = "did you mean {}?" if likely else "give it with {}"
        names = [str(path) for path in likely[:_MOST]] or ["PATH"]
        forms = (("key=", [f'"{name}"' for name in names]), ("--key ", names))
        super().__init__(
            *(f"no key found; {remedy.format(option + joined(some, last='or'))}" for option, some in forms)
        )


# A key that is not in use, such as dev.gold.conll.
_LIKE_KEY = re.compile(r"(.*[._-])?(key|keys|gold|golden)", re.IGNORECASE)


def is_like_key(path: Path) -> bool:
    """True for a file or folder that is named as keys often are."""
    return bool(_LIKE_KEY.fullmatch(name_of(path)))


def swapped(responses: Iterable[Path], key: Path | None, origin: str = "") -> Iterator[Problem]:
    """Warn of each response that is named like a key; copies of the key have another warning.

    ``origin`` is what names the key in use, if there is one.
    """
    for path in filter(is_like_key, responses):
        can_be_read = path.is_file() and os.access(path, os.R_OK)
        if key is None or not (can_be_read and filecmp.cmp(path, key, shallow=False)):
            used = f", but the key is {key.name}{origin and f' ({origin})'}" if key else ""
            yield Problem(str(path), 0, f"named like a key{used}", f"if it is the key, use --key {path}")


def look_for_key(
    stated: str | None, beside: Path, source: SettingsFile | None = None
) -> tuple[Place | None, list[str]]:
    """The key, if there is one, and every place that was looked at; ``source`` are the settings if known."""
    if place := stated_key(stated):
        return place, []
    source = source or find_settings(beside)
    files = [source.path] if source else configurations(beside)
    looked = [VARIABLE, *map(str, files)]
    if source and (found := _phase_key(source, beside) or _configured_key(source)):
        return found, looked
    for folder in dict.fromkeys((beside, Path(FOLDER))):
        looked.append(f"{folder / 'key'} or {folder / 'key.*'}")
        if key := _named_key(folder):
            return Place(key, "its name"), looked
    return None, looked


def stated_key(stated: str | None) -> Place | None:
    """The key by option or environment, which go before all that a file says."""
    for origin, value in (("--key", stated), (VARIABLE, os.environ.get(VARIABLE))):
        if value is not None and (value or origin == "--key"):
            return Place(_existing(value, origin), origin)
    return None


def key_of_phase(source: SettingsFile, phase: Phase) -> Path:
    """The key that a settings file gives a phase."""
    path = source.key_at(phase.key, phase.line, f"the key of the phase {phase.label}")
    if not path.exists():
        what = f"the key {phase.key!r} of the phase {phase.label} does not exist"
        raise NothingToDo(
            f"{source.content.file}:{phase.line}: {what}; correct the path, or choose a --phase"
        )
    return path


def key_within(folder: Path) -> Path | None:
    """The key that the settings in a folder state, or that is called so; nothing else is looked at."""
    source = settings_within(folder)
    stated = _configured_key(source) if source else None
    return stated.path if stated else _named_key(folder)


def _existing(value: str, origin: str) -> Path:
    if not value or "\0" in value or not Path(value).exists():
        path = Path(value.replace("\0", ""))
        remedy = meant(path.name, [path.parent], "check the path")
        raise NothingToDo(f"{value or repr(value)}: no such key ({origin}); {remedy}")
    return Path(value)


def _phase_key(source: SettingsFile, folder: Path) -> Place | None:
    """The key of the phase whose submissions are in a folder, if there is one such phase alone."""
    phases = [phase for phase in source.content.phases if phase.is_in(source.path.parent, folder)]
    if len(phases) != 1:
        return None
    return Place(key_of_phase(source, phases[0]), f"{source.content.file}:{phases[0].line}")


def _configured_key(source: SettingsFile) -> Place | None:
    name, origin = source.content.key, source.content.origin("key")
    if name is None:
        return None
    path = source.key_at(name, source.content.lines.get("key", 0))
    if not path.exists():
        raise NothingToDo(f"{origin}: its key {name!r} does not exist; correct the path")
    return Place(path, origin)


def _named_key(folder: Path) -> Path | None:
    """The folder `key` or the file `key.*`, if there is one."""
    named = [*folder.glob("key"), *sorted(folder.glob("key.*"))]
    if len(named) > 1:
        raise NothingToDo(f"{named[0]} and {named[1]} could both be the key; say which with --key PATH")
    return named[0] if named else None


def key_in(bundle: Path) -> Submission:
    """The key: what the settings in ``ref`` state, or what is called key, or else all that is there."""
    folder = _folder(bundle, KEY)
    passed_over = (*JUNK, CONFIGURATION)
    path = key_within(folder) or _innermost(folder, passed_over)
    return open_submission(path, follow_symlinks=True, passed_over=passed_over)


def submission_in(bundle: Path, follow_symlinks: bool) -> Submission:
    """The one submission, as the platform has unpacked it; its settings, if it has any, are never read."""
    path = _innermost(_folder(bundle, RESPONSE), JUNK)
    return replace(open_submission(path, follow_symlinks, passed_over=JUNK), name=NAME)


def open_download(path: Path, follow_symlinks: bool) -> Submission:
    """A submission as it was handed in to a platform, read as the platform's scoring program reads it."""
    place = _innermost(path, JUNK) if path.is_dir() and not path.is_symlink() else path
    return open_submission(place, follow_symlinks, passed_over=JUNK)


def _folder(bundle: Path, name: str) -> Path:
    if not (bundle / name).is_dir():
        raise UsageError(
            f"{bundle / name}: no such folder; name the folder that contains {KEY} and {RESPONSE}"
        )
    return bundle / name


def _innermost(folder: Path, passed_over: tuple[str, ...]) -> Path:
    """The folder that holds the files, for some are packed with it; or an archive that stands alone."""
    while (only := _only_entry(folder, passed_over)) and only.is_dir():
        folder = only
    return only if only and only.suffix.lower() == ARCHIVE else folder


def _only_entry(folder: Path, passed_over: tuple[str, ...]) -> Path | None:
    """The only entry of a folder, if it has just one; links are left to the caller."""
    entries = [
        path for path in folder.iterdir() if not is_ignored(path.name) and path.name not in passed_over
    ]
    return entries[0] if len(entries) == 1 and not entries[0].is_symlink() else None


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

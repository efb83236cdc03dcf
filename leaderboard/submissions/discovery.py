"""The systems of a folder; whatever cannot be one is rejected and stops no other."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path

from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.files import BEGINNINGS, PROVENANCE, STAGING
from leaderboard.options.settings_file import CONFIGURATION
from leaderboard.submissions.claims import (
    Downloads,
    Outcome,
    Settled,
    by_participant,
    downloads,
    faults_of_kind,
    not_downloads,
    settle,
)
from leaderboard.submissions.lookup import open_download
from leaderboard.submissions.submission import Submission, failing_alone, open_submission
from leaderboard.system_names import Download, alike, can_be_shown, download, is_ignored, name_of, same_name
from leaderboard.text import counted, one_line

# Why a submission that can be opened cannot be scored, if so.
Fault = Callable[[Submission], InputError | None]


@dataclass(frozen=True, slots=True)
class Rejection:
    """A submission that could not be scored, the first reason, and how many there are.

    ``path`` is where it was looked for, if anywhere. ``missing`` and ``faulty`` are the
    datasets that it lacks, or whose files are unreadable, where it is rejected for these alone.
    """

    system: str
    problem: Problem
    problems: int
    path: Path | None = None
    _: KW_ONLY
    missing: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()


class TooFew(InputError):
    """Too few submissions are left; ``remark`` may say for what, ``faults`` why files are unreadable."""

    def __init__(
        self, rejected: Sequence[Rejection], remark: str = "", faults: Sequence[Problem] = ()
    ) -> None:
        self.rejected = tuple(rejected)
        self.remark = remark
        self.faults = tuple(faults)
        super().__init__([*(rejection.problem for rejection in rejected), *faults])


@dataclass(frozen=True, slots=True)
class Found:
    """The submissions of a folder and the entries that cannot be any, both in order of name.

    ``passed_over`` are earlier submissions of a participant, with the name of the system.
    """

    submissions: tuple[Submission, ...]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...] = ()
    passed_over: Mapping[Path, str] = field(default_factory=dict)


def find_submissions(folder: Path, key: Path, follow_symlinks: bool, fault: Fault = lambda _: None) -> Found:
    """The submissions of a folder; an error where it has none, not even one that is rejected."""
    found = submissions_in(folder, key, follow_symlinks, fault)
    if not found.submissions and not found.rejected:
        raise NothingToDo(f"{folder}: no submission in this folder; put one file per system there")
    return found


def submissions_in(
    folder: Path, key: Path, follow_symlinks: bool, fault: Fault, earlier: Collection[Path] = ()
) -> Found:
    """One submission for each entry of a folder that is not hidden, not the key and not the settings.

    Where several have one name, ``fault`` says which of them cannot be scored, and one that was there
    ``earlier`` keeps it. Files that are named like a key, but are not the key in use, are rejected.
    """
    entries, keys = entries_of(folder, key)
    downloaded = downloads(entries)
    names = names_among([*entries, *keys], downloaded)
    faults = {
        **{path: _second_key(path, key) for path in keys},
        **faults_of_kind(folder, entries, downloaded),
    }
    settled = Settled({}, {path: InputError([problem]) for path, problem in faults.items()})

    def opened(path: Path) -> Outcome:
        return open_one(path, names[path], follow_symlinks)

    def judged(path: Path) -> Outcome:
        outcome = opened(path)
        return outcome if isinstance(outcome, InputError) else fault(outcome) or outcome

    for claims in _claims([path for path in entries if path not in faults], names, downloaded):
        settle(claims, judged if sum(map(len, claims)) > 1 else opened, earlier, settled)
    return _found(
        settled,
        names,
        (
            *not_downloads(folder, entries, downloaded),
            *_passed_over(folder, [names[path] for path in settled.passed_over]),
            *settled.warnings,
        ),
    )


def entries_of(folder: Path, key: Path | None = None) -> tuple[list[Path], list[Path]]:
    """The entries of a folder that may be submissions, and files named like a key that are not the key."""
    entries = sorted(path for path in folder.iterdir() if not _is_no_system(path, key))
    keys = [path for path in entries if is_called_key(path)]
    return [path for path in entries if path not in keys], keys


def names_among(paths: Iterable[Path], downloaded: Downloads) -> dict[Path, str]:
    """The names of the systems at some paths, of which some may be downloads."""
    return {path: downloaded[path].participant if path in downloaded else name_of(path) for path in paths}


def open_one(path: Path, name: str, follow_symlinks: bool) -> Outcome:
    """The submission at a path by the name of its system, or all that is wrong with it."""
    if not can_be_shown(name):
        what = "the name has unprintable characters"
        return InputError([Problem(str(path), 0, what, "rename the file")])
    opening = open_download if download(path.name) else open_submission
    try:
        with failing_alone(path):
            return replace(opening(path, follow_symlinks), name=name)
    except InputError as error:
        return error


def _claims(
    paths: Iterable[Path], names: Mapping[Path, str], downloaded: Downloads
) -> list[list[list[Path]]]:
    """The entries of each name by participant; what is refused for its name takes none from others."""
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path in paths:
        by_name[alike(names[path]) if can_be_shown(names[path]) else str(path)].append(path)
    return [by_participant(same, downloaded) for same in by_name.values()]


def _found(settled: Settled, names: Mapping[Path, str], warnings: Sequence[Problem]) -> Found:
    """Return all in order of name; a rejected entry is called by its file where another has its name."""
    taken = {entry.name for entry in settled.submissions.values()}
    rejected = [
        rejection(path.name if names[path] in taken else names[path], error, path)
        for path, error in settled.rejected.items()
    ]
    return Found(
        tuple(sorted(settled.submissions.values(), key=lambda entry: (entry.name, entry.path.name))),
        tuple(sorted(rejected, key=lambda entry: (entry.system, str(entry.path)))),
        tuple(warnings),
        {path: names[path] for path in settled.passed_over},
    )


def _passed_over(folder: Path, names: Collection[str]) -> Iterator[Problem]:
    if names:
        count = f"{counted(len(names), 'earlier submission')} {'is' if len(names) == 1 else 'are'}"
        what = f"{count} ignored, of {', '.join(sorted(set(names)))}"
        remedy = "the last of each participant counts; to rank an earlier one, remove the later ones"
        yield Problem(str(folder), 0, what, remedy)


def rejection(system: str, error: InputError, path: Path | None = None) -> Rejection:
    first, missing, faulty = error.problems[0], error.missing, error.faulty
    return Rejection(one_line(system), first, error.count, path, missing=missing, faulty=faulty)


def _is_no_system(path: Path, key: Path | None) -> bool:
    """True for the key, a folder that holds it, hidden files, settings, and reports of earlier systems."""
    name, place, key_place = path.name, _place(path), _place(key) if key else None
    return (
        is_ignored(name)
        or name == CONFIGURATION
        or (key_place is not None and place in (key_place, *key_place.parents))
        or _is_report(path)
    )


def _is_report(path: Path) -> bool:
    """True if `rank` wrote in a folder: its record stands there, or what a run that was killed left."""
    record = path / PROVENANCE
    try:
        if record.is_file():  # nothing else is opened: a pipe might never end
            with record.open("rb") as file:
                return file.read(len(BEGINNINGS[0])) in BEGINNINGS
    except OSError:
        return False
    return any(path.glob(f"{STAGING}*"))


def is_called_key(path: Path) -> bool:
    return path.name == "key" or path.name.startswith("key.")


def _second_key(path: Path, key: Path) -> Problem:
    what = f"named like a key, but the key in use is {key}"
    return Problem(str(path), 0, what, "rename it if it is a submission, otherwise remove it")


def _place(path: Path) -> Path:
    """Where a path is, however it is written; a link stands where it is, not where it leads."""
    return Path(os.path.realpath(path.parent)) / path.name


def names_of(paths: Collection[Path]) -> dict[Path, str]:
    """The names of the systems, as in the folders that hold them."""
    known: dict[Path, Download] = {}
    for folder in {path.parent for path in paths if download(path.name)}:
        try:
            known |= downloads(entries_of(folder)[0])
        except OSError:  # a folder that may not be looked into
            continue
    return names_among(paths, known)


def open_submissions(paths: Iterable[Path], follow_symlinks: bool) -> Found:
    """The submissions at some paths, and the paths that hold none, in their order."""
    paths = list(paths)
    opened = [(path, *one) for path, one in zip(paths, open_each(paths, follow_symlinks), strict=True)]
    return Found(
        tuple(outcome for _, _, outcome in opened if isinstance(outcome, Submission)),
        tuple(rejection(name, one, path) for path, name, one in opened if isinstance(one, InputError)),
    )


def open_each(paths: Iterable[Path], follow_symlinks: bool) -> Iterator[tuple[str, Outcome]]:
    """Each system by name, with its submission or with all of its problems."""
    paths = list(paths)
    names = names_of(paths)
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path, name in names.items():
        if can_be_shown(name):  # what is refused anyway takes no name from others
            by_name[alike(name)].append(path)
    for path in paths:
        same = by_name[alike(names[path])]
        others = [other for other in same if other != path and path in same]
        if others:
            problem = Problem(str(path), 0, same_name(str(others[0])), "rename one of the two")
            yield names[path], InputError([problem])
        else:
            yield names[path], open_one(path, names[path], follow_symlinks)

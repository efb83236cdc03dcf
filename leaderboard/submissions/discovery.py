"""The systems of a folder; whatever cannot be one is rejected and stops no other."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import InputError, NothingToDo, Problem, one_line
from leaderboard.submissions.configuration import CONFIGURATION
from leaderboard.submissions.names import alike, can_be_shown, is_ignored, name_of
from leaderboard.submissions.submission import Submission, open_submission


@dataclass(frozen=True, slots=True)
class Rejection:
    """A submission that could not be scored, the first reason, and how many there are."""

    system: str
    problem: Problem
    problems: int


@dataclass(frozen=True, slots=True)
class Found:
    """The submissions of a folder and the entries that cannot be any, both in order of name."""

    submissions: tuple[Submission, ...]
    rejected: tuple[Rejection, ...]


def find_submissions(folder: Path, key: Path, follow_symlinks: bool) -> Found:
    """One submission for each entry of a folder that is no key, not hidden and not the settings."""
    entries = [path for path in folder.iterdir() if not _is_no_system(path, key)]
    if not entries:
        raise NothingToDo(
            f"{one_line(str(folder))}: no submission in this folder; put one file per system there"
        )
    entries.sort(key=lambda path: (name_of(path), path.name))
    return open_submissions(entries, follow_symlinks)


def open_submissions(paths: Iterable[Path], follow_symlinks: bool) -> Found:
    """The submissions at some paths, and the paths that hold none, in their order."""
    opened = dict(open_each(paths, follow_symlinks))
    return Found(
        tuple(one for one in opened.values() if isinstance(one, Submission)),
        tuple(
            rejection(shown_name(path), one) for path, one in opened.items() if isinstance(one, InputError)
        ),
    )


def open_each(paths: Iterable[Path], follow_symlinks: bool) -> Iterator[tuple[Path, Submission | InputError]]:
    """Each path with its submission, or with all that is wrong with it."""
    paths = list(paths)
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path in paths:
        by_name[alike(name_of(path))].append(path)
    for path in paths:
        try:
            _check_name(path, by_name[alike(name_of(path))])
            yield path, open_submission(path, follow_symlinks)
        except InputError as error:
            yield path, error


def shown_name(path: Path) -> str:
    """What a system is called, whatever its name is made of."""
    return one_line(name_of(path))


def rejection(system: str, error: InputError) -> Rejection:
    return Rejection(system, error.problems[0], error.count)


def _check_name(path: Path, same: list[Path]) -> None:
    label = one_line(str(path))
    if not can_be_shown(name_of(path)):
        what = "a name with characters that cannot be shown"
        raise InputError([Problem(label, 0, what, "rename the file")])
    others = [one_line(str(other)) for other in same if other != path]
    if others:
        what = f"its name cannot be told from that of {others[0]}"
        raise InputError([Problem(label, 0, what, "rename one of the two")])


def _is_no_system(path: Path, key: Path) -> bool:
    """A key that is not in use is no system either, nor is a folder that holds the key."""
    name, place, key_place = path.name, _place(path), _place(key)
    return (
        is_ignored(name)
        or name in (CONFIGURATION, "key")
        or name.startswith("key.")
        or place in (key_place, *key_place.parents)
    )


def _place(path: Path) -> Path:
    """Where a path is, however it is written; a link stands where it is, not where it leads."""
    return Path(os.path.realpath(path.parent)) / path.name

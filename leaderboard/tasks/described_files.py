"""The files that are described: those that are named, and those of folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
from leaderboard.options.settings_file import FOLDER
from leaderboard.options.settings_lookup import lies_among_secrets
from leaderboard.submissions import Rejection, Submission, find_response, look_for_key, settings_place
from leaderboard.submissions.claims import Outcome
from leaderboard.submissions.discovery import is_called_key, names_of, open_one, rejection, submissions_in
from leaderboard.submissions.lookup import key_within

KEY = "key"


class Batch(NamedTuple):
    """Files that belong together: the key of a folder, if it has one, and submissions."""

    key: Submission | None
    submissions: tuple[Submission, ...]
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[Problem, ...] = ()


def paths_of(files: Sequence[str | os.PathLike[str]]) -> list[Path]:
    """Return the paths; a name that is no path is looked for in the folder of submissions."""
    if not files:
        raise UsageError("no file given; name at least one file or folder")
    return [find_response(os.fspath(file)) for file in files]


def place_of_paths(paths: Sequence[Path]) -> Path:
    """Return the folder whose settings count."""
    return paths[0] if _is_of_submissions(paths[0]) else settings_place(paths[0])


def batches(paths: Sequence[Path], follow_symlinks: bool) -> Iterator[Batch]:
    """Yield the files of each path."""
    names = names_of(paths)
    for path in paths:
        batch = _of_folder(path, follow_symlinks) if _is_of_submissions(path) else None
        # An empty folder is rejected like the empty folder of one system.
        yield batch or _of_one(path, open_one(path, names[path], follow_symlinks))


def _of_one(path: Path, outcome: Outcome) -> Batch:
    """Return a submission that is named; the size of a file called key is not limited."""
    if isinstance(outcome, InputError):
        return Batch(None, (), (rejection(path.name, outcome),))
    return Batch(outcome, ()) if _is_key(path) else Batch(None, (outcome,))


def _is_key(path: Path) -> bool:
    """True if a file is called key, is the key that settings state, or lies where a key is secret."""
    with suppress(NothingToDo, OSError):
        key, _ = look_for_key(None, settings_place(path))
        if key is not None and path.samefile(key.path):
            return True
    return is_called_key(path) or lies_among_secrets(path)


def _of_folder(folder: Path, follow_symlinks: bool) -> Batch | None:
    path = _key_of(folder)
    # Without a key, no entry is called key.
    found = submissions_in(folder, path or folder / KEY, follow_symlinks, lambda _: None)
    if not path and not found.submissions and not found.rejected:
        return None
    key = open_one(path, KEY, follow_symlinks=True) if path else None
    if isinstance(key, InputError):
        return Batch(None, found.submissions, (rejection(KEY, key), *found.rejected), found.warnings)
    return Batch(key, found.submissions, found.rejected, found.warnings)


def _key_of(folder: Path) -> Path | None:
    """The key that is stated, or in the folder; one that lies elsewhere by chance is that of others."""
    place, _ = look_for_key(None, folder)
    by_chance = place is not None and place.origin == "its name" and place.path.parent != folder
    return None if place is None or by_chance else place.path


def _is_of_submissions(path: Path) -> bool:
    """Return True for a folder of submissions, but not for a folder with the datasets of one system."""
    if not os.path.isdir(path):  # noqa: PTH112 (a link to a forbidden place makes Path.is_dir raise)
        return False
    place = path.absolute()
    if place.name == FOLDER or key_within(path) is not None:
        return True
    return not (
        is_called_key(place)
        or settings_place(path) == Path(FOLDER)
        or any(map(is_called_key, place.parent.glob("key*")))
    )

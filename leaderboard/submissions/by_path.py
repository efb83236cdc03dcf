"""The submissions at paths that are named one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from leaderboard.errors import InputError, Problem
from leaderboard.submissions.clashes import Outcome
from leaderboard.submissions.discovery import Found, entries_of, names_among, open_one, rejection
from leaderboard.submissions.downloads import downloads
from leaderboard.submissions.submission import Submission
from leaderboard.system_names import Download, alike, can_be_shown, download, same_name


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

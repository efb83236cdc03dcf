"""The files that a ranking was made of, by their hashes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from leaderboard.formats.limits import MOST_BYTES
from leaderboard.submissions import Submission
from leaderboard.text import one_line

# What a response may have of the key's size is bounded elsewhere; this only keeps from hashing for hours.
MOST_TIMES = 100


def digests(
    folder: Path,
    submissions: Iterable[Submission],
    key: Submission,
    settings: Collection[Path],
    known: Mapping[Path, str],
) -> dict[str, str]:
    """SHA-256 of the files of submissions, of the key and of settings, by name from the folder.

    What cannot be read, or is too large to have been, has no hash; it has been rejected for that. Files
    of ``known`` hash are not read again.
    """
    trusted = {*_files([key]), *settings}
    most = MOST_BYTES + MOST_TIMES * sum(path.stat().st_size for path in trusted if path.is_file())
    paths = trusted | set(_files(submissions))
    hashes = ((one_line(name_in(folder, path)), known.get(path) or _digest(path, most)) for path in paths)
    return dict(sorted((name, digest) for name, digest in hashes if digest))


def name_in(folder: str | Path, path: str | Path) -> str:
    """The name of a file from a folder, which is the same wherever the folder is."""
    return Path(os.path.relpath(path, folder)).as_posix()


def _files(submissions: Iterable[Submission]) -> Iterator[Path]:
    for submission in submissions:
        for source in submission.sources.values():
            yield source.path


def _digest(path: Path, most: int) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > most:
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None

"""A folder within the folder of a report, where files wait until all of them are there.

Whoever holds it is the only one who writes. What a killed run left in it tells the next one which
files in the report's folder are of the program, and nothing else in it is ever removed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from leaderboard.errors import NothingToDo
from leaderboard.files import STAGING, write_whole
from leaderboard.report.files.record import inside

_LOCK, _CLAIM = "lock", "claim.json"


@contextmanager
def staging(folder: Path) -> Iterator[Path]:
    """The folder for staging, ours alone until the end.

    It then goes away, unless somebody else put files there, or the claim is still needed.
    """
    place = folder / STAGING
    lock = _locked(place)
    staged: set[str] = set()
    try:
        staged |= claimed(place).keys()
        yield place
        staged |= {_CLAIM}
    finally:
        _clear(place, staged | claimed(place).keys())
        os.close(lock)


def claim(place: Path, hashes: Mapping[str, str]) -> None:
    """Say which files are about to be written, and what was written before and is not yet replaced."""
    write_whole({_CLAIM: json.dumps(dict(hashes)).encode()}, place)


def claimed(place: Path) -> dict[str, str]:
    """The files that an interrupted run had announced."""
    try:
        said = json.loads((place / _CLAIM).read_bytes())
        return {inside(name): str(digest) for name, digest in said.items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


def move(names: Iterable[str], place: Path, folder: Path) -> None:
    """Each file takes its place: that holds the old one or the new one at any moment, whole."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).replace(folder / name)


def _locked(place: Path) -> int:
    """The lock, which goes with the process that holds it, however that ends."""
    while True:
        place.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            lock = os.open(place / _LOCK, os.O_CREAT | os.O_RDWR, 0o644)
            if not _acquired(lock):
                os.close(lock)
                raise NothingToDo(
                    f"{place.parent}: another run is writing its report here; "
                    "wait for it, or choose another --output"
                )
            if _is_still_there(lock, place / _LOCK):
                return lock
            os.close(lock)


def _acquired(lock: int) -> bool:
    try:
        import fcntl
    except ImportError:  # where there are no such locks, runs must not meet
        return True
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still_there(lock: int, path: Path) -> bool:
    """True if nobody removed the file between opening and locking it."""
    return path.exists() and os.path.samestat(os.fstat(lock), path.stat())


def _clear(place: Path, staged: Iterable[str]) -> None:
    """Remove what is ours, half-written files too, and the folders that this leaves empty."""
    begun = [path for path in place.rglob(f"{STAGING}-*") if path.is_file()]
    for path in (*(place / name for name in (*staged, _LOCK)), *begun):
        path.unlink(missing_ok=True)
    above = {PurePosixPath(), *(folder for name in staged for folder in PurePosixPath(name).parents)}
    for folder in (place / one for one in sorted(above, reverse=True)):
        with suppress(OSError):
            folder.rmdir()

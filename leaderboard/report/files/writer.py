"""The files of a report on disk: whole or not at all, and no file of anybody else touched."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from leaderboard.errors import InputError, NothingToDo, Problem, UsageError
from leaderboard.files import BEGINNINGS, INCOMPLETE, PROVENANCE, STAGING, begun, check_output, write_whole
from leaderboard.formats.source import read_bytes
from leaderboard.report.files.record import (
    has_hash,
    inside,
    is_linked,
    read_hashes,
    render_provenance,
)
from leaderboard.verbs.rank import RankResult

# The name of a file, and what comes next in it.
Piece = tuple[str, bytes]

_EMPTY = hashlib.sha256().hexdigest()
_NOT_OURS = "move it away, or choose another --output"
# A checkout has the tables of a report, but not the record, which names a machine.
_TABLES = "leaderboard.json"


def write_report(result: RankResult, pieces: Iterable[Piece], folder: Path) -> None:
    """Write every file of a report as its pieces come; the record of their hashes takes its place last.

    Files of the report that was there before and are not made any more go away.
    """
    check_report(folder, [phase.submissions for phase in result.phases])
    _write(pieces, lambda hashes: render_provenance(result, hashes, folder).encode(), PROVENANCE, folder)


def check_report(folder: Path, submissions: Iterable[str]) -> None:
    """Refuse a folder that no report can be written to, or that has submissions in it."""
    check_output(folder)
    if folder.exists() and any(Path(one).exists() and folder.samefile(one) for one in submissions):
        raise UsageError(f"{folder}: holds the submissions; choose another --output")


def write_files(files: Mapping[str, bytes], record: str, folder: Path) -> None:
    """Write files, of which the record, which has the hashes of the others, takes its place last."""
    others = [(name, content) for name, content in files.items() if name != record]
    _write(others, lambda _: files[record], record, folder)


def _write(
    pieces: Iterable[Piece], recorded: Callable[[Mapping[str, str]], bytes], record: str, folder: Path
) -> None:
    """Write files and the record that is made of their hashes.

    Until it is there the folder says that it is incomplete, which its last files do not have to be.
    """
    with staging(folder) as place:
        found: dict[str, Any] = defaultdict(hashlib.sha256)
        with begun(place) as write:
            for name, piece in pieces:
                write(name, piece)
                found[name].update(piece)
            content = recorded({name: one.hexdigest() for name, one in found.items()})
            write(record, content)
            found[record].update(content)
            written = {name: one.hexdigest() for name, one in found.items()}
            former = _written_before(folder, record, claimed(place))
            before = {**_checked_out(folder, record, written), **former}
            if problems := list(_foreign(folder, {**written, INCOMPLETE: _EMPTY}, before)):
                raise InputError(problems)
            claim(place, {**before, **written})
        (folder / INCOMPLETE).touch()
        move([name for name in written if name != record], place, folder)
        for name, digest in before.items():
            # What somebody changed since it was written stays.
            if name not in written and has_hash(folder / name, digest):
                (folder / name).unlink()
        move([record], place, folder)
        (folder / INCOMPLETE).unlink()


def _written_before(folder: Path, record: str, unfinished: Mapping[str, str]) -> dict[str, str]:
    """The hashes of files of the last report and of the one that a killed run began."""
    try:
        recorded = {**read_hashes(folder, record), record: ""} if (folder / record).is_file() else {}
    except InputError:
        recorded = {}
    return {**recorded, **unfinished}


def _checked_out(folder: Path, record: str, files: Iterable[str]) -> dict[str, str]:
    """Return the files of a report that has its tables but no record, as version control keeps one."""
    tables = folder / _TABLES
    if (folder / record).exists() or tables.is_symlink() or not tables.is_file():
        return {}
    if not read_bytes(tables).startswith(BEGINNINGS):
        return {}
    return {name: "" for name in files if name != record and not is_linked(folder, name)}


def _foreign(folder: Path, files: Mapping[str, str], ours: Collection[str]) -> Iterator[Problem]:
    """Whatever is not of a report and stands where a file of this one would."""
    for name, digest in files.items():
        path = folder / name
        if name not in ours and (path.is_symlink() or path.exists()) and not has_hash(path, digest):
            yield Problem(str(path), 0, "not a file of an earlier report", _NOT_OURS)


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
    left = [path for path in place.rglob(f"{STAGING}-*") if path.is_file()]
    for path in (*(place / name for name in (*staged, _LOCK)), *left):
        path.unlink(missing_ok=True)
    for folder in (*sorted((path for path in place.rglob("*") if path.is_dir()), reverse=True), place):
        with suppress(OSError):
            folder.rmdir()

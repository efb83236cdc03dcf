"""Folders for results are looked at before any work is done for them, and files are written whole."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile

from leaderboard.errors import NothingToDo, UsageError, said_by_system
from leaderboard.text import one_line

# The record of a report, whose name is how its folder is known.
PROVENANCE = "provenance.json"
# How the record and the tables of a report begin, whatever version wrote it.
BEGINNINGS = tuple(b'{\n "schema": %d,\n "signature": "leaderboard:' % schema for schema in (1, 2))
# What is called so, or begins so, waits to take its place.
STAGING = ".leaderboard-staging"
# A file that the folder of a report has while the report is written.
INCOMPLETE = "INCOMPLETE"


def check_output(folder: Path) -> None:
    """Refuse a folder that cannot be made or written to; only a file that is made tells for sure."""
    remedy = "choose another folder for the results"
    there = next((path for path in (folder, *folder.parents) if os.path.lexists(path)), folder)
    try:
        with TemporaryFile(dir=there):
            return
    except NotADirectoryError:
        raise UsageError(f"{there}: not a folder; {remedy}") from None
    except OSError as error:
        what = f"cannot be written to ({said_by_system(error)})"
        raise NothingToDo(f"{there}: {what}; {remedy}") from None


def check_new(folder: Path) -> None:
    """Refuse a file, or a folder with anything in it."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder}: already exists; name a new or an empty folder")


def refuse_old(report: Path, schema: object, version: str) -> None:
    """Refuse a report of the first schema, which had other names."""
    if schema == 1 and schema is not True:
        what = f"a report of schema 1, written by leaderboard {one_line(version)}"
        raise UsageError(f"{report}: {what}; rank its submissions again")


def check_complete(folder: Path) -> None:
    """Refuse a report that is being written, or that a run began to write and did not finish."""
    if (mark := folder / INCOMPLETE).exists():
        what = "this report is not complete: a run is writing it, or stopped while it did"
        raise NothingToDo(f"{mark}: {what}; wait for it, or run `leaderboard rank` again")


def write_whole(files: Mapping[str, bytes], folder: Path) -> None:
    """Write each file beside its place, to take it when all are there, and to survive whatever happens next.

    At any moment the old file stands there or the new one, whole; no link is written through.
    """
    with begun(folder) as write:
        for name, content in files.items():
            write(name, content)


@contextmanager
def begun(folder: Path) -> Iterator[Callable[[str, bytes], None]]:
    """A function that writes a piece of a file beside its place, which all take when nothing failed."""
    waiting: dict[str, Path] = {}

    def write(name: str, piece: bytes) -> None:
        mode = "ab" if name in waiting else "xb"
        # Runs on other machines may have our process number.
        staged = waiting.setdefault(name, (folder / name).with_name(f"{STAGING}-{token_hex(8)}"))
        staged.parent.mkdir(parents=True, exist_ok=True)
        with naming(folder / name), staged.open(mode) as file:
            file.write(piece)

    try:
        yield write
        for name, staged in waiting.items():
            with naming(folder / name), staged.open("ab") as file:
                os.fsync(file.fileno())
        for name, staged in waiting.items():
            staged.replace(folder / name)
    finally:
        for staged in waiting.values():
            staged.unlink(missing_ok=True)


@contextmanager
def naming(place: Path) -> Iterator[None]:
    """Name the file that cannot be written: for want of room, the system does not."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(place)) from error


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def joint_digest(digests: Mapping[str, str]) -> str:
    """The hash of the only file, or of the names and hashes of all."""
    if len(digests) == 1:
        return next(iter(digests.values()))
    return digest_of("".join(f"{dataset}\n{digest}\n" for dataset, digest in digests.items()).encode())

"""Folders for results are looked at before any work is done for them, and files are written whole."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile

from leaderboard.errors import NothingToDo, UsageError

# The record of a report, whose name is how its folder is known.
PROVENANCE = "provenance.json"
# What is called so, or begins so, waits to take its place.
STAGING = ".leaderboard-staging"


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
        what = f"cannot be written to ({(error.strerror or str(error)).lower()})"
        raise NothingToDo(f"{there}: {what}; {remedy}") from None


def write_whole(files: Mapping[str, bytes], folder: Path) -> None:
    """Write each file beside its place, to take it when all are there, and to survive whatever happens next.

    At any moment the old file stands there or the new one, whole; no link is written through.
    """
    # Runs on other machines may have our process number.
    waiting = {name: (folder / name).with_name(f"{STAGING}-{token_hex(8)}") for name in files}
    try:
        for name, staged in waiting.items():
            staged.parent.mkdir(parents=True, exist_ok=True)
            with staged.open("xb") as file:
                file.write(files[name])
                file.flush()
                os.fsync(file.fileno())
        for name, staged in waiting.items():
            staged.replace(folder / name)
    finally:
        for staged in waiting.values():
            staged.unlink(missing_ok=True)

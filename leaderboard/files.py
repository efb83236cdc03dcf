"""Places for results, looked at before any work is done for them."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryFile

from leaderboard.errors import NothingToDo, UsageError


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

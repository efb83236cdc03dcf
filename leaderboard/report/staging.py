"""Files that are whole at any moment: all of them staged first, then moved to their places one by one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

STAGING = ".leaderboard-staged-"


def write_files(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files by their names from a folder; the last is the last to take its place."""
    folder.mkdir(parents=True, exist_ok=True)
    for left_behind in folder.glob(f"{STAGING}*"):  # by a run that was killed
        shutil.rmtree(left_behind, ignore_errors=True)
    with TemporaryDirectory(prefix=STAGING, dir=folder) as staging:
        _stage(files, Path(staging))
        _move(files, Path(staging), folder)


def _stage(files: Mapping[str, bytes], staging: Path) -> None:
    for name, content in files.items():
        path = staging / name
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def _move(files: Mapping[str, bytes], staging: Path, folder: Path) -> None:
    """Each place holds the old file or the new one at any moment, whole."""
    for name in files:
        (folder / name).parent.mkdir(exist_ok=True)
        (staging / name).replace(folder / name)

"""The files that a ranking was made of, by their hashes."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def digests(folder: Path, key: Path) -> dict[str, str]:
    """SHA-256 of the files of a folder, hidden ones apart, and of the key wherever it is."""
    paths = {*_files(folder), *_files(key)}
    return {name: _digest(path) for name, path in sorted((name_in(folder, path), path) for path in paths)}


def name_in(folder: str | Path, path: str | Path) -> str:
    """The name of a file from a folder, which is the same wherever the folder is."""
    return Path(os.path.relpath(path, folder)).as_posix()


def _files(root: Path) -> list[Path]:
    found = root.rglob("*") if root.is_dir() else [root]
    return [
        path
        for path in found
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(root).parts)
    ]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

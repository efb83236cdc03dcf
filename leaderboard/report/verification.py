"""Whether the files of a report are those that its provenance speaks of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from leaderboard.errors import InputError, Problem
from leaderboard.formats.source import read_bytes
from leaderboard.report.writer import PROVENANCE

_WRITE_AGAIN = "run `leaderboard rank` again"


def differing_files(folder: Path) -> tuple[str, ...]:
    """The files that are missing, or are of another run than the provenance, in order of name."""
    hashes = _recorded_hashes(folder / PROVENANCE)
    return tuple(name for name, digest in sorted(hashes.items()) if not _has_hash(folder / name, digest))


def _recorded_hashes(file: Path) -> Mapping[str, str]:
    try:
        hashes = json.loads(read_bytes(file))["files"]
        if all(_is_inside(name) and isinstance(digest, str) for name, digest in hashes.items()):
            return dict(hashes)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise InputError([Problem(str(file), 0, "no record of the files of a report", _WRITE_AGAIN)])


def _is_inside(name: str) -> bool:
    """A record cannot make anybody read files elsewhere."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name


def _has_hash(file: Path, digest: str) -> bool:
    return file.is_file() and hashlib.sha256(read_bytes(file)).hexdigest() == digest

"""The provenance of a report, read as untrusted text."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path, PurePosixPath
from typing import TypeVar

from leaderboard.errors import InputError, Problem
from leaderboard.files import PROVENANCE, refuse_old
from leaderboard.formats.source import read_bytes
from leaderboard.options import Options
from leaderboard.options.shared_task import Phase
from leaderboard.report.files.provenance import NOT_REPLAYED
from leaderboard.untrusted import of_kind, text

T = TypeVar("T")

WRITE_AGAIN = "run `leaderboard rank` again"
LINKED = "a symbolic link, which is not followed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """``options`` are those to rank with again; ``files`` and ``inputs`` hashes by name.

    ``phases`` have each a folder of submissions and a key, of which ``key`` is the last one's.
    """

    file: Path
    signature: str
    leaderboard: str
    versions: Mapping[str, str]
    submissions: str
    key: str
    configuration: str | None
    options: Mapping[str, object]
    inputs: Mapping[str, str]
    files: Mapping[str, str]
    phases: tuple[Phase, ...]


def read_record(folder: Path) -> Record:
    """Return the provenance of the report in a folder."""
    if not os.path.lexists(folder / PROVENANCE):
        what = f"no report of `leaderboard rank` here ({PROVENANCE} is missing)"
        raise InputError([Problem(str(folder), 0, what, "name the folder of a report")])
    if is_linked(folder, PROVENANCE):
        raise InputError([Problem(str(folder / PROVENANCE), 0, LINKED, WRITE_AGAIN)])
    return _read(folder / PROVENANCE, _record)


def read_hashes(folder: Path, record: str = PROVENANCE) -> dict[str, str]:
    """The files of the report in a folder with their hashes, whatever version wrote it."""
    return _read(folder / record, _hashes)


def _read(file: Path, reading: Callable[[Path, dict[str, object]], T]) -> T:
    try:
        return reading(file, json.loads(read_bytes(file)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError([Problem(str(file), 0, "not a record of a report", WRITE_AGAIN)]) from None


def _hashes(file: Path, said: dict[str, object]) -> dict[str, str]:
    return {inside(name): text(digest) for name, digest in of_kind(dict, said["files"]).items()}


def _record(file: Path, said: dict[str, object]) -> Record:
    refuse_old(file.parent, said["schema"], text(said["leaderboard"]))
    known = [entry.name for entry in fields(Options) if entry.name not in NOT_REPLAYED]
    options, versions = of_kind(dict, said["options"]), of_kind(dict, said["versions"])
    return Record(
        file=file,
        signature=text(said["signature"]),
        leaderboard=text(said["leaderboard"]),
        versions={name: text(version) for name, version in versions.items() if version is not None},
        submissions=text(said["submissions"]),
        key=text(said["key"]),
        configuration=_text_or_none(said["configuration"]),
        options={name: options[name] for name in known if name in options},
        inputs={name: text(digest) for name, digest in of_kind(dict, said["inputs"]).items()},
        files=_hashes(file, said),
        phases=tuple(
            _phase(label, of_kind(dict, one)) for label, one in of_kind(dict, said.get("phases", {})).items()
        ),
    )


def _phase(label: str, said: dict[str, object]) -> Phase:
    return Phase(label, text(said["key"]), text(said["submissions"]))


def _text_or_none(value: object) -> str | None:
    return None if value is None else text(value)


def is_linked(folder: Path, name: str) -> bool:
    """True if there is a link on the way from the folder of a report to one of its files."""
    return Path(os.path.realpath(folder / name)) != Path(os.path.realpath(folder), name)


def has_hash(file: Path, digest: str) -> bool:
    """Return True if a file is there and nobody changed it."""
    return file.is_file() and hashlib.sha256(read_bytes(file)).hexdigest() == digest


def inside(name: str) -> str:
    """A record cannot make anybody read files elsewhere."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        raise ValueError
    return name

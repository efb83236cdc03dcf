"""What a report says of its making: its provenance, read as the text of strangers that it is."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path, PurePosixPath
from typing import TypeVar

from leaderboard.errors import InputError, Problem
from leaderboard.files import PROVENANCE
from leaderboard.formats.source import read_bytes
from leaderboard.options import Settings
from leaderboard.options.tracks import Phase, Track
from leaderboard.report.files.provenance import NOT_REPLAYED

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
    title: str | None
    submissions: str
    key: str
    configuration: str | None
    options: Mapping[str, object]
    inputs: Mapping[str, str]
    files: Mapping[str, str]
    tracks: tuple[Track, ...]
    phases: tuple[Phase, ...]


def read_record(folder: Path) -> Record:
    """The provenance of the report in a folder."""
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
        raise InputError([Problem(str(file), 0, "no record of a report", WRITE_AGAIN)]) from None


def _hashes(file: Path, said: dict[str, object]) -> dict[str, str]:
    return {inside(name): _text(digest) for name, digest in _table(said["files"]).items()}


def _record(file: Path, said: dict[str, object]) -> Record:
    known = [entry.name for entry in fields(Settings) if entry.name not in NOT_REPLAYED]
    options, versions = _table(said["options"]), _table(said["versions"])
    return Record(
        file=file,
        signature=_text(said["signature"]),
        leaderboard=_text(said["leaderboard"]),
        versions={name: _text(version) for name, version in versions.items() if version is not None},
        title=_text_or_none(said["title"]),
        submissions=_text(said["submissions"]),
        key=_text(said["key"]),
        configuration=_text_or_none(said["configuration"]),
        options={name: options[name] for name in known if name in options},
        inputs={name: _text(digest) for name, digest in _table(said["inputs"]).items()},
        files=_hashes(file, said),
        tracks=tuple(_tracks(_table(said.get("tracks", {})), _table(said.get("track_lines", {})))),
        phases=tuple(_phase(label, _table(one)) for label, one in _table(said.get("phases", {})).items()),
    )


def _tracks(tracks: dict[str, object], lines: dict[str, object]) -> Iterator[Track]:
    for label, entries in tracks.items():
        line = lines.get(label, 0)
        if not isinstance(entries, list) or not isinstance(line, int):
            raise TypeError
        yield Track(label, tuple(map(_text, entries)), line)


def _phase(label: str, said: dict[str, object]) -> Phase:
    return Phase(label, _text(said["key"]), _text(said["submissions"]))


def _table(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def is_linked(folder: Path, name: str) -> bool:
    """Whether there is a link on the way from the folder of a report to one of its files."""
    return Path(os.path.realpath(folder / name)) != Path(os.path.realpath(folder), name)


def inside(name: str) -> str:
    """A record cannot make anybody read files elsewhere."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        raise ValueError
    return name

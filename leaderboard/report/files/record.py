"""The record of a report: what made it, and the hashes of its files."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import TypeVar

from leaderboard.errors import InputError, LeaderboardError
from leaderboard.files import PROVENANCE, refuse_old
from leaderboard.formats.source import read_bytes
from leaderboard.options import Options
from leaderboard.options.shared_task import Phase
from leaderboard.report.forms.json import render_json
from leaderboard.tasks.scored_task import name_in
from leaderboard.untrusted import of_kind, text
from leaderboard.verbs.rank import RankResult
from leaderboard.version import VERSION

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
        raise InputError.about(folder, what, "name the folder of a report")
    if is_linked(folder, PROVENANCE):
        raise InputError.about(folder / PROVENANCE, LINKED, WRITE_AGAIN)
    return _read(folder / PROVENANCE, _record)


def read_hashes(folder: Path, record: str = PROVENANCE) -> dict[str, str]:
    """The files of the report in a folder with their hashes, whatever version wrote it."""
    return _read(folder / record, _hashes)


def _read(file: Path, reading: Callable[[Path, dict[str, object]], T]) -> T:
    try:
        return reading(file, json.loads(read_bytes(file)))
    except LeaderboardError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError.about(file, "not a record of a report", WRITE_AGAIN) from None


def _hashes(file: Path, said: dict[str, object]) -> dict[str, str]:
    return {inside(name): text(digest) for name, digest in of_kind(dict, said["files"]).items()}


def _record(file: Path, said: dict[str, object]) -> Record:
    refuse_old(file.parent, said["schema"], text(said["leaderboard"]))
    if said["submissions"] == "":
        what = "this report was made in Python from clusters in memory"
        raise InputError.about(file, what, "run the code again to compare")
    known = [entry.name for entry in fields(Options) if entry.name not in NOT_REPLAYED]
    options, versions = of_kind(dict, said["options"]), of_kind(dict, said["versions"])
    return Record(
        file=file,
        signature=text(said["signature"]),
        leaderboard=text(said["leaderboard"]),
        versions={name: text(version) for name, version in versions.items() if version is not None},
        submissions=text(said["submissions"]),
        key=text(said["key"]),
        configuration=None if said["configuration"] is None else text(said["configuration"]),
        options={name: options[name] for name in known if name in options},
        inputs={name: text(digest) for name, digest in of_kind(dict, said["inputs"]).items()},
        files=_hashes(file, said),
        phases=tuple(
            Phase(label, text(one["key"]), text(one["submissions"]))
            for label, one in of_kind(dict, said.get("phases", {})).items()
        ),
    )


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


# What a report does not depend on, and the key, which the record names from the submissions.
NOT_REPLAYED = ("jobs", "scheduler", "save", "saved", "key")
_MACHINE = f"{platform.system()} {platform.machine()}"
# What the numbers and pictures are computed with.
_LIBRARIES = ("numpy", "scipy", "matplotlib", "jinja2", "tabulate")


def render_provenance(result: RankResult, hashes: Mapping[str, str], folder: Path) -> str:
    """Versions, options, the hash of every input and of every file, time and machine.

    Submissions are named from the folder of the report, and inputs from that of the submissions, so
    that both can move together.
    """
    where = result.options.scheduler
    record = render_json(
        {
            "schema": 2,
            "signature": result.signature,
            "leaderboard": VERSION,
            "versions": {"python": platform.python_version(), **versions()},
            "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "machine": ", ".join([_MACHINE, *([str(where)] if where else [])]),
            "title": result.title,
            "submissions": _source(result) and name_in(folder.resolve(), Path(_source(result)).resolve()),
            "key": result.key and name_in(result.top, result.key),
            "configuration": result.configuration and name_in(result.top, result.configuration),
            **_phases(result),
            "options": _options(result),
            "inputs": inputs(result),
            "files": hashes,
        }
    )
    return record.encode(errors="backslashreplace").decode()  # a path may have bytes that are no text


def _source(result: RankResult) -> str:
    """The folder of the submissions, or the table that takes its place; nothing where there is no file."""
    if table := result.task.table:
        return table.name if table.is_file else ""
    return result.key and result.top


def hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 of each file."""
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def inputs(result: RankResult) -> dict[str, str]:
    """The hashes of the inputs of all phases."""
    digests = {name: digest for phase in result.phases for name, digest in phase.inputs.items()}
    return dict(sorted(digests.items()))


def _phases(result: RankResult) -> dict[str, object]:
    """The folder and the key of each phase."""
    if result.phase is None:
        return {}
    return {
        "phases": {
            str(phase.phase): {
                "key": name_in(result.top, phase.key),
                "submissions": name_in(result.top, phase.submissions),
            }
            for phase in result.phases
        }
    }


def _options(result: RankResult) -> dict[str, object]:
    """Every option that a report depends on, stated or not; a function by its name, a file from the top.

    A unit that was stated silences a note, so a report with this note has none.
    """
    table = result.options.documents
    options = replace(result.options, documents=table and name_in(result.top, table))
    values = {
        entry.name: getattr(options, entry.name)
        for entry in fields(options)
        if entry.name not in NOT_REPLAYED
    }
    if any(one.kind == "documents_alike" for one in result.remarks):
        del values["unit"]
    return {name: _name(value) if callable(value) else value for name, value in values.items()}


def versions() -> dict[str, str | None]:
    """The version of each library, or None where it is missing."""
    return {name: _version(name) for name in _LIBRARIES}


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _name(function: object) -> str:
    return str(getattr(function, "__name__", type(function).__name__))

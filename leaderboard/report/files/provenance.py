"""The record of a report's making; the only file that differs between two equal runs."""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Mapping
from dataclasses import fields, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from leaderboard.report.forms.json import render_json
from leaderboard.tasks.scored_task import name_in
from leaderboard.verbs.rank import RankResult
from leaderboard.version import VERSION

# What a report does not depend on, and the key, which the record names from the submissions.
NOT_REPLAYED = ("jobs", "scheduler", "save", "saved", "key")
# What the numbers and pictures are computed with.
_LIBRARIES = ("numpy", "scipy", "matplotlib", "jinja2", "tabulate")


def render_provenance(result: RankResult, files: Mapping[str, bytes], folder: Path) -> str:
    """Versions, options, the hash of every input and of every file, time and machine.

    Submissions are named from the folder of the report, and inputs from that of the submissions, so
    that both can move together.
    """
    record = render_json(
        {
            "schema": 2,
            "signature": result.signature,
            "leaderboard": VERSION,
            "versions": {"python": platform.python_version(), **versions()},
            "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "machine": f"{platform.system()} {platform.machine()}",
            "title": result.title,
            "submissions": name_in(folder.resolve(), Path(result.top).resolve()),
            "key": name_in(result.top, result.key),
            "configuration": result.configuration and name_in(result.top, result.configuration),
            **_phases(result),
            "options": _options(result),
            "inputs": inputs(result),
            "files": hashes(files),
        }
    )
    return record.encode(errors="backslashreplace").decode()  # a path may have bytes that are no text


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
    """Every option that a report depends on, stated or not; a function by its name, a file from the top."""
    table = result.options.documents
    options = replace(result.options, documents=table and name_in(result.top, table))
    values = {
        entry.name: getattr(options, entry.name)
        for entry in fields(options)
        if entry.name not in NOT_REPLAYED
    }
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

"""What made a report; the one file that differs between two equal runs."""

from __future__ import annotations

import hashlib
import platform
import sys
import time
from collections.abc import Mapping
from dataclasses import fields
from importlib.metadata import PackageNotFoundError, version

from leaderboard.options import Settings
from leaderboard.report.json import render_json
from leaderboard.verbs.inputs import name_in
from leaderboard.verbs.rank import RankResult
from leaderboard.version import VERSION

# What the numbers and pictures are computed with.
_LIBRARIES = ("numpy", "scipy", "matplotlib", "jinja2", "tabulate")


def render_provenance(result: RankResult, files: Mapping[str, bytes]) -> str:
    """Versions, options, the hash of every input and of every file, time and machine."""
    return render_json(
        {
            "schema": 1,
            "signature": result.signature,
            "leaderboard": VERSION,
            "versions": {"python": platform.python_version(), **_versions()},
            "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "machine": platform.platform(),
            "command": sys.argv,
            "submissions": result.submissions,
            "key": name_in(result.submissions, result.key),
            "options": _options(result.settings),
            "inputs": result.inputs,
            "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        }
    )


def _options(settings: Settings) -> dict[str, object]:
    """Every option, stated or not; a function by its name."""
    values = {entry.name: getattr(settings, entry.name) for entry in fields(settings)}
    return {name: _name(value) if callable(value) else value for name, value in values.items()}


def _versions() -> dict[str, str | None]:
    return {name: _version(name) for name in _LIBRARIES}


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _name(function: object) -> str:
    return str(getattr(function, "__name__", type(function).__name__))

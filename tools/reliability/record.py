"""What each stage measured, kept in docs/reliability.json: the page is made of this alone."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs" / "reliability.json"

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """The figures of a stage, the command that made them, when, by which version, code and commit."""

    command: str
    date: str
    version: str
    figures: Figures
    code: str = ""
    commit: str = ""


def code() -> str:
    """A short hash of every module of the package, the same wherever it lies."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "leaderboard").rglob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def commit() -> str:
    """Return the last commit that changed the package, with a remark if files that decide figures differ."""
    changed = _git("status", "--porcelain", "--", "leaderboard", "tests", "tools", "pyproject.toml")
    package = _git("log", "-1", "--format=%h", "--abbrev=10", "--", "leaderboard")
    return package + (" with changes" if changed else "")


def _git(*words: str) -> str:
    return subprocess.run(
        ("git", *words), cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def entries() -> dict[str, Entry]:
    """What is known, by stage."""
    if not RECORD.exists():
        return {}
    return {name: Entry(**entry) for name, entry in json.loads(RECORD.read_text("utf-8")).items()}


def write(known: Mapping[str, Entry]) -> None:
    content = {name: asdict(entry) for name, entry in known.items()}
    RECORD.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")

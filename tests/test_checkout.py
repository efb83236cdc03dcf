"""A checkout holds the bytes that tests compare, on systems with other ends of lines too."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(not (ROOT / ".git").exists() or shutil.which("git") is None, reason="not a checkout")
@pytest.mark.parametrize(
    "name", ["reports/leaderboard.csv", "tests/report/golden/leaderboard.csv", "submissions/key.conll"]
)
def test_lines_end_as_they_were_committed(name: str) -> None:
    said = subprocess.run(
        ["git", "-c", "core.autocrlf=true", "check-attr", "eol", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == f"{name}: eol: lf\n"

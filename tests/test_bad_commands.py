"""No bad submission takes over five seconds or a gigabyte, whatever the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import small_task
from tests.bad_commands import MEMORY, PATIENCE
from tests.bad_inputs import CASES, build_all
from tests.small_task import FAIR, KEY

ROOT = Path(__file__).parent.parent
BASE = 5.0  # to start, and to import


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "submissions"
    small_task.write(folder, key=KEY, fair=FAIR, other=KEY)
    list(build_all(folder))
    return folder


@pytest.mark.parametrize(
    ("command", "code", "cases"), [("score", 4, len(CASES)), ("validate", 4, len(CASES)), ("rank", 3, 1)]
)
def test_time_and_memory_are_bounded(folder: Path, command: str, code: int, cases: int) -> None:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "tests" / "bad_commands.py"), str(folder), command],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LEADERBOARD_KEY": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    out, _ = process.communicate(timeout=BASE + PATIENCE * len(CASES))
    assert process.returncode == 0
    rows = [line.split("\t") for line in out.splitlines()]
    assert len(rows) == cases
    assert {found for _, found, _ in rows} == {str(code)}
    slow = [(name, float(seconds)) for name, _, seconds in rows if float(seconds) > PATIENCE]
    assert command == "rank" or not slow
    assert MEMORY == 1 << 30

"""A run that is killed while it writes its report leaves no submission and no half of a file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.running import Run, Typed
from tests.support.small_task import FAIR, KEY, OTHER_LINK, RIGHT, parts

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")

# The program, which kills itself where it would move its file number N, if there is such a number.
PROGRAM = """
import os, signal, sys
replace, moves, last = os.replace, [], int(sys.argv.pop(1))
def counted(*paths, **options):
    moves.append(paths)
    if len(moves) == last:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(*paths, **options)
os.replace = counted
from leaderboard.cli import main
try:
    main()
finally:
    print(len(moves), file=sys.stderr)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    small_task.write(tmp_path, key=KEY, fair=FAIR, right=parts(OTHER_LINK, RIGHT, RIGHT))
    return tmp_path


# Rank a folder, from within it, into `reports` in it.
RANK = ("rank", ".", "--metric", "muc", "--draws", "100", "--trials", "100", "--format", "json")


def rank(folder: Path, last: int = 0) -> Run:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(last), *RANK],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def listed(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in (folder / "reports").rglob("*")}


def test_the_report_of_a_killed_run_is_no_submission(
    folder: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    whole = rank(folder)
    files, moves = listed(folder), int(whole.err)
    assert moves > 5
    for last in (1, moves // 4, moves):  # before anything, in the folder for staging, before the record
        shutil.rmtree(folder / "reports")
        assert rank(folder, last).code == -signal.SIGKILL
        assert not (folder / "reports" / "provenance.json").exists()
        assert listed(folder) - files, "something is staged"
        again = typed(*RANK)
        assert (again.code, json.loads(again.out)["rejected"]) == (0, [])
        assert again.out == whole.out
        assert listed(folder) == files

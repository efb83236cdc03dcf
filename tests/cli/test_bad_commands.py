"""No bad submission hangs a command or takes a gigabyte, whatever the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.bad_inputs import CASES, build_all
from tests.support.small_task import FAIR, KEY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does")
ROOT = Path(__file__).parents[2]
FAR = 1800  # seconds, which only a hang takes
KIBIBYTE, GIBIBYTE = 1 << 10, 1 << 30


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "submissions"
    small_task.write(folder, key=KEY, fair=FAIR, other=KEY)
    list(build_all(folder))
    return folder


@pytest.mark.parametrize(
    ("command", "code", "cases"), [("score", 4, len(CASES)), ("validate", 4, len(CASES)), ("rank", 3, 1)]
)
def test_none_hangs_and_memory_is_bounded(folder: Path, command: str, code: int, cases: int) -> None:
    words = [sys.executable, str(ROOT / "tools" / "bad_commands.py"), str(folder), command]
    process = subprocess.Popen(
        ["timeout", str(FAR), *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LEADERBOARD_KEY": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process.stdout as pipe:
        out = pipe.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    assert usage.ru_maxrss * KIBIBYTE < GIBIBYTE
    rows = [line.split("\t") for line in out.splitlines()]
    assert len(rows) == cases
    assert {found for _, found in rows} == {str(code)}


@pytest.mark.parametrize("command", ["score", "validate"])
def test_a_lack_of_memory_would_be_seen(folder: Path, command: str) -> None:
    (folder / "large.jsonl").write_text('{"x": [' + "[], " * 2_000_000 + "[]]}")
    script = (
        f"import os, resource; os.chdir({str(folder)!r})\n"
        "from tools.bad_commands import SHORT_OF_MEMORY, run\n"
        f"run({command!r}, 'fair.conll')\n"
        "size = int(open('/proc/self/statm').read().split()[0]) * 4096 + (64 << 20)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (size, size))\n"
        f"assert run({command!r}, 'large.jsonl') == SHORT_OF_MEMORY\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LEADERBOARD_KEY": ""}
    assert subprocess.run([sys.executable, "-c", script], env=environment, check=False).returncode == 0

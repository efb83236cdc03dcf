"""The program as somebody whom permissions bind, whoever runs the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.running import Run

ROOT = Path(__file__).parents[2]
_POWERS = "-dac_override,-dac_read_search"
_SETPRIV = shutil.which("setpriv")
_IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

# Root reads everything, unless it gives that power up.
needs_permissions = pytest.mark.skipif(
    sys.platform == "win32" or (_IS_ROOT and _SETPRIV is None), reason="permissions bind nobody here"
)


def powerless(*words: str, cwd: Path) -> Run:
    """A process of its own: ``python -m leaderboard`` and some words."""
    without = [str(_SETPRIV), "--bounding-set", _POWERS, "--inh-caps", _POWERS] if _IS_ROOT else []
    done = subprocess.run(
        [*without, sys.executable, "-m", "leaderboard", *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)

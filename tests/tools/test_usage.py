"""Programs that take numbers tell how they are called."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["kill", "fuzz"])
def test_help_is_the_docstring(name: str) -> None:
    command = [sys.executable, "-m", f"tools.{name}", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"Usage: python tools/{name}.py" in done.stdout
    assert done.stderr == ""

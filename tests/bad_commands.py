"""The commands over all bad inputs one after the other, in a process whose time and memory are bounded.

Usage: python tests/bad_commands.py FOLDER COMMAND; each line is a case, its exit code and its seconds.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from leaderboard.cli import main as leaderboard
from tests.bad_inputs import CASES

MEMORY = 1 << 30
PATIENCE = 5.0


def run(*words: str) -> object:
    """The exit code of a command."""
    sys.argv = ["leaderboard", *words]
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            leaderboard()
    except SystemExit as done:
        return done.code
    return None


def main(folder: str, command: str) -> None:
    os.chdir(folder)
    # Of data alone: libraries map more addresses than they use.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    many = [(case.name, [case.name]) for case in CASES]
    for name, words in (
        [("all", [".", "--output", "../reports", "--draws", "100"])] if command == "rank" else many
    ):
        began = time.monotonic()
        code = run(command, *words)
        print(name.encode(errors="replace").decode(), code, time.monotonic() - began, sep="\t", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

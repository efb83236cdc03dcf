"""The commands over all bad inputs one after the other, in one process.

Usage: python tools/bad_commands.py FOLDER COMMAND; each line is a case and its exit code.
"""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from leaderboard.cli import main as leaderboard
from tests.support.bad_inputs import CASES

SHORT_OF_MEMORY = "more memory than is available"


def run(*words: str) -> object:
    """The exit code of a command, or what it says when the memory does not suffice."""
    sys.argv = ["leaderboard", *words]
    out = StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(out):
            leaderboard()
    except SystemExit as done:
        return SHORT_OF_MEMORY if SHORT_OF_MEMORY in out.getvalue() else done.code
    return None


def main(folder: str, command: str) -> None:
    os.chdir(folder)
    if command == "rank":
        runs = {"all": [".", "--output", "../reports", "--draws", "100"]}
    else:
        runs = {case.name: [case.name] for case in CASES}
    for name, words in runs.items():
        print(ascii(name), run(command, *words), sep="\t", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

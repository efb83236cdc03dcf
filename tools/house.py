"""Measure the package: its size, how much of it one command runs, and which names stand for several things.

    python tools/house.py [FOLDER]     # FOLDER holds the package `leaderboard` (default: this repository)

Files that run are those of which a function is called. Calls and files to B³ are those of the package that
stand on the stack when the sums of B³ are computed, on one core, for a small synthetic task.
"""

from __future__ import annotations

import argparse
import ast
import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {
    "rank": ["rank", "task", "--trials", "100", "--draws", "100", "--jobs", "1"],
    "compare": ["compare", "task/balanced.conll", "task/close.conll", "--trials", "100", "--jobs", "1"],
    "score": ["score", "task/balanced.conll", "--jobs", "1"],
}
# Run beside the program, in a process of its own; prints what it saw as the last line of standard error.
PROBE = """
import json, sys
from leaderboard.cli import main

ran, deepest = set(), {}

def notice(frame, event, argument):
    code = frame.f_code
    if event != "call" or "/leaderboard/" not in code.co_filename or code.co_name == "<module>":
        return
    ran.add(code.co_filename)
    if not deepest and code.co_filename.endswith("metrics/b_cubed.py"):
        files = []
        while frame is not None:
            if "/leaderboard/" in frame.f_code.co_filename:
                files.append(frame.f_code.co_filename)
            frame = frame.f_back
        deepest.update(calls=len(files), files=len(set(files)))

sys.setprofile(notice)
try:
    main()
except SystemExit:
    pass
sys.setprofile(None)
print(json.dumps({"ran": len(ran), **deepest}), file=sys.stderr)
"""


def sources(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def function_lengths(paths: list[Path]) -> list[int]:
    """The lines of every function and method, nested ones included."""
    return sorted(
        node.end_lineno - node.lineno + 1
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    )


def repeated_names(package: Path) -> dict[str, list[str]]:
    """Modules of one name in several rooms."""
    rooms = defaultdict(list)
    for path in sources(package):
        if not path.stem.startswith("__"):
            rooms[path.stem].append(str(path.parent.relative_to(package)))
    return {name: places for name, places in sorted(rooms.items()) if len(places) > 1}


def runs(folder: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """How many files each command runs, and how far it is from the command line to the sums of B³."""
    with tempfile.TemporaryDirectory() as scratch:
        made = ["simulate", "task", "--documents", "6", "--systems", "3"]
        for name, arguments in {"": made, **COMMANDS}.items():
            done = subprocess.run(
                [sys.executable, "-c", PROBE, *arguments],
                cwd=scratch,
                env={"PYTHONPATH": str(folder)},
                capture_output=True,
                text=True,
                check=False,
            )
            if name:
                yield name, json.loads(done.stderr.splitlines()[-1])


def report(folder: Path) -> Iterator[str]:
    package = folder / "leaderboard"
    paths = sources(package)
    lengths = function_lengths(paths)
    yield f"files                 {len(paths)}"
    yield f"lines                 {sum(len(path.read_text().splitlines()) for path in paths)}"
    yield f"functions             {len(lengths)}"
    yield (
        f"length of a function  median {statistics.median(lengths):g}, "
        f"p90 {lengths[int(0.9 * len(lengths))]}, max {lengths[-1]}"
    )
    for name, found in runs(folder):
        yield (
            f"{name:22}{found['ran']} files run; "
            f"{found.get('calls', 0)} calls in {found.get('files', 0)} files to the sums of B³"
        )
    repeated = repeated_names(package)
    yield f"names in several rooms {len(repeated)}"
    for name, places in repeated.items():
        yield f"  {name}: {', '.join(places)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT, help="holds the package (default: this one)"
    )
    for line in report(parser.parse_args().folder.resolve()):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

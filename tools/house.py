"""Measure the package: its size, how much of it one command runs, and which names stand for several things.

    python tools/house.py [FOLDER]     # FOLDER holds the package `leaderboard` (default: this repository)
    python tools/house.py check        # the size of each room beside its budget; exit code 1 if one is over

A line longer than 110 characters counts as several. Tokens leave out layout and comments.

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
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUDGET = Path(__file__).with_name("budget.toml")
LONGEST_LINE = 110
# Words of one fact each: the files that have them are those that a change of the fact would touch.
FACTS = ("spans_differ", "key_repairs", "missing_datasets", "units_differing")
LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}
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


def lines_of(path: Path) -> int:
    """The lines of a file, of which a long one counts as several."""
    return sum(max(1, -(-len(line) // LONGEST_LINE)) for line in path.read_text().splitlines())


def tokens_of(path: Path) -> int:
    with path.open("rb") as stream:
        return sum(token.type not in LAYOUT for token in tokenize.tokenize(stream.readline))


def rooms(package: Path) -> Counter[str]:
    """The lines of each folder of the package; ``.`` are the files beside them."""
    lines: Counter[str] = Counter()
    for path in sources(package):
        first, *rest = path.relative_to(package).parts
        lines[first if rest else "."] += lines_of(path)
    return lines


def over_budget(lines: Counter[str], budget: dict[str, int], most: int) -> Iterator[str]:
    """Each room that has more lines than it may, or no budget, and the sum if it is too large."""
    for room, count in sorted(lines.items()):
        if room not in budget:
            yield f"{room} has no budget; give it one in {BUDGET.name}"
        elif count > budget[room]:
            yield f"{room} has {count} lines, and its budget is {budget[room]}"
    if lines.total() > most:
        yield f"the package has {lines.total()} lines, and the goal is {most}"


def check(folder: Path) -> int:
    """Print the size, and what is over its budget; the exit code."""
    package, table = folder / "leaderboard", tomllib.loads(BUDGET.read_text())
    lines = rooms(package)
    print("\n".join(size(package)))
    faults = list(over_budget(lines, table["lines"], table["most"]))
    print("\n".join(faults) or f"every room is within its budget ({lines.total()} of {table['most']} lines)")
    return bool(faults)


def size(package: Path) -> Iterator[str]:
    paths = sources(package)
    yield f"files                 {len(paths)}"
    yield f"lines                 {sum(map(lines_of, paths))}"
    yield f"tokens                {sum(map(tokens_of, paths))}"


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
    yield from size(package)
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
    for fact in FACTS:
        yield f"files with {fact:17}{sum(fact in path.read_text() for path in paths)}"
    repeated = repeated_names(package)
    yield f"names in several rooms {len(repeated)}"
    for name, places in repeated.items():
        yield f"  {name}: {', '.join(places)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT, help="holds the package (default: this one), or `check`"
    )
    folder = parser.parse_args().folder
    if str(folder) == "check":
        return check(ROOT)
    for line in report(folder.resolve()):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Every number of two dozen tasks as a fact with a name, to compare versions whose outputs look otherwise.

    python -m tools.same_numbers write FOLDER     # with the `leaderboard` that this Python imports
    python -m tools.same_numbers compare OLD NEW  # exit code 1 and a line for each fact that differs

A fact is a cell of a CSV file or a leaf of a JSON answer: its task, relation, key and column are the name,
`rank-example/pairwise.csv[balanced,close,lea].p_value`. What is not there, in whatever way a version writes
that, is no fact; sentences are none either. `renamed.toml` says what is called otherwise, and which facts
only one side has.

It is not called `numbers.py`, as a program of that name would hide the standard module `numbers`.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from tools.number_tasks import COMMANDS, RANKINGS, make_tasks

PROGRAM = (sys.executable, "-m", "leaderboard")
RENAMED = Path(__file__).with_name("renamed.toml")
SHOWN = 50

# The columns that identify a record: those of these that it has. A list of anything else goes by place.
IDENTITY = (
    *("phase", "track", "setting", "board", "by", "value", "keep", "dataset", "document", "part"),
    *("system", "run", "first", "second", "metric", "quantity", "kind", "class", "experiment", "point"),
    *("file", "line", "text", "what"),
)
# Sentences, and what is told of the run itself.
SENTENCES = frozenset(
    {"signature", "schema", "notes", "remarks", "other_notes", "other_remarks", "warnings", "agreement_notes"}
)
NOT_THERE = ("", "-", "–", "—", None)


class Rule(NamedTuple):
    """Facts whose name matches are called otherwise; without another name only one side has them."""

    pattern: re.Pattern[str]
    name: str | None


def write(folder: Path) -> None:
    """Make the tasks, and keep what the commands answer."""
    make_tasks(folder, lambda words: _call(folder, words))
    rankings = {
        f"rank-{name}/leaderboard.json": f"rank {words} --output facts/rank-{name} --quiet --format json"
        for name, words in RANKINGS.items()
    }
    answers = {
        f"{name}.{form}": f"{words}{'' if words.startswith('diff ') else ' --quiet'} --format {form}"
        for name, words in COMMANDS.items()
        for form in ("json", "csv")
    }
    (folder / "facts").mkdir()
    _answer(folder, rankings)
    _answer(folder, answers)  # some look at reports


def _answer(folder: Path, commands: Mapping[str, str]) -> None:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, printed in zip(
            commands, pool.map(lambda words: _call(folder, words), commands.values()), strict=True
        ):
            place = folder / "facts" / name
            if not place.exists():
                place.write_bytes(printed)


def _call(folder: Path, words: str) -> bytes:
    environment = {name: text for name, text in os.environ.items() if not name.startswith("LEADERBOARD_")}
    done = subprocess.run(
        [*PROGRAM, *shlex.split(words)], cwd=folder, env=environment, capture_output=True, check=False
    )
    differing = 1 if words.startswith(("diff ", "validate ")) else 0  # found something
    if done.returncode not in (0, 3, differing):
        sys.exit(f"leaderboard {words}\n{done.stderr.decode()}")
    return done.stdout


def facts_of(folder: Path) -> dict[str, object]:
    """The value of each fact of a folder by its name."""
    facts: dict[str, object] = {}
    for path in sorted((folder / "facts").rglob("*")):
        name = path.relative_to(folder / "facts").as_posix()
        if path.suffix == ".csv":
            facts.update(_of_table(name, path))
        elif path.suffix == ".json" and path.name != "provenance.json" and path.stat().st_size:
            facts.update(_of_json(name, json.loads(path.read_text(encoding="utf-8"))))
    return facts


def _of_table(name: str, path: Path) -> Iterator[tuple[str, object]]:
    with path.open(encoding="utf-8", newline="") as stream:
        for number, row in enumerate(csv.DictReader(stream)):
            key = ",".join(row[column] for column in IDENTITY if row.get(column)) or str(number)
            for column, cell in row.items():
                if cell not in NOT_THERE:
                    yield f"{name}[{key}].{column}", _value(cell)


def _of_json(name: str, value: Any) -> Iterator[tuple[str, object]]:
    match value:
        case dict():
            for member, inner in value.items():
                if member not in SENTENCES:
                    yield from _of_json(f"{name}.{member}", inner)
        case list():
            for number, inner in enumerate(value):
                yield from _of_json(f"{name}[{_identity(inner) or number}]", inner)
        case _ if value not in NOT_THERE:
            yield name, value


def _identity(record: Any) -> str:
    if not isinstance(record, dict):
        return ""
    parts = (record[column] for column in IDENTITY if column in record)
    texts = ("/".join(map(str, part)) if isinstance(part, list) else part for part in parts)
    return ",".join(str(part) for part in texts if isinstance(part, str | int))


def _value(cell: str) -> object:
    """A cell of a CSV file as JSON has it."""
    try:
        return json.loads(cell)
    except ValueError:
        return cell


def rules_in(path: Path) -> list[Rule]:
    """The rules of a table of what is called otherwise."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Rule(re.compile(rule["fact"]), rule.get("now")) for rule in table.get("renamed", [])]


def renamed(facts: Mapping[str, object], rules: Sequence[Rule]) -> tuple[dict[str, object], set[str]]:
    """The facts by the names of today, and the names of those that one side alone may have."""
    by_name, alone = {}, set()
    for name, value in facts.items():
        for rule in rules:
            if rule.pattern.search(name):
                if rule.name is None:
                    alone.add(name)
                else:
                    name = rule.pattern.sub(rule.name, name)
        by_name[name] = value
    return by_name, alone


def compare(old: Path, new: Path, rules: Sequence[Rule]) -> tuple[list[str], int]:
    """A line for each fact that differs or that one side lacks, and how many numbers both sides have."""
    (ours, ours_alone), (theirs, theirs_alone) = (renamed(facts_of(top), rules) for top in (old, new))
    lines = [
        f"only in {top}: {name} = {facts[name]!r}"
        for top, facts, others, alone in ((old, ours, theirs, ours_alone), (new, theirs, ours, theirs_alone))
        for name in facts
        if name not in others and name not in alone
    ]
    both = ours.keys() & theirs.keys()
    differ = [name for name in sorted(both) if not _same(ours[name], theirs[name])]
    lines += [f"{name}: {ours[name]!r}, now {theirs[name]!r}" for name in differ]
    return lines, sum(isinstance(ours[name], int | float) for name in both)


def _same(ours: object, theirs: object) -> bool:
    """True if two values are equal, to the last digit."""
    return ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)


def main(arguments: Sequence[str]) -> int:
    match arguments:
        case ["write", folder]:
            write(Path(folder))
            return 0
        case ["compare", old, new]:
            lines, numbers = compare(Path(old), Path(new), rules_in(RENAMED))
            print("\n".join(lines[:SHOWN]))
            print(f"{numbers:,} numbers compared; {len(lines):,} facts differ or are only on one side")
            return bool(lines)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Write docs/schema.md: all relations of the output with their columns, from the fields themselves.

Usage: python -m tools.schema_page > docs/schema.md
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import leaderboard
from leaderboard.report.forms.json import render_json
from leaderboard.report.frame import Result, relations_of
from leaderboard.report.ranking_record import rank_record
from leaderboard.report.relation import OUTER, Relation
from leaderboard.report.table import Column, ends

TASK = Path(__file__).parents[1] / "submissions"
TEXTS = ("text", "letters", "card")
HEAD = """# Schema of the output

JSON, CSV files and data frames have the same cells. A relation is a list of rows with named columns. Its key
tells the rows apart.
`leaderboard.frame(result, "ranks")` gives a relation as a data frame.

Columns depend on options, metrics and the task, never on values. M stands for each metric that was asked for,
P for the primary one. What is not there is `null` in JSON, `[null, null]` for bounds, and an empty cell in
CSV. A list is joined by `/` in CSV, `changes` by commas. The third column says where a record of the JSON has
the cell; *outer* means the record around it. The JSON of `rank` has no records of `documents` and `repairs`.
Some options add columns: `--repair`, several runs, `--against`, `--margin`, attempts and slices.
With `--contrastive`, each system and pair has the column `contrastive`. With `--baselines`, each system has
the column `baseline`.
Only JSON has `documents_needed` of `rank` and `compare`.
This page is written by `python -m tools.schema_page`.
"""


def page() -> str:
    """The page, each relation once, under the first command that has it."""
    known: set[str] = set()
    parts = [HEAD]
    for command, result in _results():
        new = [one for name, one in relations_of(result).items() if name not in known]
        known |= {one.name for one in new}
        parts += [f"## `{command}`\n", *map(_section, new)] if new else []
    return "\n".join(parts)


def _results() -> Iterator[tuple[str, Result]]:
    """A result of each command, by two metrics of which one is the primary one."""
    one, other = (TASK / f"{name}.conll" for name in ("balanced", "precise"))
    few = {"trials": 100, "draws": 100}
    ranking = leaderboard.rank(TASK, metric=("muc", "conll"), primary="conll", **few)
    yield "rank", ranking
    yield "score", leaderboard.score(one, metric=("muc", "conll"))
    yield "compare", leaderboard.compare(one, other, metric=("muc", "conll"), primary="conll", **few)
    yield "errors", leaderboard.error_prices(one, metric=("muc", "conll"), primary="conll", **few)
    yield "correlate", leaderboard.correlate(TASK, metric=("muc", "conll"), draws=100)
    yield "power", leaderboard.power(TASK, metric=("muc", "conll"), draws=100)
    yield "describe", leaderboard.describe(one)
    yield "validate", leaderboard.validate(one)
    yield "probe", leaderboard.probe("split", metric=("muc", "conll"))
    with TemporaryDirectory() as folder:
        report = Path(folder) / "leaderboard.json"
        report.write_text(render_json(rank_record(ranking)), encoding="utf-8")
        yield "diff", leaderboard.diff(report, report)


def _section(relation: Relation) -> str:
    whole = _whole(relation)
    file = f" File of `rank`: `{relation.file}`." if relation.file else ""
    rows = "".join(_row(column, _path(relation, column), whole) for column in relation.columns)
    key = ", ".join(f"`{name}`" for name in relation.key)
    return f"### {relation.name}\n\nKey: {key}.{file}\n\n| column | type | in JSON |\n|---|---|---|\n{rows}"


def _whole(relation: Relation) -> set[str]:
    """The bounds whose ends are whole numbers, such as ranks."""
    return {
        column.name
        for place, column in enumerate(relation.columns)
        if column.kind == "bounds"
        and any(isinstance(end, int) for row in relation.rows for end in ends(row[place]))
    }


def _path(relation: Relation, column: Column) -> str:
    """Where a record has the cell."""
    is_outer = column.path == OUTER or (relation.order and column.name not in relation.order)
    return OUTER if is_outer else _general(column.path or column.name)


def _row(column: Column, path: str, whole: Collection[str]) -> str:
    """The rows of a column in CSV; bounds have two, and what only records have has none."""
    if column.in_records:
        return ""
    if column.kind == "bounds":
        name = _general(column.ends or column.name)
        kind = "count" if column.name in whole else "number"
        both = enumerate(("low", "high"))
        return "".join(f"| `{name}_{end}` | {kind} | `{path}[{at}]` |\n" for at, end in both)
    kind = "text" if column.kind in TEXTS else column.kind
    kind = kind if kind in ("text", "count", "flag", "list") else "number"
    return f"| `{_general(column.name)}` | {kind} | {'outer' if path == OUTER else f'`{path}`'} |\n"


def _general(name: str) -> str:
    """The name with M or P in the place of a metric."""
    for metric, letter in (("muc", "M"), ("conll", "P")):
        name = re.sub(rf"(?<![a-z]){metric}(?![a-z])", letter, name)
    return name


if __name__ == "__main__":
    sys.stdout.write(page())

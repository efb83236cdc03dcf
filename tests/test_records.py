"""Records of six or more fields are made by name alone, so that no two values change places unnoticed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOM = Path(__file__).parents[1] / "leaderboard"
MANY = 6
# Their first fields are read in order, as a sentence or a row: file, line, what is wrong, what to do.
IN_ORDER = {"Problem", "Column", "Table", "Metric"}
# Tables of sums: whose, of what, by which metrics, and the sums.
SUMS = {"Scoresheet", "Units"}
# Made once a node or a bracket, where names would cost time.
OFTEN = {"Node", "_Piece", "_Pieces", "Mentions", "Links"}
# Rows of numbers, made of a whole row: columns of a file, counts of links and of repairs.
ROWS = {"Columns", "LinkScores", "LinkSums", "Mend", "HeadCounts"}
# What pictures are made of, hundreds in each: where, how large, which colour.
DRAWN = {"Box", "Dot", "Drawing", "Frame", "Picture", "Text"}


def records() -> Iterator[ast.ClassDef]:
    for path in ROOM.rglob("*.py"):
        if path.name == "keywords.py":
            continue  # keywords of functions have names only
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not any(
                "Options" in ast.unparse(base) for base in node.bases
            ):
                yield node


def is_by_name(record: ast.ClassDef) -> bool:
    return any("kw_only=True" in ast.unparse(decorator) for decorator in record.decorator_list)


def by_position(record: ast.ClassDef) -> int:
    """The number of fields that can be given without their names."""
    fields = [line.target for line in record.body if isinstance(line, ast.AnnAssign)]
    names = [ast.unparse(field) for field in fields]
    return names.index("_") if "_" in names else len(names)


def test_records_of_many_fields_are_made_by_name() -> None:
    large = [one for one in records() if by_position(one) >= MANY]
    assert len(large) > 40
    assert {one.name for one in large if not is_by_name(one)} - {
        "MatchingOptions",
        "DescribeOptions",
        "Estimates",
    } == IN_ORDER | SUMS | OFTEN | ROWS | DRAWN

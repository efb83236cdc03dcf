"""Published tables of scores, in CSV: a column ``system`` and one column per score."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from math import isfinite, nan
from pathlib import Path
from typing import get_args

import numpy as np

from leaderboard.correlation.coefficients import QUANTITIES, Points, Quantity
from leaderboard.errors import InputError, Problem
from leaderboard.formats.source import read_bytes
from leaderboard.metrics import METRICS

Score = tuple[str, Quantity]
Row = dict[Score, float]
_SYSTEM = "system"


def read_tables(paths: Sequence[Path]) -> Points:
    """All rows of all tables, each row a point; a score that a table lacks is unknown."""
    names: list[str] = []
    rows: list[Row] = []
    for path in paths:
        for name, row in _read(path):
            names.append(f"{path.stem}: {name}" if len(paths) > 1 else name)
            rows.append(row)
    given = {score for row in rows for score in row}
    return Points(
        tuple(names),
        {
            quantity: {
                metric: np.array([row.get((metric, quantity), nan) for row in rows])
                for metric in METRICS
                if (metric, quantity) in given
            }
            for quantity in QUANTITIES
        },
    )


def _read(path: Path) -> list[tuple[str, Row]]:
    """The systems of one table; scores above 1 make it a table of percentages."""
    lines = csv.reader(io.StringIO(_text(path), newline=""), strict=True)
    try:
        header = next(lines, [])
        place, columns = _columns(path, header)
        found = [
            (line[place], _row(path, lines.line_num, line, len(header), columns))
            for line in lines
            if any(cell.strip() for cell in line)
        ]
    except csv.Error as error:
        raise _fault(path, lines.line_num, f"not valid CSV ({error})", "mend the line") from None
    scale = 100 if any(value > 1 for _, row in found for value in row.values()) else 1
    return [(name, {score: value / scale for score, value in row.items()}) for name, row in found]


def _text(path: Path) -> str:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _fault(path, 0, "not UTF-8", "save the table in that encoding") from None


def _columns(path: Path, header: Sequence[str]) -> tuple[int, dict[Score, int]]:
    """Where the names of the systems stand, and each score; other columns are passed over."""
    names = [cell.strip().lower() for cell in header]
    if _SYSTEM not in names:
        raise _fault(path, 1, f"no column is called {_SYSTEM}", "name the systems in one")
    found: dict[Score, int] = {}
    for place, name in enumerate(names):
        score = _score(name)
        if score in found:
            raise _fault(path, 1, f"column {name} gives the same score as an earlier one", "keep one of them")
        if score:
            found[score] = place
    if not found:
        raise _fault(path, 1, "no column of scores", "call them by metrics, as muc, muc_f1 or muc_recall")
    return names.index(_SYSTEM), found


def _score(column: str) -> Score | None:
    """A metric's name means its F1."""
    if column in METRICS:
        return column, "f1"
    metric, _, quantity = column.rpartition("_")
    known: dict[str, Quantity] = {word: word for word in get_args(Quantity)}
    return (metric, known[quantity]) if metric in METRICS and quantity in known else None


def _row(path: Path, number: int, line: Sequence[str], width: int, columns: dict[Score, int]) -> Row:
    if len(line) != width:
        what = f"{len(line)} cells under {width} columns"
        raise _fault(path, number, what, "give each row a cell per column")
    return {
        score: _number(path, number, line[place]) for score, place in columns.items() if line[place].strip()
    }


def _number(path: Path, number: int, cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise _fault(path, number, f"{cell!r} is no score", "give a number, or leave the cell empty")
    return value


def _fault(path: Path, line: int, what: str, remedy: str) -> InputError:
    return InputError([Problem(str(path), line, what, remedy)])

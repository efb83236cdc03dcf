"""Published tables of scores, in CSV: a column ``system`` and one column per score.

Scores are fractions from 0 to 1; a table with any score above 1 is one of percentages from 0 to 100. Rows
that the column ``baseline`` of ``leaderboard.csv`` marks are left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import compress
from math import nan
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import numpy as np

from leaderboard.correlation.coefficients import Points
from leaderboard.errors import UsageError
from leaderboard.formats.source import check_delimiter, csv_rows, read_bytes, table_fault
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import QUANTITIES, Quantity
from leaderboard.remark import Remark, remark
from leaderboard.text import one_line

Score = tuple[str, Quantity]
Row = dict[Score, float]
_SYSTEM, _BASELINE, _MARKS = "system", "baseline", {"true", "false", ""}
# How much a column has to look like a metric to be taken for it: `bcubed` does, `rank` is not `rand`.
_ALIKE = 0.8


@dataclass(frozen=True, slots=True)
class Tables:
    """The rows of tables as points, and what a reader should know of how they were read."""

    points: Points
    remarks: tuple[Remark, ...]


def read_tables(paths: Sequence[Path]) -> Tables:
    """All rows of all tables, each row a point; a score that a table lacks is unknown."""
    names: list[str] = []
    rows: list[Row] = []
    remarks: list[Remark] = []
    for number, path in enumerate(paths):
        if path in paths[:number]:
            raise UsageError(f"{path} is given twice; name each table once")
        of_file, of_table = _read(path)
        remarks += of_table
        for name, row in of_file.items():
            names.append(f"{path.stem}: {name}" if len(paths) > 1 else name)
            rows.append(row)
    return Tables(_points(names, rows, "table" if len(paths) > 1 else "system"), tuple(remarks))


def _points(names: Sequence[str], rows: Sequence[Row], of: Literal["system", "table"]) -> Points:
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
        of,
    )


def _read(path: Path) -> tuple[dict[str, Row], list[Remark]]:
    """The systems of one table as fractions, and what is to be said of it."""
    rows = csv_rows(path, read_bytes(path))
    first, header = next(rows)
    names, columns = _columns(path, first, header)
    place, lines = names.index(_SYSTEM), list(rows)
    marked = _marked(names, [cells for _, cells in lines])
    of_system: dict[str, Row] = {}
    for line, cells in compress(lines, [not mark for mark in marked]) if marked else lines:
        row = {
            score: _number(path, line, cells[number])
            for score, number in columns.items()
            if cells[number].strip()
        }
        if cells[place] in of_system:
            what = f"{cells[place]} already has a row"
            raise table_fault(path, line, what, "keep one row per system")
        of_system[cells[place]] = row
    scale = 100 if any(value > 1 for row in of_system.values() for value in row.values()) else 1
    fractions = {
        name: {score: value / scale for score, value in row.items()} for name, row in of_system.items()
    }
    baselines = tuple(one_line(cells[place]) for _, cells in compress(lines, marked))
    return fractions, [
        *_passed_over(path, header, {_SYSTEM, _BASELINE} if marked else {_SYSTEM}),
        *([remark("baselines_passed_over", table=one_line(path.name), systems=baselines)] * bool(baselines)),
        *(_small_percentages(path, of_system) if scale > 1 else ()),
    ]


def _marked(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[bool]:
    """Which rows are marked as baselines, or nothing if no column holds such marks alone."""
    marks = [cells[names.index(_BASELINE)].strip().lower() for cells in rows if _BASELINE in names]
    return [mark == "true" for mark in marks] if {*marks} <= _MARKS else []


def _passed_over(path: Path, header: Sequence[str], used: Container[str]) -> Iterator[Remark]:
    """The columns that are neither scores nor used, with what they may have been meant for."""
    names = [one_line(cell.strip()) for cell in header]
    others = [name for name in names if name.lower() not in used and not _score(name.lower())]
    if others:
        columns = tuple((name, _meant(name)) for name in others)
        yield remark("columns_passed_over", table=one_line(path.name), columns=columns)


def _meant(column: str) -> str:
    """The score whose name or label looks most like that of a column, if any does."""
    plain = _plain(column)
    if _score(plain):
        return plain
    known = {_plain(build(MetricOptions()).label): name for name, build in METRICS.items()}
    known |= {name: name for name in METRICS}
    metric, _, quantity = plain.rpartition("_")
    end = f"_{quantity}" if quantity in QUANTITIES else ""
    close = get_close_matches(metric if end else plain, known, 1, _ALIKE)
    return f"{known[close[0]]}{end}" if close else ""


def _plain(name: str) -> str:
    """In small letters, signs as letters and digits, and no blanks: B³ is b3."""
    return "_".join(normalize("NFKC", name).lower().split())


def _small_percentages(path: Path, rows: dict[str, Row]) -> Iterator[Remark]:
    """Scores that may be fractions by mistake, for others of their table are not."""
    small = tuple(
        (one_line(name), value) for name, row in rows.items() for value in row.values() if 0 < value <= 1
    )
    if small:
        yield remark("small_percentages", table=one_line(path.name), scores=small)


def _columns(path: Path, line: int, header: Sequence[str]) -> tuple[list[str], dict[Score, int]]:
    """The names of all columns, and where each score stands; other columns are passed over."""
    if header and header[0].startswith("#"):
        remedy = "name a folder with submissions, or a CSV table of scores"
        raise table_fault(path, line, "not a table of scores", remedy)
    names = [cell.strip().lower() for cell in header]
    check_delimiter(path, line, header)
    if _SYSTEM not in names:
        raise table_fault(
            path, line, f"there is no column {_SYSTEM!r}", "add a column with the names of the systems"
        )
    columns: dict[Score, int] = {}
    for place, name in enumerate(names):
        score = _score(name)
        if score in columns:
            raise table_fault(
                path, line, f"column {name} gives the same score as an earlier one", "keep one of them"
            )
        if score:
            columns[score] = place
    if not columns:
        raise table_fault(
            path,
            line,
            "there is no column of scores",
            "name columns after metrics: muc, muc_f1 or muc_recall",
        )
    return names, columns


def _score(column: str) -> Score | None:
    """A metric's name means its F1."""
    if column in METRICS:
        return column, "f1"
    metric, _, quantity = column.rpartition("_")
    known: dict[str, Quantity] = {word: word for word in QUANTITIES}
    return (metric, known[quantity]) if metric in METRICS and quantity in known else None


def _number(path: Path, number: int, cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = nan
    if not 0 <= value <= 100:
        remedy = "give a number from 0 to 1, or from 0 to 100, or leave the cell empty"
        raise table_fault(path, number, f"{cell!r} is not a score", remedy)
    return value

"""CSV: raw values at full precision, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from leaderboard.report.table import Table, Value


def render_csv(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    table = table.flat()
    writer.writerow([cell(column.name) for column in table.columns])
    writer.writerows(zip(*map(_cells, zip(*table.rows, strict=True)), strict=True))
    return out.getvalue()


def _cells(column: tuple[Value, ...]) -> Iterable[Value]:
    """Numbers, and None as an empty cell, are what the writer makes of them anyway."""
    return map(cell, column) if {str, bool} & set(map(type, column)) else column


def cell(value: Value) -> Value:
    """Text that begins like a formula gets an apostrophe; numbers never do."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
    if isinstance(value, bool):
        return str(value).lower()
    return value

"""CSV: raw values at full precision, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

from leaderboard.report.table import Table, Value


def render_csv(table: Table) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    table = table.flat()
    writer.writerow([column.name for column in table.columns])
    writer.writerows([[_cell(value) for value in row] for row in table.rows])
    return out.getvalue()


def _cell(value: Value) -> str:
    """Text that begins like a formula gets an apostrophe; numbers never do."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else repr(value)

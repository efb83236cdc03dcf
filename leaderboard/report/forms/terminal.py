"""Plain tables for a terminal: no markup, no escape codes."""

from __future__ import annotations

from tabulate import tabulate

from leaderboard.report.table import Table
from leaderboard.text import one_line


def render_terminal(table: Table) -> str:
    align = ["left" if column.is_text else "right" for column in table.columns]
    cells = [[one_line(cell) for cell in row] for row in table.shown()]
    rows = tabulate(cells, table.labels, "simple", colalign=align, disable_numparse=True)
    notes = "".join(f"{one_line(note)}\n" for note in table.signed_notes)
    return f"{one_line(table.caption)}\n\n{rows}\n{notes and chr(10)}{notes}"

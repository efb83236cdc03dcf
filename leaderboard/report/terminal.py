"""Plain tables for a terminal: no markup, no escape codes."""

from __future__ import annotations

from tabulate import tabulate

from leaderboard.report.table import Table


def render_terminal(table: Table) -> str:
    align = ["left" if column.kind == "text" else "right" for column in table.columns]
    cells = [[printable(cell) for cell in row] for row in table.shown()]
    rows = tabulate(cells, table.labels, "simple", colalign=align, disable_numparse=True)
    notes = "".join(f"{printable(note)}\n" for note in table.notes)
    return f"{printable(table.caption)}\n\n{rows}\n{notes and chr(10)}{notes}"


def printable(text: str) -> str:
    """Characters that could steer the terminal, or turn the text around, as escapes."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)

"""Markdown tables as GitHub reads them."""

from __future__ import annotations

import re

from tabulate import tabulate

from leaderboard.report.table import Table


def render_markdown(table: Table) -> str:
    align = ["left" if column.kind == "text" else "right" for column in table.columns]
    cells = [[escape(cell) for cell in row] for row in table.shown()]
    rows = tabulate(
        cells, [escape(label) for label in table.labels], "pipe", colalign=align, disable_numparse=True
    )
    notes = "".join(f"\n{escape(note)}\n" for note in table.notes)
    return f"{escape(table.caption)}\n\n{rows}\n{notes}"


def escape(text: str) -> str:
    """Show every character as itself: no markup, no links, no HTML, no new cell or line."""
    text = re.sub(r"\s+", " ", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]{}|~#!$@])", r"\\\1", text)

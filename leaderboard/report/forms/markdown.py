"""Markdown tables as GitHub reads them."""

from __future__ import annotations

import re
from urllib.parse import quote

from tabulate import tabulate

from leaderboard.report.table import Table

# All other characters are written by their numbers, so that none ends a link.
_IN_ADDRESSES = "%/:?#@&=+;,~"


def render_markdown(table: Table) -> str:
    """The caption, the rows, then the notes."""
    return f"{line(table.caption)}\n\n{rows_and_notes(table)}"


def section(table: Table, level: int = 2) -> str:
    """Render a table under a heading."""
    return f"{'#' * level} {escape(table.caption)}\n\n{rows_and_notes(table)}"


def rows_and_notes(table: Table) -> str:
    align = ["left" if column.is_text else "right" for column in table.columns]
    cells = [
        [_cell(table, row, at, cell) for at, cell in enumerate(cells)]
        for row, cells in enumerate(table.shown())
    ]
    rows = tabulate(
        cells, [escape(label) for label in table.labels], "pipe", colalign=align, disable_numparse=True
    )
    notes = "".join(f"\n{line(note)}\n" for note in table.everything)
    return f"{rows}\n{notes}"


def _cell(table: Table, row: int, column: int, text: str) -> str:
    if table.is_link(row, column):
        return f"[{escape(text)}]({quote(text, safe=_IN_ADDRESSES)})"
    return f"**{escape(text)}**" if table.is_best(row, column) else escape(text)


def escape(text: str) -> str:
    """Show every character as itself: no markup, no links, no HTML, no new cell or line."""
    text = re.sub(r"\s+", " ", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]{}|~#!$@]|:(?=//)|(?<=www)\.)", r"\\\1", text)


def line(text: str) -> str:
    """A line of its own that begins no list and underlines nothing."""
    return re.sub(r"^(\d*)([-+=.)])", r"\1\\\2", escape(text))

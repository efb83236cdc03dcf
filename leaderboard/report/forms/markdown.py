"""Markdown tables as GitHub reads them."""

from __future__ import annotations

import re
from urllib.parse import quote

from tabulate import tabulate

from leaderboard.ranking.standings import RULES
from leaderboard.report.table import Table

# All other characters are written by their numbers, so that none ends a link.
_IN_ADDRESSES = "%/:?#@&=+;,~"


# Names may have backticks, too; these are the words of the program that sentences have in them.
_WORDS = rf"`(?P<code>(?:--|leaderboard |pip )[^`]+|{'|'.join(RULES)})`(?!\w)"
CODE = re.compile(rf"(?<![^\s(])(?:{_WORDS}|(?P<option>--[a-z][a-z-]+))")


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
    notes = "".join(f"\n{prose(note)}\n" for note in table.everything)
    return f"{rows}\n{notes}"


def _cell(table: Table, row: int, column: int, text: str) -> str:
    if table.is_link(row, column):
        return _linked(text, text)
    if pieces := table.pieces(row, column, text):
        return "".join(_linked(piece, address) if address else escape(piece) for piece, address in pieces)
    return f"**{escape(text)}**" if table.is_best(row, column) else escape(text)


def _linked(text: str, address: str) -> str:
    return f"[{escape(text)}]({quote(address, safe=_IN_ADDRESSES)})"


def escape(text: str) -> str:
    """Show every character as itself: no markup, no links, no HTML, no new cell or line."""
    text = re.sub(r"\s+", " ", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]{}|~#!$@]|:(?=//)|(?<=www)\.)", r"\\\1", text)


def prose(text: str) -> str:
    """A sentence that begins no list, with the words of the program as code."""
    pieces, end = [], 0
    for found in CODE.finditer(text):
        pieces += [escape(text[end : found.start()]), f"`{found['code'] or found['option']}`"]
        end = found.end()
    return _no_list("".join((*pieces, escape(text[end:]))))


def line(text: str) -> str:
    """A line of its own that begins no list and underlines nothing."""
    return _no_list(escape(text))


def _no_list(text: str) -> str:
    return re.sub(r"^(\d*)([-+=.)])", r"\1\\\2", text)

"""Plain tables for a terminal: no markup, no escape codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from tabulate import tabulate

from leaderboard.report.table import Table
from leaderboard.report.words.comparisons import left_out_note
from leaderboard.text import one_line

# Where a table is too wide, headings and long texts break after so many characters.
_HEADING, _LONG_TEXT = 10, 22


def render_terminal(table: Table) -> str:
    return _with_notes(table, _simple(table))


def render_fitted(table: Table, width: int) -> str:
    """Return the table in so many characters: first with narrow headings, then without spare columns."""
    candidates = [(table, _simple(table)), *((one, _compact(one)) for one in _narrower(table))]
    fitted, rows = next((one for one in candidates if _width(one[1]) <= width), candidates[-1])
    left_out = [column.label for column in table.columns if column not in fitted.columns]
    notes = (left_out_note(left_out),) if left_out else ()
    return _with_notes(replace(fitted, notes=(*notes, *fitted.notes)), rows)


def _with_notes(table: Table, rows: str) -> str:
    notes = "".join(f"{one_line(note)}\n" for note in table.signed_notes)
    return f"{one_line(table.caption)}\n\n{rows}\n{notes and chr(10)}{notes}"


def _narrower(table: Table) -> Iterator[Table]:
    """The table itself, then without its spare columns, one level after the other."""
    for level in sorted({column.spare for column in table.columns}, reverse=True):
        yield table.only([column.name for column in table.columns if column.spare <= level])


def _simple(table: Table) -> str:
    return tabulate(_cells(table), table.labels, "simple", colalign=_align(table), disable_numparse=True)


def _compact(table: Table) -> str:
    """The rows without the room that tabulate leaves around headings."""
    headings = ["\n".join(wrap(label, _HEADING)) for label in table.labels]
    cells = [
        [
            "\n".join(wrap(cell, _LONG_TEXT)) if column.wraps else cell
            for cell, column in zip(row, table.columns, strict=True)
        ]
        for row in _cells(table)
    ]
    rules = ["-" * max(map(_width, column)) for column in zip(headings, *cells, strict=True)]
    rows = [headings, rules, *cells]
    return tabulate(rows, tablefmt="plain", colalign=_align(table), disable_numparse=True)


def _cells(table: Table) -> list[list[str]]:
    return [[one_line(cell) for cell in row] for row in table.shown()]


def _align(table: Table) -> list[str]:
    return ["left" if column.is_text else "right" for column in table.columns]


def _width(text: str) -> int:
    return max(map(len, text.split("\n")))

"""Plain tables for a terminal: no markup, no escape codes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import fill, wrap

from tabulate import tabulate

from leaderboard.report.table import Table
from leaderboard.report.words.comparisons import left_out_note
from leaderboard.report.words.names import short
from leaderboard.text import one_line

# Where a table is too wide, headings and long texts break after so many characters.
_HEADING, _LONG_TEXT = 10, 22
_GAP = 2
# A shorter name would say nothing.
_SHORTEST_NAME = 8


def render_terminal(table: Table, width: int | None = None) -> str:
    """Return the complete table, its notes in so many characters."""
    return _with_notes(table, _simple(table), width)


def render_fitted(table: Table, width: int) -> str:
    """Return the table in so many characters: first with narrow headings, then without spare columns."""
    narrower = (_cut(one, width) for one in _narrower(table))
    candidates = [(table, _simple(table)), *((one, _compact(one)) for one in narrower)]
    fitted, rows = next((one for one in candidates if _width(one[1]) <= width), candidates[-1])
    left_out = [column.label for column in table.columns if column not in fitted.columns]
    notes = (left_out_note(left_out, table.shows_all),) if left_out else ()
    return _with_notes(replace(fitted, notes=(*notes, *fitted.notes)), rows, width)


def _with_notes(table: Table, rows: str, width: int | None = None) -> str:
    texts = (table.caption, *table.notes)
    caption, *notes = (wrapped(text, width) if width else one_line(text) for text in texts)
    # A signature stays on one line, to be copied.
    signed = map(one_line, table.signed_notes[len(table.notes) :])
    below = "".join(f"{note}\n" for note in (*notes, *signed))
    return f"{caption}\n\n{rows}\n{below and chr(10)}{below}"


def _narrower(table: Table) -> Iterator[Table]:
    """The table itself, then without its spare columns, one level after the other."""
    for level in sorted({column.spare for column in table.columns}, reverse=True):
        yield table.only([column.name for column in table.columns if column.spare <= level])


def _cut(table: Table, width: int) -> Table:
    """The table whose column that may be cut has no more characters than there is room for."""
    place = next((place for place, column in enumerate(table.columns) if column.cut), None)
    over = 0 if place is None else _width(_compact(table)) - width
    if place is None or over <= 0:
        return table
    room = max(table.columns[place].cut, max(len(row[place]) for row in _cells(table)) - over)
    rows = ((*row[:place], short(one_line(str(row[place])), room), *row[place + 1 :]) for row in table.rows)
    return replace(table, rows=tuple(rows))


def _simple(table: Table) -> str:
    return tabulate(_cells(table), table.labels, "simple", colalign=_align(table), disable_numparse=True)


def _compact(table: Table) -> str:
    """The rows without the room that tabulate leaves around headings."""
    headings = ["\n".join(wrap(label, _HEADING, break_long_words=False)) for label in table.labels]
    cells = [
        [
            "\n".join(wrap(cell, _LONG_TEXT, break_on_hyphens=False)) if column.wraps else cell
            for cell, column in zip(row, table.columns, strict=True)
        ]
        for row in _cells(table)
    ]
    rules = ["-" * max(map(_width, column)) for column in zip(headings, *cells, strict=True)]
    rows = [headings, rules, *cells]
    return tabulate(rows, tablefmt="plain", colalign=_align(table), disable_numparse=True)


def wrapped(text: str, width: int) -> str:
    """Return a line as a paragraph that fits the width; paths and signatures stay whole, to be copied."""
    return fill(one_line(text), width, break_long_words=False, break_on_hyphens=False)


def fitted(table: Table, width: int, needed: int) -> str:
    """Return the rows in as many columns as the width holds.

    The first ``needed`` columns are there in any case, and names are shortened to make them fit.
    """
    names = [column.name for column in table.columns].index("system")
    columns = list(zip(table.labels, *_cells(table), strict=True))
    widths = [max(map(_line_width, column)) for column in columns]
    over = max(0, _total(widths[:needed]) - width)
    widths[names] = max(widths[names] - over, min(widths[names], _SHORTEST_NAME))
    columns[names] = tuple(_shortened(name, widths[names]) for name in columns[names])
    kept = needed
    while kept < len(widths) and _total(widths[: kept + 1]) <= width:
        kept += 1
    header, *rows = (
        (" " * _GAP).join(map(_padded, row, widths, (column.is_text for column in table.columns))).rstrip()
        for row in zip(*columns[:kept], strict=True)
    )
    rule = (" " * _GAP).join("-" * one for one in widths[:kept])
    return "\n".join([header, rule, *rows])


def _cells(table: Table) -> list[list[str]]:
    return [[one_line(cell) for cell in row] for row in table.shown()]


def _align(table: Table) -> list[str]:
    return ["left" if column.is_text else "right" for column in table.columns]


def _width(text: str) -> int:
    return max(map(_line_width, text.split("\n")))


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _line_width(text: str) -> int:
    """Return the number of columns of a terminal that a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def _shortened(name: str, width: int) -> str:
    longest = max(width, 1)
    while _line_width(short(name, longest)) > width:
        longest -= 1
    return short(name, longest)


def _padded(cell: str, width: int, is_text: bool) -> str:
    space = " " * (width - _line_width(cell))
    return f"{cell}{space}" if is_text else f"{space}{cell}"

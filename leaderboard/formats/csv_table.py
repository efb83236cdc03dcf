"""Tables in CSV that people write: a header, and rows of as many cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from leaderboard.errors import InputError, Problem
from leaderboard.text import counted

_OTHER_DELIMITERS = {";": "semicolons", "\t": "tabs"}


def csv_rows(path: Path, data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the line and the cells of the header, then those of each row that is not blank."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise table_fault(path, 0, "not UTF-8", "save the table as UTF-8") from None
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(rows, [])
        yield 1, header
        for row in rows:
            if any(cell.strip() for cell in row):
                if len(row) != len(header):
                    what = f"{counted(len(row), 'cell')} under {counted(len(header), 'column')}"
                    raise table_fault(path, rows.line_num, what, "give each row one cell per column")
                yield rows.line_num, row
    except csv.Error as error:
        raise table_fault(path, rows.line_num, f"not valid CSV ({error})", "correct the line") from None


def check_delimiter(path: Path, header: Sequence[str]) -> None:
    """Refuse a header whose columns are separated by anything but commas."""
    for delimiter, marks in _OTHER_DELIMITERS.items():
        if len(header) == 1 and delimiter in header[0]:
            raise table_fault(path, 1, f"the columns are separated by {marks}", "separate them by commas")


def table_fault(path: Path, line: int, what: str, remedy: str) -> InputError:
    """Return the error for a line of a table, or for the whole table where the line is 0."""
    return InputError([Problem(str(path), line, what, remedy)])

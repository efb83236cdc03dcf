"""The slow reader of CoNLL files: line by line, it names every problem with its place."""

from __future__ import annotations

from dataclasses import dataclass

from leaderboard.formats.bracket_cells import Brackets, TooMany
from leaderboard.formats.conll_header import Header, header
from leaderboard.formats.conll_layout import Layout, cells
from leaderboard.formats.conll_record import Record
from leaderboard.formats.draft import Draft
from leaderboard.formats.faults import Enough, Faults
from leaderboard.formats.lines import check_count, lines

_BEGIN = "#begin document (NAME); part 000"
_WRITE_BEFORE = f"write a line `{_BEGIN}` before it"


@dataclass(slots=True)
class _Reading:
    """What is known of the file so far; ``began`` is the line of the part that is open.

    ``least`` is how many columns a line needs; ``stray`` tells that text outside was reported.
    """

    faults: Faults
    record: Record
    brackets: Brackets
    least: int
    began: int = 0
    stray: bool = False


def diagnose(file: str, data: bytes, layout: Layout) -> Draft:
    """The draft of a file; an error with all of its problems, in order of line, if it has any."""
    check_count(file, data)
    record = Record(layout)
    faults = Faults(file)
    reading = _Reading(faults, record, Brackets(record), layout.columns)
    try:
        for number, line in lines(data):
            # One report is enough for a run of lines outside a document.
            if reading.stray and b"document" not in line:
                continue
            _read_line(reading, number, line)
        _end_file(reading)
    except Enough:
        pass
    faults.refuse()
    return record.draft(file)


def _read_line(reading: _Reading, number: int, line: bytes) -> None:
    text = reading.faults.text(number, line)
    stripped = text.strip(" \t")
    found = header(stripped, number) if stripped.startswith("#") else None
    if found:
        _read_header(reading, found)
    elif stripped and reading.began:
        _read_token(reading, number, text)
    elif stripped and not reading.stray:
        reading.faults.blame(number, "text outside a document", _WRITE_BEFORE)
        reading.stray = True


def _read_header(reading: _Reading, found: Header) -> None:
    if found.part is None:
        if not reading.began and not reading.stray:
            reading.faults.blame(found.line, "`#end document` without a beginning", _WRITE_BEFORE)
        _end_part(reading)
        return
    if reading.began:
        reading.faults.blame(
            found.line,
            f"a document begins before the last one (line {reading.began}) ended",
            "write a line `#end document` before it",
        )
        _end_part(reading)
    first = reading.record.parts.get(found.part)
    if found.fault:
        reading.faults.blame(found.line, found.fault, f"write `{_BEGIN}`")
    elif first is not None:
        what = f"{found.part} stands in this file twice (line {first})"
        reading.faults.blame(found.line, what, "remove one of the two")
    reading.record.begin_part(found.part, found.line)
    reading.began, reading.stray = found.line, False


def _end_part(reading: _Reading) -> None:
    for line, what, remedy in reading.brackets.end_part():
        reading.faults.blame(line, what, remedy)
    reading.began, reading.stray = 0, False


def _end_file(reading: _Reading) -> None:
    if reading.began:
        reading.faults.blame(
            reading.began, "this document does not end", "write a line `#end document` after it"
        )
        _end_part(reading)
    if not reading.record.parts and not reading.faults.problems:
        reading.faults.blame(0, "no document in this file", f"begin each with a line `{_BEGIN}`")


def _read_token(reading: _Reading, number: int, text: str) -> None:
    columns = cells(text)
    least = reading.least
    if len(columns) < least:
        reading.faults.blame(
            number,
            f"{len(columns)} columns where this file needs at least {least}",
            "write all columns on every line, the coreference last (or see --word-column)",
        )
        columns = [""] * least + columns[-1:]
    token = reading.record.tokens[-1]
    reading.record.add_token(number, columns)
    cell = columns[-1].strip(" ")
    if cell in ("", "-", "_", "*"):
        return
    column = text.rindex(cell) + 1
    try:
        for fault in reading.brackets.read(cell, token, number):
            reading.faults.blame(number, fault.what, fault.remedy, column + fault.place)
    except TooMany as bound:
        reading.faults.blame(number, bound.what, bound.remedy, column)
        raise Enough from None

"""The slow reader of CoNLL files: line by line, it names every problem with its place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from leaderboard.corpus import Part
from leaderboard.formats.bracket_cells import Brackets, TooMany
from leaderboard.formats.conll.columns import Record
from leaderboard.formats.conll.header import Header, header, name_fault
from leaderboard.formats.conll.layout import LAST, PLACE, Layout, cells, coreference_column
from leaderboard.formats.conll.row_widths import UnevenRows
from leaderboard.formats.faults import NO_PART, Enough, Faults
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.lines import TOO_MUCH, lines
from leaderboard.formats.parsed import Parsed
from leaderboard.text import counted

_BEGIN = "#begin document (NAME); part 000"
_COLUMNS = "write all columns on every line, with coreference in the last"
_OTHER_COLUMN = "write all columns on every line, or state the right --coref-column"
_WRITE_BEFORE = f"write a line `{_BEGIN}` before it"


@dataclass(slots=True, kw_only=True)
class _Reading:
    """The state of the slow reader; ``part`` is open since the line ``began``.

    ``least`` is how many columns a line needs, ``most`` how many parts there may be; ``stray`` tells that
    text outside was reported. ``place`` are the columns that name the document, where some do.
    """

    faults: Faults
    record: Record
    brackets: Brackets
    least: int
    most: int
    part: Part = NO_PART
    began: int = 0
    stray: bool = False
    place: tuple[str, ...] = ()
    rows: UnevenRows = field(default_factory=UnevenRows)


def diagnose(file: str, data: bytes, layout: Layout, bounds: Bounds = WITHOUT_KEY) -> Parsed:
    """Read a file line by line and collect all of its problems."""
    record = Record(layout=layout)
    faults = Faults(file=file)
    reading = _Reading(
        faults=faults,
        record=record,
        brackets=Brackets(record=record, most=bounds.brackets),
        least=layout.columns,
        most=bounds.parts,
    )
    try:
        for number, line in lines(data):
            # One report is enough for a run of lines outside a document.
            if reading.stray and b"document" not in line:
                continue
            _read_line(reading, number, line)
        _end_file(reading)
    except Enough:
        faults.unsure.add(reading.part)
    return replace(record.parsed(faults), remarks=reading.rows.remarks(file, layout))


def _read_line(reading: _Reading, number: int, line: bytes) -> None:
    before = reading.faults.count
    text = reading.faults.text(number, line)
    if reading.faults.count > before:
        # What cannot be read may hold the beginnings of documents.
        reading.faults.nameless += line.count(b"begin document")
        reading.faults.unsure.add(reading.part)
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
            reading.faults.blame(found.line, "`#end document` without `#begin document`", _WRITE_BEFORE)
        _end_part(reading)
        return
    if reading.began:
        reading.faults.blame(
            found.line,
            f"a document begins before the previous one (line {reading.began}) has ended",
            "write a line `#end document` before it",
        )
        _end_part(reading)
    if not reading.record.layout.documents:
        _begin_part(reading, found, found.part)
    reading.began, reading.stray = found.line, False


def _begin_part(reading: _Reading, found: Header, part: Part) -> None:
    reading.part = _part(reading, found, part)
    reading.record.begin_part(reading.part, found.line)


def _begin_document(reading: _Reading, number: int, columns: list[str]) -> None:
    """Begin a document if the columns of a token name another than those of the token before it."""
    place = tuple(columns[:PLACE])
    if place == reading.place:
        return
    _end_brackets(reading)
    reading.place = place
    topic, subtopic, document = place
    _begin_part(reading, Header(number, None, name_fault(document)), Part(document, 0))
    reading.record.topics.append((topic, subtopic))


def _part(reading: _Reading, found: Header, part: Part) -> Part:
    """The part that begins; one that cannot be told from others is only known by its line."""
    first = reading.record.parts.get(part)
    if len(reading.record.parts) == reading.most:
        reading.faults.stop(found.line, f"more than {reading.most:,} parts in this file", TOO_MUCH)
    if found.fault:
        by_column = reading.record.layout.documents
        remedy = "name the document in the third column" if by_column else f"write `{_BEGIN}`"
        reading.faults.blame(found.line, found.fault, remedy)
        reading.faults.nameless += 1
    elif first is not None:
        what = f"{part} occurs twice in this file (first on line {first})"
        reading.faults.blame(found.line, what, "remove one of the two")
    else:
        return part
    return Part("", found.line)


def _end_part(reading: _Reading) -> None:
    _end_brackets(reading)
    reading.began, reading.stray, reading.place = 0, False, ()


def _end_brackets(reading: _Reading) -> None:
    for line, what, remedy, column in reading.brackets.end_part():
        reading.faults.blame(line, what, remedy, column)


def _end_file(reading: _Reading) -> None:
    if reading.began:
        # Brackets that are open may close in what is missing.
        reading.faults.cut = True
        reading.faults.blame(
            reading.began, "this document does not end", "write a line `#end document` after it"
        )


def _read_token(reading: _Reading, number: int, text: str) -> None:
    columns = cells(text)
    least, coreference = reading.least, reading.record.layout.coreference
    if len(columns) < least:
        reading.faults.blame(
            number,
            f"{counted(len(columns), 'column')}, but this file needs at least {least}",
            _COLUMNS if coreference == LAST else _OTHER_COLUMN,
        )
        columns = [""] * least + columns
        reading.faults.unsure.add(reading.part)
    else:
        reading.rows.add(number, len(columns))
    if reading.record.layout.documents:
        _begin_document(reading, number, columns)
    token = reading.record.tokens[-1]
    reading.record.add_token(number, columns)
    cell = columns[coreference].strip(" ")
    if cell in ("", "-", "_", "*"):
        return
    column = text.index(cell, coreference_column(text, coreference) - 1) + 1
    try:
        for fault in reading.brackets.read(cell, token, number, column):
            reading.faults.blame(number, fault.what, fault.remedy, column + fault.place)
    except TooMany as bound:
        reading.faults.stop(number, bound.what, bound.remedy, column)

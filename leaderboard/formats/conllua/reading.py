"""The reader of CONLL-UA files: line by line, it names every problem with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from leaderboard.corpus import Part
from leaderboard.formats.conll.layout import column
from leaderboard.formats.conllua.document import Document
from leaderboard.formats.conllua.header import Columns, columns, names_columns
from leaderboard.formats.conllua.record import Record
from leaderboard.formats.corefud.header import NEWDOC, comment, new_document
from leaderboard.formats.faults import NO_PART, Enough, Faults
from leaderboard.formats.limits import MOST_OPEN, Bounds
from leaderboard.formats.lines import TOO_MUCH, lines

_ID = re.compile(r"(0|[1-9][0-9]{0,5})([.-])([1-9][0-9]{0,5})", re.ASCII)
_EMPTY = frozenset(("", "_"))


@dataclass(slots=True, kw_only=True)
class Reading:
    """The state of the reader; ``ids`` has the number of each token of the open document by its id.

    ``words`` and ``decimal`` are those of the last token, ``brackets`` counts those of the file; ``stray``
    tells that text before the first document was reported.
    """

    faults: Faults
    record: Record
    bounds: Bounds
    layer: str
    tags: bool
    tree: bool
    columns: Columns | None = None
    part: Part = NO_PART
    document: Document = field(default_factory=Document)
    ids: dict[str, int] = field(default_factory=dict)
    words: int = 0
    decimal: int = 0
    brackets: int = 0
    stray: bool = False


def read(reading: Reading, data: bytes) -> None:
    """Read all lines, and collect what is wrong with them."""
    try:
        for number, line in lines(data):
            _read_line(reading, number, line)
        _end_document(reading)
        if not reading.record.parts and not reading.faults.count:
            what = "this file contains no document"
            reading.faults.blame(0, what, f"begin each document with a line `{NEWDOC}`")
    except Enough:
        reading.faults.unsure.add(reading.part)


def _read_line(reading: Reading, number: int, line: bytes) -> None:
    before = reading.faults.count
    text = reading.faults.text(number, line)
    if reading.faults.count > before:
        reading.faults.nameless += line.count(b"newdoc")
        reading.faults.unsure.add(reading.part)
    elif text.startswith("#"):
        _read_comment(reading, number, text)
    elif not text.strip():
        return
    elif reading.record.parts and reading.columns:
        _read_token(reading, number, text, reading.columns)
    elif not reading.stray:
        reading.faults.blame(number, "text before the first document", f"write a line `{NEWDOC}` before it")
        reading.stray = True


def _read_comment(reading: Reading, number: int, text: str) -> None:
    if names_columns(text) and reading.columns is None:
        reading.columns = columns(text, reading.layer)
        if reading.columns is None:
            what = "no column IDENTITY in # global.columns"
            reading.faults.stop(number, what, "name the columns of the file, each once")
        return
    stated = comment(text, number, len(reading.record.parts))
    if stated is None or stated.part is None:
        return
    _end_document(reading)
    parts, most = reading.record.parts, reading.bounds.parts
    reading.part = new_document(reading.faults, parts, stated, stated.part, most)
    reading.record.parts[reading.part] = number


def _read_token(reading: Reading, number: int, text: str, columns: Columns) -> None:
    cells = text.split("\t") if "\t" in text else text.split()
    cells += [""] * (max(columns) + 1 - len(cells)) + [""]  # a column that is not there is the last
    if not _is_next(reading, cells[columns.id], number):
        return
    record, node = reading.record, len(reading.record.line)
    reading.ids[cells[columns.id]] = node
    record.part.append(len(record.parts) - 1)
    record.line.append(number)
    record.decimal.append(reading.decimal)
    if reading.decimal:
        record.dependencies.append(cells[columns.dependencies])
    else:
        record.words.append(cells[columns.form])
        if reading.tags:
            record.tags.append(_tag(cells[columns.xpos], cells[columns.upos], cells[columns.feats]))
        if reading.tree:
            record.above.append((cells[columns.head], cells[columns.dependencies]))
    if cells[columns.mentions] not in _EMPTY:
        _read_brackets(reading, cells[columns.mentions], node, number, column(text, columns.mentions))
    if cells[columns.split] not in _EMPTY:
        _count(reading, cells[columns.split], number, column(text, columns.split))
        reading.document.read_split(cells[columns.split], number)
    if cells[columns.bridging] not in _EMPTY:
        _count(reading, cells[columns.bridging], number, column(text, columns.bridging))
        reading.document.read_bridges(cells[columns.bridging], number)


def _tag(xpos: str, upos: str, features: str) -> str:
    return f"{upos}|{features}" if xpos in _EMPTY else xpos


def _is_next(reading: Reading, name: str, number: int) -> bool:
    """True if a token with this id can stand here; a range of words is none."""
    if name == str(reading.words + 1):
        reading.words, reading.decimal = reading.words + 1, 0
        return True
    found = _ID.fullmatch(name)
    if found and found[2] == "-":
        return False
    if found and int(found[1]) == reading.words and int(found[3]) > reading.decimal:
        reading.decimal = int(found[3])
        return True
    expected = f"{reading.words + 1} or {reading.words}.{reading.decimal + 1}"
    what = f"the ID is {name[:40]!r}, but {expected} is expected here"
    reading.faults.blame(number, what, "number the tokens of a document 1, 2, 3 and so on", 1)
    reading.faults.unsure.add(reading.part)
    reading.words, reading.decimal = reading.words + 1, 0
    return True


def _count(reading: Reading, cell: str, number: int, place: int) -> None:
    """Count the brackets of a cell, and the names in them; too many of them end the reading."""
    reading.brackets += max(cell.count("("), cell.count(")")) + cell.count(",") + 1
    if reading.brackets > reading.bounds.brackets:
        what = f"more than {reading.bounds.brackets:,} brackets in this file"
        reading.faults.stop(number, what, TOO_MUCH, place)


def _read_brackets(reading: Reading, cell: str, node: int, number: int, place: int) -> None:
    _count(reading, cell, number, place)
    for fault in reading.document.read_mentions(cell, node, number, place):
        reading.faults.blame(number, fault.what, fault.remedy, place + fault.place)
    if len(reading.document.open) > MOST_OPEN:
        what = f"more than {MOST_OPEN:,} brackets are open here"
        reading.faults.stop(number, what, "close them earlier", place)


def _end_document(reading: Reading) -> None:
    for opened in reading.document.open.values():
        what = f"the bracket {opened.text[:40]!r} is never closed"
        remedy = "write `)` where the mention ends, in the same document"
        reading.faults.blame(opened.line, what, remedy, opened.column)
    reading.record.add_document(reading.document, reading.ids)
    reading.document, reading.ids, reading.words, reading.decimal = Document(), {}, 0, 0

"""CONLL-UA files: CoNLL-U with columns for anaphora, as in the CODI-CRAC shared tasks.

They are read line by line, and every problem is named with its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from leaderboard.corpus import Part
from leaderboard.errors import SHOWN
from leaderboard.formats.blocks import TOO_MUCH, lines
from leaderboard.formats.conll import cells, column
from leaderboard.formats.conllua.document import Document, Record, slips
from leaderboard.formats.corefud import NEWDOC, comment, new_document
from leaderboard.formats.faults import NO_PART, Enough, Faults
from leaderboard.formats.limits import MOST_OPEN
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.formats.relations import Relations
from leaderboard.text import counted

_COLUMNS = re.compile(r"#[ \t]*global\.columns[ \t]*=(.*)")

_MISSING = -1

_SCORED = {"identity": "IDENTITY", "deixis": "DISCOURSE_DEIXIS"}


class Columns(NamedTuple):
    """The names of all columns, and the number of each that is read, -1 where it is not there; ``mentions``
    is the scored layer."""

    names: tuple[str, ...]
    id: int
    form: int
    upos: int
    xpos: int
    feats: int
    head: int
    dependencies: int
    mentions: int
    split: int
    bridging: int


def columns(comment: str, layer: str) -> Columns | None:
    """The columns that a comment names, if it names any that can be read."""
    names = names_columns(comment).split()
    if not names or _fault(names, layer):
        return None
    place = {name: number for number, name in enumerate(names)}
    of_identity = ("SPLIT", "BRIDGING") if layer == "identity" else ("", "")
    read = ("ID", "FORM", "UPOS", "XPOS", "FEATS", "HEAD", "DEPS", _SCORED[layer], *of_identity)
    return Columns(tuple(names), *(place.get(name, _MISSING) for name in read))


def _fault(names: Sequence[str], layer: str) -> str:
    """What is wrong with the names of columns, if anything is."""
    twice = [f"two columns {name[:SHOWN]}" for name, count in Counter(names).items() if count > 1]
    needed = ("ID", "FORM", "IDENTITY", _SCORED[layer])
    return (twice or [f"no column {name}" for name in needed if name not in names] or [""])[0]


def names_columns(comment: str) -> str:
    """The names of columns in a comment, or nothing if it names none."""
    found = _COLUMNS.match(comment)
    return found[1] if found else ""


_ID = re.compile(r"(0|[1-9][0-9]{0,5})([.-])([1-9][0-9]{0,5})", re.ASCII)

_EMPTY = frozenset(("", "_"))


@dataclass(slots=True, kw_only=True)
class _State:
    """The state of the reader; ``ids`` has the number of each token of the open document by its id.

    ``words`` and ``decimal`` are those of the last token, ``brackets`` counts those of the file; ``stray``
    tells that text before the first document was reported.
    """

    faults: Faults
    record: Record
    reading: Reading
    columns: Columns | None = None
    part: Part = NO_PART
    document: Document = field(default_factory=Document)
    ids: dict[str, int] = field(default_factory=dict)
    words: int = 0
    decimal: int = 0
    brackets: int = 0
    stray: bool = False


def read(record: Record, data: bytes, reading: Reading) -> None:
    """Read all lines into a record, and collect what is wrong with them."""
    faults = record.relations.faults
    state = _State(faults=faults, record=record, reading=reading)
    try:
        for number, line in lines(data):
            _read_line(state, number, line)
        _end_document(state)
        if not record.parts and not faults.count:
            faults.blame(0, "this file contains no document", f"begin each document with a line `{NEWDOC}`")
    except Enough:
        faults.unsure.add(state.part)


def _read_line(state: _State, number: int, line: bytes) -> None:
    text = state.faults.text(number, line, state.part, b"newdoc")
    if text is None or not text.strip():
        return
    if text.startswith("#"):
        _read_comment(state, number, text)
    elif state.record.parts and state.columns:
        _read_token(state, number, text, state.columns)
    elif not state.stray:
        state.faults.blame(number, "text before the first document", f"write a line `{NEWDOC}` before it")
        state.stray = True


def _read_comment(state: _State, number: int, text: str) -> None:
    if names := names_columns(text).split():
        known = state.columns = state.columns or columns(text, state.reading.layer)
        if known is None:
            what = f"{_fault(names, state.reading.layer)} in # global.columns"
            state.faults.stop(number, what, "name the columns of the file, each once")
        elif known.names != tuple(names):
            what = "the columns of # global.columns differ from those that are named before"
            state.faults.stop(number, what, "write all documents with the same columns")
        return
    stated = comment(text, number, len(state.record.parts))
    if stated is None or stated.part is None:
        return
    _end_document(state)
    parts, most = state.record.parts, state.reading.bounds.parts
    state.part = new_document(state.faults, parts, stated, stated.part, most)
    state.record.parts[state.part] = number


def _row(state: _State, number: int, text: str, columns: Columns) -> list[str]:
    """The cells of a row, with an empty last one, which stands for every column that is not there."""
    row, named = cells(text), len(columns.names)
    if len(row) != named:
        what = f"{counted(len(row), 'column')}, but # global.columns names {named}"
        state.faults.blame(number, what, "write all columns on every row, with tabs between them")
        state.faults.unsure.add(state.part)
    return [*(row + [""] * named)[:named], ""]


def _read_token(state: _State, number: int, text: str, columns: Columns) -> None:
    cells = _row(state, number, text, columns)
    if not _is_next(state, cells[columns.id], number):
        for place in (columns.mentions, columns.split, columns.bridging):
            if cells[place] not in _EMPTY:
                what = f"{columns.names[place]} on the row of a range of words"
                state.faults.blame(number, what, "write it on the rows of the words", column(text, place))
        return
    record, node = state.record, len(state.record.line)
    state.ids[cells[columns.id]] = node
    record.part.append(len(record.parts) - 1)
    record.line.append(number)
    record.decimal.append(state.decimal)
    if state.decimal:
        record.dependencies.append(cells[columns.dependencies])
    else:
        record.words.append(cells[columns.form])
        if state.reading.tags:
            record.tags.append(_tag(cells[columns.xpos], cells[columns.upos], cells[columns.feats]))
        if state.reading.key:
            record.above.append((cells[columns.head], cells[columns.dependencies]))
    if cells[columns.mentions] not in _EMPTY:
        _read_brackets(state, cells[columns.mentions], node, number, column(text, columns.mentions))
    if cells[columns.split] not in _EMPTY:
        _count(state, cells[columns.split], number, column(text, columns.split))
        state.document.read_split(cells[columns.split], number)
    if cells[columns.bridging] not in _EMPTY:
        _count(state, cells[columns.bridging], number, column(text, columns.bridging))
        state.document.read_bridges(cells[columns.bridging], number)


def _tag(xpos: str, upos: str, features: str) -> str:
    return f"{upos}|{features}" if xpos in _EMPTY else xpos


def _is_next(state: _State, name: str, number: int) -> bool:
    """True if a token with this id can stand here; a range of words is none."""
    if name == str(state.words + 1):
        state.words, state.decimal = state.words + 1, 0
        return True
    found = _ID.fullmatch(name)
    if found and found[2] == "-":
        return False
    if found and int(found[1]) == state.words and int(found[3]) > state.decimal:
        state.decimal = int(found[3])
        return True
    expected = f"{state.words + 1} or {state.words}.{state.decimal + 1}"
    what = f"the ID is {name[:40]!r}, but {expected} is expected here"
    state.faults.blame(number, what, "number the tokens of a document 1, 2, 3 and so on", 1)
    state.faults.unsure.add(state.part)
    state.words, state.decimal = state.words + 1, 0
    return True


def _count(state: _State, cell: str, number: int, place: int) -> None:
    """Count the brackets of a cell, and the names in them; too many end the reading. Blame slips in them."""
    state.brackets += max(cell.count("("), cell.count(")")) + cell.count(",") + 1
    if state.brackets > state.reading.bounds.brackets:
        what = f"more than {state.reading.bounds.brackets:,} brackets in this file"
        state.faults.stop(number, what, TOO_MUCH, place)
    for slip in slips(cell):
        state.faults.blame(number, slip.what, slip.remedy, place + slip.place)


def _read_brackets(state: _State, cell: str, node: int, number: int, place: int) -> None:
    _count(state, cell, number, place)
    for fault in state.document.read_mentions(cell, node, number, place):
        state.faults.blame(number, fault.what, fault.remedy, place + fault.place)
    if len(state.document.open) > MOST_OPEN:
        what = f"more than {MOST_OPEN:,} brackets are open here"
        state.faults.stop(number, what, "close them earlier", place)


def _end_document(state: _State) -> None:
    for opened in state.document.open.values():
        what = f"the bracket {opened.text[:40]!r} is never closed"
        remedy = "write `)` where the mention ends, in the same document"
        state.faults.blame(opened.line, what, remedy, opened.column)
    state.record.add_document(state.document, state.ids)
    state.document, state.ids, state.words, state.decimal = Document(), {}, 0, 0


def read_conllua(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read one layer of a file; heads are found in the tree of the key, if it has one."""
    faults = Faults(file=file)
    record = Record(relations=Relations(faults=faults, key=reading.key, most=reading.bounds.brackets))
    read(record, data, reading)
    if all(head in ("", "_") for head, _ in record.above):
        record.above.clear()
    tree = bool(record.above) or reading.heads == "tree"
    corpus = record.corpus(reading.bounds, reading.layer, tree)
    return Parsed(corpus, faults if faults.count else None, tuple(record.relations.remarks))


def stated_columns(data: bytes, layer: str) -> Columns | None:
    """The columns that a file names, if the layer is among them."""
    comments = (line.decode(errors="replace") for _, line in lines(data) if line.startswith(b"#"))
    return columns(next(filter(names_columns, comments), ""), layer)


def word_columns(data: bytes) -> Callable[[str, int], int]:
    """Return a function that finds the column of a line's word, whatever the word's number."""
    stated = stated_columns(data, "identity")
    form = stated.form if stated else 1
    return lambda line, token: column(line, form)

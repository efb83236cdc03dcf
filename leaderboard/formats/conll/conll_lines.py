"""The slow reader of CoNLL files: line by line, it names every problem with its place."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.errors import SHOWN, Problem
from leaderboard.formats.blocks import TOO_MUCH, lines
from leaderboard.formats.conll import (
    LAST,
    PLACE,
    Header,
    Layout,
    cells,
    coreference_column,
    header,
    name_fault,
)
from leaderboard.formats.faults import NO_PART, Enough, Fault, Faults, TooMany, never_closed, short, told_once
from leaderboard.formats.limits import MOST_OPEN, WITHOUT_KEY, Bounds
from leaderboard.formats.reading import Parsed
from leaderboard.text import counted

integers = partial(array, "q")
_NO_BRACKET = " is not a bracket"


@dataclass(slots=True)
class Column:
    """The texts of one column, one after the other."""

    characters: bytearray = field(default_factory=bytearray)
    ends: array[int] = field(default_factory=integers)

    def add(self, text: str) -> None:
        # JSON can hold halves of surrogate pairs.
        self.characters += text.encode(errors="replace")
        self.ends.append(len(self.characters))

    def texts(self) -> Texts:
        return Texts(np.frombuffer(bytes(self.characters), np.uint8), _column(self.ends))


@dataclass(slots=True, kw_only=True)
class Record:
    """Parts with their lines, tokens with their texts, and mentions with their entities."""

    layout: Layout
    parts: dict[Part, int] = field(default_factory=dict)
    tokens: array[int] = field(default_factory=integers)
    token_line: array[int] = field(default_factory=integers)
    words: Column = field(default_factory=Column)
    tags: Column = field(default_factory=Column)
    mentions: array[int] = field(default_factory=integers)
    names: array[int] = field(default_factory=integers)
    ids: dict[str, int] = field(default_factory=dict)
    topics: list[tuple[str, str]] = field(default_factory=list)

    def begin_part(self, part: Part, line: int) -> None:
        self.parts[part] = line
        self.tokens.append(0)

    def add_token(self, line: int, columns: list[str]) -> None:
        self.tokens[-1] += 1
        self.token_line.append(line)
        if self.layout.word is not None:
            self.words.add(self.layout.text(columns))
        if self.layout.tag is not None:
            self.tags.add(columns[self.layout.tag])

    def new_entity(self, name: str | None) -> int:
        """Add an entity of this id, if it has one."""
        self.names.append(-1 if name is None else self.ids.setdefault(name, len(self.ids)))
        return len(self.names) - 1

    def add_mention(self, start: int, end: int, entity: int, line: int) -> None:
        self.mentions.extend((len(self.tokens) - 1, start, end, entity, line, self.names[entity]))

    def parsed(self, faults: Faults) -> Parsed:
        part, start, end, entity, line, name = _column(self.mentions).reshape(-1, 6).T
        corpus = Corpus(
            file=faults.file,
            parts=tuple(self.parts),
            part_line=np.array(list(self.parts.values()), np.int64),
            tokens=_column(self.tokens),
            token_line=_column(self.token_line),
            words=None if self.layout.word is None else self.words.texts(),
            tags=None if self.layout.tag is None else self.tags.texts(),
            part=part,
            start=start,
            end=end,
            entity=entity,
            line=line,
            identity=self.layout.identity,
            name=name,
            topics=tuple(self.topics) if self.layout.documents else None,
        )
        return Parsed(corpus, faults if faults.count else None)


def _column(numbers: array[int]) -> Ints:
    return np.array(numbers, np.int64)


_BRACKET = re.compile(r"\((?P<one>[^()|]+)\)|\((?P<opens>[^()|]+)|(?P<closes>[^()|]+)\)")

_ORDER = {"one": 0, "opens": 1, "closes": 2}


class _Open(NamedTuple):
    start: int
    entity: int
    line: int
    column: int


@dataclass(slots=True, kw_only=True)
class Brackets:
    """The brackets of a file, read one token at a time; ids live within a part.

    Where one of an id closes before one opens in a cell, the lines are ``turned``, with the id of the first.
    """

    record: Record
    most: int
    entities: dict[str, int] = field(default_factory=dict)
    open: dict[str, list[_Open]] = field(default_factory=dict)
    open_count: int = 0
    count: int = 0
    turned: array[int] = field(default_factory=integers)
    first_turned: str = ""

    def read(self, cell: str, token: int, line: int, column: int = 1) -> Iterator[Fault]:
        """One-token mentions first, then opens, then closes; the last open of an id closes first.

        The cell begins at a column of its line.
        """
        brackets, stop = _brackets(cell)
        if stop < len(cell):
            yield Fault(
                stop,
                f"{cell[stop:][:40]!r}{_NO_BRACKET}",
                "write mentions as (ID), or (ID and later ID), with | between them, or - for none",
            )
            return
        self.count += len(brackets)
        if self.count > self.most:
            raise TooMany(f"more than {self.most:,} brackets in this file", TOO_MUCH)
        if turned := _turned(brackets):
            self.first_turned = self.first_turned or turned
            self.turned.append(line)
        for bracket in sorted(brackets, key=lambda bracket: _ORDER[str(bracket.lastgroup)]):
            name = bracket[str(bracket.lastgroup)]
            if bracket.lastgroup == "one":
                self.record.add_mention(token, token, self._entity(name), line)
            elif bracket.lastgroup == "opens":
                self._push(name, token, line, column + bracket.start())
            elif not self._close(name, token):
                yield Fault(
                    bracket.start(),
                    f"the bracket {short(name)})' was never opened",
                    f"write {short('(' + name)}' before it in the same part, or remove it",
                )

    def _entity(self, name: str) -> int:
        if name not in self.entities:
            self.entities[name] = self.record.new_entity(name)
        return self.entities[name]

    def _push(self, name: str, token: int, line: int, column: int) -> None:
        self.open.setdefault(name, []).append(_Open(token, self._entity(name), line, column))
        self.open_count += 1
        if self.open_count > MOST_OPEN:
            raise TooMany(f"more than {MOST_OPEN:,} brackets are open here", "close them earlier")

    def _close(self, name: str, token: int) -> bool:
        if not self.open.get(name):
            return False
        start, entity, line, _ = self.open[name].pop()
        self.open_count -= 1
        self.record.add_mention(start, token, entity, line)
        return True

    def end_part(self) -> Iterator[tuple[int, str, str, int]]:
        """Forget the ids of a part; line, fault, remedy and column of each bracket that was left open."""
        yield from never_closed(self.open, "the bracket {} is never closed", ", in the same part")
        self.entities, self.open, self.open_count = {}, {}, 0

    def remarks(self, file: str) -> tuple[Problem, ...]:
        """A warning if two mentions of an entity seem to share a token."""
        name = self.first_turned
        what = f"{short(name)})' before {short('(' + name)}', which is read as a mention of this token"
        remedy = "write (ID) for one; mentions of an entity that share a token can be written as JSON"
        return told_once(file, self.turned, what, "such token", remedy)


def _turned(brackets: list[re.Match[str]]) -> str:
    """The first id of a cell that closes before it opens, if there is one."""
    closed = set()
    for bracket in brackets:
        if bracket["closes"]:
            closed.add(bracket["closes"])
        elif bracket["opens"] in closed:
            return bracket["opens"]
    return ""


def _brackets(cell: str) -> tuple[list[re.Match[str]], int]:
    """The brackets of a cell, and the place of the first thing that is none (else its length)."""
    brackets: list[re.Match[str]] = []
    place = 0
    while place < len(cell):
        bracket = _BRACKET.match(cell, place + (1 if brackets and cell[place] == "|" else 0))
        if bracket is None:
            break
        brackets.append(bracket)
        place = bracket.end()
    return brackets, place


@dataclass(slots=True)
class UnevenRows:
    """The number of uneven rows and the first of them; the line above, and the width of its sentence."""

    count: int = 0
    first: tuple[int, int, int] = (0, 0, 0)
    line: int = -1
    expected: int = 0

    def add(self, line: int, width: int) -> None:
        self.expected = self.expected if line == self.line + 1 else width
        self.line = line
        if width != self.expected:
            self.first = self.first if self.count else (line, width, self.expected)
            self.count += 1

    def remarks(self, file: str, layout: Layout) -> tuple[Problem, ...]:
        """A warning, if there are any."""
        line, width, expected = self.first
        what = f"{counted(width, 'column')}, but the sentence begins with {counted(expected, 'column')}"
        what += f" ({counted(self.count, 'such row')} in this file)"
        stated = layout.coreference + (layout.coreference >= 0)
        read_in = "the last column" if layout.coreference == LAST else f"column {stated}"
        remedy = f"coreference is read in {read_in}; write all columns on every row"
        return (Problem(file, line, what, remedy),) if self.count else ()


_BEGIN = "#begin document (NAME); part 000"

_COLUMNS = "write all columns on every line, with coreference in the last"

_OTHER_COLUMN = "write all columns on every line, or state the right --coref-column"

_ADD = "add a last column of coreference, with - for words outside all mentions"

# So many cells tell that their column is another one.
_MANY = 20

_WRITE_BEFORE = f"write a line `{_BEGIN}` before it"


@dataclass(slots=True, kw_only=True)
class _Reading:
    """The state of the slow reader; ``part`` is open since the line ``began``.

    ``least`` is how many columns a line needs, ``most`` how many parts there may be; ``stray`` tells that
    text outside was reported. ``place`` are the columns that name the document, where some do. ``odd`` is the
    number of cells that are no brackets, and ``first_odd`` the line and the text of the first of them.
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
    odd: int = 0
    first_odd: tuple[int, str] = (0, "")


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
        _check_column(reading)
    except Enough:
        faults.unsure.add(reading.part)
    remarks = *reading.rows.remarks(file, layout), *reading.brackets.remarks(file)
    return replace(record.parsed(faults), remarks=remarks)


def _read_line(reading: _Reading, number: int, line: bytes) -> None:
    text = reading.faults.text(number, line, reading.part, b"begin document")
    if text is None:
        return
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
        reading.faults.blame(found.line, what, "give each its own name or part number, or remove the copy")
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


def _check_column(reading: _Reading) -> None:
    """Blame the column once if no cell of it is a bracket, and nearly every one something else."""
    faults, column = reading.faults, reading.record.layout.coreference
    if reading.brackets.count or reading.odd < max(_MANY, len(reading.record.token_line) / 2):
        return
    line, cell = reading.first_odd
    faults.problems = [problem for problem in faults.problems if not problem.what.endswith(_NO_BRACKET)]
    faults.count -= reading.odd
    which = "last column" if column == LAST else "column of coreference"
    what = f"the {which} has no brackets, but texts such as {cell!r}"
    faults.blame(line, what, _ADD if column == LAST else _OTHER_COLUMN)


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
            if fault.what.endswith(_NO_BRACKET):
                reading.first_odd = reading.first_odd if reading.odd else (number, cell[:SHOWN])
                reading.odd += 1
            reading.faults.blame(number, fault.what, fault.remedy, column + fault.place)
    except TooMany as bound:
        reading.faults.stop(number, bound.what, bound.remedy, column)

"""The slow reader of CoNLL files: line by line, it names every problem with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from leaderboard.corpus import Part, Texts
from leaderboard.errors import Problem
from leaderboard.formats.conll_header import Header, header
from leaderboard.formats.conll_layout import Layout, cells
from leaderboard.formats.draft import Draft
from leaderboard.formats.limits import LONGEST_LINE, MOST_OPEN, MOST_PROBLEMS

_BRACKET = re.compile(r"\((?P<one>[^()|]+)\)|\((?P<opens>[^()|]+)|(?P<closes>[^()|]+)\)")


class _Enough(Exception):
    """More problems than anybody would read."""


@dataclass(slots=True)
class _Mention:
    part: int
    start: int
    end: int
    entity: int
    line: int


@dataclass(slots=True)
class _Reading:
    """What is known of the file so far."""

    file: str
    layout: Layout
    problems: list[Problem] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    part_line: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    token_line: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    mentions: list[_Mention] = field(default_factory=list)
    entities: dict[tuple[int, str], int] = field(default_factory=dict)
    open: dict[str, list[_Mention]] = field(default_factory=dict)
    open_count: int = 0
    inside: bool = False

    def blame(self, line: int, what: str, remedy: str, column: int = 0) -> None:
        self.problems.append(Problem(self.file, line, what, remedy, column))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _Enough


def diagnose(file: str, data: bytes, layout: Layout) -> tuple[Draft, list[Problem]]:
    """The draft of a file and its problems; the draft counts only if there are none."""
    reading = _Reading(file, layout)
    try:
        number = 0
        for number, line in enumerate(_lines(data), 1):
            _read_line(reading, number, line)
        if reading.inside:
            reading.blame(number, "the last document does not end", "add a line `#end document`")
            _close_part(reading)
        if not reading.parts:
            reading.blame(0, "no document in this file", "begin each with a line `#begin document (NAME); part 000`")
    except _Enough:
        pass
    return _draft(reading), reading.problems


def _lines(data: bytes) -> Iterator[bytes]:
    data = data.removeprefix(b"\xef\xbb\xbf")
    begin = 0
    while begin < len(data):
        stop = data.find(b"\n", begin)
        stop = len(data) if stop < 0 else stop
        yield data[begin:stop].removesuffix(b"\r")
        begin = stop + 1


def _read_line(reading: _Reading, number: int, line: bytes) -> None:
    if len(line) > LONGEST_LINE:
        reading.blame(number, f"a line of {len(line):,} bytes", "a line holds at most 1 MiB; break the line")
        return
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        reading.blame(number, "this line is not UTF-8", "save the file as UTF-8", error.start + 1)
        return
    if "\0" in text:
        reading.blame(number, "a NUL byte", "remove it; is this a text file?", text.index("\0") + 1)
        return
    stripped = text.strip(" \t")
    found = header(stripped, number) if stripped.startswith("#") else None
    if found:
        _read_header(reading, found)
    elif stripped and not reading.inside:
        reading.blame(
            number, "text outside a document", "begin the document with a line `#begin document (NAME); part 000`"
        )
        # One report is enough for a run of such lines: the lines that follow count as a nameless part.
        reading.inside = True
        reading.parts.append(Part("", -len(reading.parts) - 1))
        reading.part_line.append(number)
        reading.tokens.append(0)
    elif stripped:
        _read_token(reading, number, text)


def _read_header(reading: _Reading, found: Header) -> None:
    if found.part is None:
        if not reading.inside:
            reading.blame(found.line, "`#end document` outside a document", "remove it or add the line that begins it")
        _close_part(reading)
        return
    if reading.inside:
        reading.blame(found.line, "a document begins before the last one ended", "add a line `#end document` before it")
        _close_part(reading)
    if found.fault:
        reading.blame(found.line, found.fault, "write `#begin document (NAME); part 000`")
    elif found.part in reading.parts:
        first = reading.part_line[reading.parts.index(found.part)]
        reading.blame(found.line, f"{found.part}, stands in this file twice (line {first})", "remove one of the two")
    reading.parts.append(found.part)
    reading.part_line.append(found.line)
    reading.tokens.append(0)
    reading.inside = True


def _close_part(reading: _Reading) -> None:
    unclosed = [mention for stack in reading.open.values() for mention in stack]
    ids = {entity: name for (_, name), entity in reading.entities.items()} if unclosed else {}
    for mention in sorted(unclosed, key=lambda mention: mention.line):
        reading.blame(
            mention.line, f"the bracket `({ids[mention.entity]}` never closes", "close it in the same part"
        )
    reading.open = {}
    reading.open_count = 0
    reading.inside = False


def _read_token(reading: _Reading, number: int, text: str) -> None:
    columns = cells(text)
    token = reading.tokens[-1]
    reading.tokens[-1] += 1
    reading.token_line.append(number)
    if len(columns) < reading.layout.columns:
        reading.blame(
            number,
            f"{len(columns)} columns where the file's layout needs {reading.layout.columns}",
            "write every column on every line, coreference last",
        )
        columns = [""] * reading.layout.columns + columns[-1:]
    reading.words.append(columns[reading.layout.word] if reading.layout.word is not None else "")
    reading.tags.append(columns[reading.layout.tag] if reading.layout.tag is not None else "")
    cell = columns[-1].strip(" ")
    if cell not in ("", "-", "_", "*"):
        _read_cell(reading, number, token, cell, text.rindex(cell) + 1)


def _read_cell(reading: _Reading, number: int, token: int, cell: str, column: int) -> None:
    """One-token mentions first, then opens, then closes."""
    brackets = _brackets(cell)
    if isinstance(brackets, int):
        reading.blame(
            number,
            f"`{cell[brackets:][:40]}` is no bracket",
            "write mentions as (ID), (ID and ID), with | between them, and - for none",
            column + brackets,
        )
        return
    for bracket in sorted(brackets, key=lambda match: ("one", "opens", "closes").index(str(match.lastgroup))):
        name = bracket[str(bracket.lastgroup)]
        if bracket.lastgroup == "one":
            reading.mentions.append(_mention(reading, number, token, name))
        elif bracket.lastgroup == "opens":
            reading.open.setdefault(name, []).append(_mention(reading, number, token, name))
            reading.open_count += 1
            if reading.open_count > MOST_OPEN:
                reading.blame(number, f"more than {MOST_OPEN:,} open brackets", "close them", column)
                raise _Enough
        elif reading.open.get(name):
            mention = reading.open[name].pop()
            reading.open_count -= 1
            mention.end = token
            reading.mentions.append(mention)
        else:
            reading.blame(
                number,
                f"the bracket `{name})` closes nothing",
                f"open it before, with `({name}` in the same part",
                column + bracket.start(),
            )


def _brackets(cell: str) -> list[re.Match[str]] | int:
    """The brackets of a cell, or the place of the first thing that is none."""
    found: list[re.Match[str]] = []
    place = 0
    while place < len(cell):
        bracket = _BRACKET.match(cell, place + (1 if found and cell[place] == "|" else 0))
        if bracket is None:
            return place
        found.append(bracket)
        place = bracket.end()
    return found


def _mention(reading: _Reading, line: int, token: int, name: str) -> _Mention:
    part = len(reading.parts) - 1
    entity = reading.entities.setdefault((part, name), len(reading.entities))
    return _Mention(part, token, token, entity, line)


def _draft(reading: _Reading) -> Draft:
    def column(name: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.array([getattr(mention, name) for mention in reading.mentions], np.int64)

    return Draft(
        reading.file,
        tuple(reading.parts),
        np.array(reading.part_line, np.int64),
        np.array(reading.tokens, np.int64),
        np.array(reading.token_line, np.int64),
        _texts(reading.words) if reading.layout.word is not None else None,
        _texts(reading.tags) if reading.layout.tag is not None else None,
        column("part"),
        column("start"),
        column("end"),
        column("entity"),
        column("line"),
    )


def _texts(texts: list[str]) -> Texts:
    encoded = [text.encode() for text in texts]
    ends = np.cumsum(np.array([len(text) for text in encoded], np.int64))
    return Texts(np.frombuffer(b"".join(encoded), np.uint8), ends)

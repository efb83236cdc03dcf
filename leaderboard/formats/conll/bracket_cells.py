"""The columns of a corpus as the slow reader fills them, and what is wrong with the brackets in its cells."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.formats.blocks import TOO_MUCH
from leaderboard.formats.conll.layout import Layout
from leaderboard.formats.faults import Fault, Faults, TooMany, short
from leaderboard.formats.limits import MOST_OPEN, WITHOUT_KEY
from leaderboard.formats.reading import Parsed

_numbers = partial(array, "q")


@dataclass(slots=True)
class Column:
    """The texts of one column, one after the other."""

    characters: bytearray = field(default_factory=bytearray)
    ends: array[int] = field(default_factory=_numbers)

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
    tokens: array[int] = field(default_factory=_numbers)
    token_line: array[int] = field(default_factory=_numbers)
    words: Column = field(default_factory=Column)
    tags: Column = field(default_factory=Column)
    mentions: array[int] = field(default_factory=_numbers)
    names: array[int] = field(default_factory=_numbers)
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
    """The brackets of a file, read one token at a time; ids live within a part."""

    record: Record
    most: int = WITHOUT_KEY.brackets
    entities: dict[str, int] = field(default_factory=dict)
    open: dict[str, list[_Open]] = field(default_factory=dict)
    open_count: int = 0
    count: int = 0

    def read(self, cell: str, token: int, line: int, column: int = 1) -> Iterator[Fault]:
        """One-token mentions first, then opens, then closes; the last open of an id closes first.

        The cell begins at a column of its line.
        """
        brackets, stop = _brackets(cell)
        if stop < len(cell):
            yield Fault(
                stop,
                f"{cell[stop:][:40]!r} is not a bracket",
                "write mentions as (ID), or (ID and later ID), with | between them, or - for none",
            )
            return
        self.count += len(brackets)
        if self.count > self.most:
            raise TooMany(f"more than {self.most:,} brackets in this file", TOO_MUCH)
        for bracket in sorted(brackets, key=_reading_order):
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
        for name, stack in self.open.items():
            for mention in stack:
                yield (
                    mention.line,
                    f"the bracket {short('(' + name)}' is never closed",
                    f"write {short(name)})' where it ends, in the same part",
                    mention.column,
                )
        self.entities, self.open, self.open_count = {}, {}, 0


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


def _reading_order(bracket: re.Match[str]) -> int:
    return _ORDER[str(bracket.lastgroup)]

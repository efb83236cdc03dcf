"""The slow reader of mentions in CorefUD, node by node, which says what is wrong with them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Part
from leaderboard.formats.blocks import LONGEST_ID, TOO_MUCH
from leaderboard.formats.conll.conll_lines import Column, integers
from leaderboard.formats.corefud import Columns
from leaderboard.formats.corefud.as_corpus import Governors, Mentions, Text
from leaderboard.formats.corefud.entities import EID, LONGEST_HEAD
from leaderboard.formats.faults import Fault, TooMany, never_closed, short
from leaderboard.formats.limits import MOST_OPEN
from leaderboard.formats.relations import Finished, Mention, StatedRelations
from leaderboard.text import counted

Span = tuple[int, int]


class Node(NamedTuple):
    """A word, or an empty node, whose decimal is above 0."""

    line: int
    decimal: int
    form: str
    tag: str
    head: str
    dependencies: str


@dataclass(slots=True, kw_only=True)
class CorefUDRecord:
    """Parts with their lines, sentences, nodes, and mentions as pieces of nodes."""

    parts: dict[Part, int] = field(default_factory=dict)
    sentence_part: array[int] = field(default_factory=integers)
    nodes: array[int] = field(default_factory=integers)
    words: Column = field(default_factory=Column)
    tags: Column = field(default_factory=Column)
    dependencies: Column = field(default_factory=Column)
    empty_tags: Column = field(default_factory=Column)
    word_heads: Column = field(default_factory=Column)
    word_dependencies: Column = field(default_factory=Column)
    mentions: array[int] = field(default_factory=integers)
    pieces: array[int] = field(default_factory=integers)
    minimum: array[int] = field(default_factory=integers)
    types: Column = field(default_factory=Column)
    names: array[int] = field(default_factory=integers)
    ids: dict[str, int] = field(default_factory=dict)

    @property
    def node_count(self) -> int:
        return len(self.nodes) // 3

    @property
    def mention_count(self) -> int:
        return len(self.mentions) // 5

    def begin_sentence(self) -> None:
        self.sentence_part.append(len(self.parts) - 1)

    def add(self, node: Node) -> None:
        self.nodes.extend((len(self.sentence_part) - 1, node.decimal, node.line))
        if node.decimal:
            self.dependencies.add(node.dependencies)
            self.empty_tags.add(node.tag)
        else:
            self.words.add(node.form)
            self.tags.add(node.tag)
            self.word_heads.add(node.head)
            self.word_dependencies.add(node.dependencies)

    def new_entity(self, name: str) -> int:
        self.names.append(self.ids.setdefault(name, len(self.ids)))
        return len(self.names) - 1

    def add_mention(
        self,
        entity: int,
        line: int,
        head: int,
        named: bool,
        pieces: list[Span],
        etype: str,
        minimum: list[int],
    ) -> None:
        for node in minimum:
            self.minimum.extend((self.mention_count, node, node))
        for first, last in pieces:
            self.pieces.extend((self.mention_count, first, last))
        self.mentions.extend((entity, self.names[entity], line, head, named))
        self.types.add(etype)

    def text(self, file: str, tags: bool, tree: bool) -> Text:
        sentence, decimal, line = np.array(self.nodes, np.int64).reshape(-1, 3).T
        return Text(
            file=file,
            parts=tuple(self.parts),
            part_line=np.array(list(self.parts.values()), np.int64),
            sentence_part=np.array(self.sentence_part, np.int64),
            sentence=sentence,
            decimal=decimal,
            line=line,
            words=self.words.texts(),
            tags=self.tags.texts() if tags else None,
            dependencies=self.dependencies.texts(),
            governors=Governors(self.word_heads.texts(), self.word_dependencies.texts()) if tree else None,
        )

    def as_mentions(self, types: bool = False) -> Mentions:
        *columns, named = np.array(self.mentions, np.int64).reshape(-1, 5).T
        pieces = np.array(self.pieces, np.int64).reshape(-1, 3).T
        texts = self.types.texts() if types and self.mentions else None
        return Mentions._make((*columns, named > 0, *pieces, texts))


_BRACKET = re.compile(r"\((?P<opens>[^()]+)(?P<alone>\))?|(?P<closes>[^()]+)\)")

_ALONE = re.compile(r"\([^()]*\)")


class _Piece(NamedTuple):
    """A piece that is open: ``number`` of ``of``, 0 of 0 for a whole mention, after the pieces ``before``.

    ``named`` tells that the bracket states the head. ``first_line`` and ``etype`` are those of the first
    piece. ``minimum`` are the numbers of a minimum span.
    """

    entity: int
    start: int
    line: int
    column: int
    head: int
    named: bool
    number: int
    of: int
    etype: str
    minimum: tuple[int, ...] = ()
    before: tuple[Span, ...] = ()
    first_line: int = 0


@dataclass(slots=True, kw_only=True)
class EntityBrackets:
    """The brackets of a file, read one node at a time; ids live within a part, mentions in a sentence.

    Where a sentence is ``torn``, it has brackets that could not be read. ``minspan`` asks for minimum spans,
    ``relations`` collects what other items say of the mentions. ``odd`` are the lines of parts of mentions
    with another head than the part before.
    """

    record: CorefUDRecord
    most: int
    entities: dict[str, int] = field(default_factory=dict)
    open: dict[str, list[_Piece]] = field(default_factory=dict)
    waiting: dict[tuple[str, int, int], _Piece] = field(default_factory=dict)
    open_count: int = 0
    count: int = 0
    torn: bool = False
    minspan: bool = False
    relations: StatedRelations | None = None
    odd: list[int] = field(default_factory=list)

    def read(self, value: str, node: int, line: int, columns: Columns, column: int = 1) -> Iterator[Fault]:
        """The brackets of one node from left to right; the last open one of an id closes first.

        The value begins at a column of its line.
        """
        place = 0
        self.count += value.count("(") + value.count(")") - len(_ALONE.findall(value))
        if self.count > self.most:
            raise TooMany(f"more than {self.most:,} brackets in this file", TOO_MUCH)
        while place < len(value):
            bracket = _BRACKET.match(value, place)
            if bracket is None:
                yield Fault(
                    place,
                    f"{value[place : place + 40]!r} is not a bracket",
                    "write mentions as (ID...), or (ID... and later ID)",
                )
                self.torn = True
                return
            faults = (
                self._close(bracket["closes"], node)
                if bracket["closes"]
                else self._open(
                    bracket["opens"], node, (line, column + place), columns, bool(bracket["alone"])
                )
            )
            yield from (fault._replace(place=place) for fault in faults)
            place = bracket.end()

    def end_sentence(self) -> Iterator[tuple[int, str, str, int]]:
        """Line, fault, remedy and column of each mention that the sentence leaves open or in pieces.

        What is missing of them may stand where a sentence is torn.
        """
        if not self.torn:
            yield from self._unfinished()
        self.open, self.waiting, self.open_count, self.torn = {}, {}, 0, False

    def end_part(self) -> None:
        if self.relations:
            self.relations.end_part(self.entities)
        self.entities = {}

    def _unfinished(self) -> Iterator[tuple[int, str, str, int]]:
        yield from never_closed(self.open, "the mention {} is not closed in its sentence")
        for (name, number, of), piece in self.waiting.items():
            yield (
                piece.line,
                f"part {number}/{of} of a mention of {short(name)}' is missing in the sentence",
                "write all parts, or renumber them",
                piece.column,
            )

    def _open(
        self, text: str, node: int, place: tuple[int, int], columns: Columns, alone: bool
    ) -> Iterator[Fault]:
        fields = text.split("-")
        eid = EID.fullmatch(fields[columns.eid]) if columns.eid < len(fields) else None
        if eid is None or len(eid[1].encode()) > LONGEST_ID or not _sensible(eid):
            yield Fault(
                0,
                f"the id of {short('(' + text)}' cannot be read",
                f"write it as field {columns.eid + 1}, as `# global.Entity` states, and parts as [1/2]",
            )
            return
        column = columns.head if columns.minspan is None else columns.minspan
        named = column is not None and column < len(fields)
        head = _field(fields, column, "1")
        numbers = head.split(",") if self.minspan else [head]
        if not all(map(_is_number, numbers)):
            what = f"the head {head[:40]!r} is not the number of a word"
            yield Fault(0, what, "count the words of the mention from 1")
            numbers = ["1"]
        minimum = sorted(set(map(int, numbers)))
        piece = _Piece(
            self._entity(eid[1]),
            node,
            *place,
            minimum[0],
            named,
            int(eid[2] or 0),
            int(eid[3] or 0),
            _field(fields, columns.etype, ""),
            tuple(minimum) if self.minspan else (),
        )
        if piece.number > 1:
            first = self.waiting.pop((eid[1], piece.number, piece.of), None)
            if first is None or first.before[-1][1] >= node:
                yield Fault(
                    0,
                    f"the part {piece.number}/{piece.of} does not follow part {piece.number - 1}",
                    "write the parts of a mention one after the other, in one sentence",
                )
                return
            if (piece.head, piece.named) != (first.head, first.named):
                self.odd.append(piece.line)
            piece = piece._replace(before=first.before, first_line=first.first_line, etype=first.etype)
        self.open.setdefault(eid[1], []).append(piece)
        self.open_count += 1
        if self.open_count > MOST_OPEN:
            raise TooMany(f"more than {MOST_OPEN:,} brackets are open here", "close them earlier")
        if alone:
            yield from self._close(fields[columns.eid], node)

    def _close(self, text: str, node: int) -> Iterator[Fault]:
        eid = EID.fullmatch(text)
        stack = self.open.get(eid[1]) if eid else None
        if eid is None or not stack:
            yield Fault(
                0,
                f"the bracket {short(text)})' was never opened",
                f"write {short('(' + text)}' before it in the same sentence, or remove it",
            )
            return
        piece = stack.pop()
        self.open_count -= 1
        if (piece.number, piece.of) != (int(eid[2] or 0), int(eid[3] or 0)):
            yield Fault(
                0,
                f"the bracket {short(text)})' cannot close part {piece.number}/{piece.of}",
                "close each part by its own number, [1/2] by [1/2]",
            )
            return
        yield from self._finish(eid[1], piece._replace(before=(*piece.before, (piece.start, node))))

    def _finish(self, name: str, piece: _Piece) -> Iterator[Fault]:
        """A mention, or a piece that waits for the next."""
        if piece.number < piece.of:
            piece = piece._replace(first_line=piece.first_line or piece.line)
            key = (name, piece.number + 1, piece.of)
            if key in self.waiting:
                yield Fault(
                    0,
                    f"two mentions of {short(name)}' are waiting for part {key[1]}/{key[2]}",
                    "write all parts of one mention before the next mention",
                )
            self.waiting[key] = piece
            return
        pieces, line = list(piece.before), piece.first_line or piece.line
        size = sum(last - first + 1 for first, last in pieces)
        if (outside := max(piece.head, *piece.minimum, 0)) > size:
            yield Fault(
                0,
                f"the head is word {outside}, but the mention has {counted(size, 'word')}",
                "count the words of the mention from 1, including empty nodes",
            )
            return
        if self.relations:
            mention = Mention(self.record.mention_count, pieces[0][0], pieces[-1][1])
            self.relations.mentions.append(Finished(mention, name, line, piece.column))
        minimum = [_node(pieces, number) for number in piece.minimum]
        head = _node(pieces, piece.head)
        self.record.add_mention(piece.entity, line, head, piece.named, pieces, piece.etype, minimum)

    def _entity(self, name: str) -> int:
        if name not in self.entities:
            self.entities[name] = self.record.new_entity(name)
        return self.entities[name]


def _field(fields: list[str], column: int | None, missing: str) -> str:
    """A field of a bracket, or what stands for it where it is missing."""
    return fields[column] if column is not None and column < len(fields) else missing


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_HEAD and int(text) > 0


def _node(pieces: list[Span], number: int) -> int:
    """The node with this number among those of all pieces."""
    for first, last in pieces[:-1]:
        if number <= last - first + 1:
            return first + number - 1
        number -= last - first + 1
    return pieces[-1][0] + number - 1


def _sensible(eid: re.Match[str]) -> bool:
    """A mention is written in two parts or more, and a part is one of them."""
    return eid[2] is None or (int(eid[3]) > 1 and int(eid[2]) <= int(eid[3]))

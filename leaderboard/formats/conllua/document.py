"""The mentions of one document, bracket by bracket, what points from one to another, and the corpus of all.

An opening bracket is ``(EntityID=3|MarkableID=m7``, a closing one ``m7)``.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.corpus.nodes import Pieces
from leaderboard.formats.blocks import LONGEST_ID
from leaderboard.formats.conll.conll_lines import integers
from leaderboard.formats.corefud.as_corpus import Edges, Governors, Mentions, Text, corpus, edges, tree_in
from leaderboard.formats.faults import Fault
from leaderboard.formats.limits import Bounds
from leaderboard.formats.relations import Bridge, Entity, Mention, Relations

_PSEUDO = "-Pseudo"

_BRACKET = re.compile(r"\(([^()]*)|([^()]*)\)")

# Fields that are read have one value.
_ONCE = ("EntityID", "MarkableID", "ElementOf", "Min", "MentionAnchor", "EntityAnchor")

_GROUP = re.compile(r"\(?([^()]+)\)?")


@dataclass(slots=True)
class Markable:
    """A mention as its pieces are read; ``minimum`` is the text of the first that has one."""

    entity: str
    name: str
    line: int
    column: int
    text: str
    _: KW_ONLY
    pieces: list[tuple[int, int]] = field(default_factory=list)
    minimum: str = ""

    @property
    def refers(self) -> bool:
        return not self.entity.endswith(_PSEUDO)


class _Open(NamedTuple):
    markable: Markable
    start: int
    line: int
    column: int
    text: str


@dataclass(slots=True, kw_only=True)
class Document:
    """A document: its mentions in order of first bracket, and its entities.

    Elements have the line that states each first, bridges theirs.
    """

    markables: list[Markable] = field(default_factory=list)
    by_name: dict[str, Markable] = field(default_factory=dict)
    entities: dict[str, int] = field(default_factory=dict)
    open: dict[int, _Open] = field(default_factory=dict)
    open_by_name: dict[str, list[int]] = field(default_factory=dict)
    opened: int = 0
    elements: dict[tuple[str, str], int] = field(default_factory=dict)
    bridges: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    def read_mentions(self, cell: str, node: int, line: int, column: int) -> Iterator[Fault]:
        """Read the brackets of one token; the cell begins at a column of its line."""
        for bracket in _brackets(cell):
            if bracket.fields is None:
                faults = self._close(bracket.closes, node, bracket.text)
            else:
                faults = self._begin(bracket.fields, bracket.text, node, line, column + bracket.place)
            if faults:
                yield Fault(bracket.place, *faults)

    def read_split(self, cell: str, line: int) -> None:
        for stated in _groups(cell):
            self._note_elements(stated, line)

    def read_bridges(self, cell: str, line: int) -> None:
        self.bridges += [(line, stated) for stated in _groups(cell)]

    def _begin(
        self, stated: dict[str, str], text: str, node: int, line: int, column: int
    ) -> tuple[str, str] | None:
        entity, name = stated.get("EntityID", ""), stated.get("MarkableID", "")
        known = self.by_name.get(name) if name else None
        fault = _fault(entity, name, text, known)
        markable = Markable(entity, name, line, column, text) if fault or known is None else known
        if not fault:
            self._add(markable, known is None)
            markable.minimum = markable.minimum or stated.get("Min", "")
            self._note_elements(stated, line)
        if text.startswith("("):  # so that what closes it does not close another
            self.open[self.opened] = _Open(markable, node, line, column, text)
            self.open_by_name.setdefault(name, []).append(self.opened)
            self.opened += 1
        return fault

    def _add(self, markable: Markable, new: bool) -> None:
        if new:
            self.markables.append(markable)
            self.entities.setdefault(markable.entity, len(self.entities))
        if markable.name:
            self.by_name[markable.name] = markable

    def _note_elements(self, stated: dict[str, str], line: int) -> None:
        for plural in filter(None, stated.get("ElementOf", "").split(",")):
            self.elements.setdefault((plural, stated.get("EntityID", "")), line)

    def _close(self, name: str, node: int, text: str) -> tuple[str, str] | None:
        if not (self.open_by_name.get(name) if name else self.open):
            return f"the bracket {text[:40]!r} was never opened", "open the mention before it, or remove it"
        number = self.open_by_name[name][-1] if name else next(reversed(self.open))
        opened = self.open.pop(number)
        self.open_by_name[opened.markable.name].pop()
        opened.markable.pieces.append((opened.start, node))
        return None


def _fault(entity: str, name: str, text: str, known: Markable | None) -> tuple[str, str] | None:
    """Return the fault of an opening bracket, with its remedy."""
    if not entity:
        return f"a bracket without EntityID, {text[:40]!r}", "write EntityID=NAME"
    if len(entity.encode()) > LONGEST_ID:
        return f"the EntityID {entity[:40]!r} is too long", f"use at most {LONGEST_ID} bytes"
    if known is not None and known.entity != entity:
        what = f"markable {name[:40]} is in entities {known.entity} and {entity}"
        return what, "give each mention its own MarkableID"
    return None


class _Bracket(NamedTuple):
    """The fields of a mention that opens, or the name of one that closes; where it stands, and its text."""

    place: int
    text: str
    fields: dict[str, str] | None
    closes: str = ""


def _brackets(cell: str) -> Iterator[_Bracket]:
    """The brackets of a cell from left to right; text that is none is an opening bracket without fields."""
    place = 0
    while place < len(cell):
        found = _BRACKET.match(cell, place)
        if found is None:
            if rest := cell[place:].strip("@"):
                yield _Bracket(place, rest, {})
            return
        if found[2] is None:
            yield _Bracket(place, found[0], _fields(found[1]))
        else:
            yield _Bracket(place, found[0], None, found[2].strip("@"))
        place = found.end()


def slips(cell: str) -> Iterator[Fault]:
    """Values that are not what they seem: of two, one would be lost, one that is not there would be passed
    over, and with blanks it is another one."""
    for group in re.finditer(r"[^()]+", cell):
        fields = group[0].strip("@").split("|")
        parts = [part for field in fields for part in field.split("=", 1)]
        shown = repr(group[0][:40])
        for name in (name for name in _ONCE if parts.count(name) > 1):
            yield Fault(group.start(), f"two {name} in one bracket, {shown}", "keep one of them")
        for name in (name for name in _ONCE if f"{name}=" in fields):
            yield Fault(group.start(), f"{name} without a value, {shown}", "write its value, or leave it out")
        if any(part != part.strip() for part in parts):
            yield Fault(group.start(), f"blanks around a value, {shown}", "write NAME=VALUE without blanks")


def _groups(cell: str) -> Iterator[dict[str, str]]:
    """The fields of each group of a cell, with or without brackets around them."""
    return (_fields(group) for group in _GROUP.findall(cell) if group.strip("@"))


def _fields(text: str) -> dict[str, str]:
    """The values by name of ``A=x|B=y``."""
    pairs = (field.partition("=") for field in text.strip("@").split("|"))
    return {name: value for name, _, value in pairs if value}


_NO_EDGES = Edges(*np.zeros((3, 0), np.int64))

_OWN = "give each mention its own MarkableID"


@dataclass(slots=True, kw_only=True)
class Record:
    """The content of a file; ``tags``, and HEAD and DEPS of words in ``above``, only if asked for."""

    relations: Relations
    parts: dict[Part, int] = field(default_factory=dict)
    part: array[int] = field(default_factory=integers)
    line: array[int] = field(default_factory=integers)
    decimal: array[int] = field(default_factory=integers)
    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    above: list[tuple[str, str]] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    mentions: array[int] = field(default_factory=integers)
    pieces: array[int] = field(default_factory=integers)
    minimum: array[int] = field(default_factory=integers)
    refers: list[bool] = field(default_factory=list)
    entities: int = 0

    def add_document(self, document: Document, node: dict[str, int]) -> None:
        """Add the mentions of a document that was read, whose tokens have these numbers by their ids."""
        mentions: dict[int, Mention] = {}
        name = {place: token for token, place in node.items()}
        for markable in document.markables:
            pieces = self._whole(markable)
            if pieces:
                number = len(self.refers)
                mentions[id(markable)] = Mention(number, pieces[0][0], pieces[-1][1])
                self.refers.append(markable.refers)
                self.mentions.extend((self.entities + document.entities[markable.entity], markable.line))
                for first, last in pieces:
                    self.pieces.extend((number, first, last))
                self._add_minimum(markable, pieces, number, node, name)
        if document.elements or document.bridges:
            self._relate(document, mentions)
        self.entities += len(document.entities)

    def _whole(self, markable: Markable) -> list[tuple[int, int]]:
        """The pieces of a mention in order; none, and a fault, where they overlap."""
        pieces = sorted(markable.pieces)
        if any(before[1] >= after[0] for before, after in pairwise(pieces)):
            what = f"the pieces of markable {markable.name[:40]} overlap"
            self.relations.faults.blame(markable.line, what, _OWN, markable.column)
            return []
        return pieces

    def _add_minimum(
        self,
        markable: Markable,
        pieces: list[tuple[int, int]],
        number: int,
        node: dict[str, int],
        name: dict[int, str],
    ) -> None:
        if not markable.minimum:
            return
        ids = markable.minimum.split(",")
        first, last = node.get(ids[0], -1), node.get(ids[-1], -1)
        there = [any(begin <= token <= end for begin, end in pieces) for token in (first, last)]
        if len(ids) <= 2 and all(there) and first <= last:
            for begin, end in pieces:
                if max(begin, first) <= min(end, last):
                    self.minimum.extend((number, max(begin, first), min(end, last)))
            return
        # Tokens with one ID are a fault that was found before; the first of them has no name.
        outer = f"tokens {name.get(pieces[0][0], '?')} to {name.get(pieces[-1][1], '?')}"
        what = f"Min={markable.minimum[:40]} lies outside mention {markable.name[:40]} ({outer})"
        remedy = "write the first and last ID of the minimum span, as Min=3,4"
        self.relations.blame(markable.line, what, remedy, "the mention counts as if it had none; " + remedy)

    def _relate(self, document: Document, mentions: dict[int, Mention]) -> None:
        """Note the elements and bridges of a document, whose ``mentions`` are known."""
        entities = {name: Entity(self.entities + n, []) for name, n in document.entities.items()}
        for markable in document.markables:
            if id(markable) in mentions:
                entities[markable.entity].mentions.append(mentions[id(markable)])
        for entity in entities.values():
            entity.mentions.sort(key=lambda mention: (mention.first, mention.last))
        entities = {name: entity for name, entity in entities.items() if entity.mentions}
        named = {
            name: mentions[id(markable)]
            for name, markable in document.by_name.items()
            if id(markable) in mentions
        }
        self.relations.add_elements(document.elements, entities)
        for line, stated in document.bridges:
            name, anchor = stated.get("MarkableID", ""), stated.get("MentionAnchor", "").removeprefix("_")
            anchor_entity = stated.get("EntityAnchor", "")
            bridge = Bridge(
                line=line,
                name=name,
                anaphor=named.get(name),
                anchor_name=anchor,
                anchor=named.get(anchor),
                entity=anchor_entity,
            )
            self.relations.add_bridge(bridge, entities)

    def corpus(self, bounds: Bounds, layer: str, tree: bool) -> Corpus:
        """The corpus of the file; heads are found in the dependency tree if there is one."""
        text = self._text()
        entity, line = np.array(self.mentions, np.int64).reshape(-1, 2).T
        mention, first, last = np.array(self.pieces, np.int64).reshape(-1, 3).T
        head = first[np.diff(mention, prepend=-1) > 0]
        mentions = Mentions(entity, entity, line, head, np.zeros(len(head), np.bool_), mention, first, last)
        dependencies = _NO_EDGES
        if tree:
            dependencies, faults = edges(text, mentions, "tree", bounds)
            for node, what, remedy in faults:
                self.relations.faults.blame(int(text.line[node]), what, remedy)
        side = corpus(text, mentions, dependencies, "tree" if tree else "file")
        assert side.nodes is not None
        place = text.place
        minimum, begin, end = np.array(self.minimum, np.int64).reshape(-1, 3).T
        return replace(
            side,
            nodes=replace(side.nodes, minimum=Pieces(minimum, place[begin], place[end])),
            tree=text.governors and tree_in(text, text.governors),
            layer=layer,
            anaphora=self.relations.anaphora(~np.array(self.refers, np.bool_)),
        )

    def _text(self) -> Text:
        part = np.array(self.part, np.int64)
        return Text(
            file=self.relations.faults.file,
            parts=tuple(self.parts),
            part_line=np.array(list(self.parts.values()), np.int64),
            # A document counts as one sentence, for mentions may run over sentences.
            sentence_part=np.arange(len(self.parts)),
            sentence=part,
            decimal=np.array(self.decimal, np.int64),
            line=np.array(self.line, np.int64),
            words=_texts(self.words),
            tags=_texts(self.tags) if self.tags else None,
            dependencies=_texts(self.dependencies),
            governors=Governors(*map(_texts, zip(*self.above, strict=True))) if self.above else None,
        )


def _texts(texts: list[str] | tuple[str, ...]) -> Texts:
    encoded = [text.encode() for text in texts]
    ends: Ints = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))
    return Texts(np.frombuffer(b"".join(encoded), np.uint8), ends)

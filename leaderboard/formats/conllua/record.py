"""The tokens and mentions of a file, one document after the other, and the corpus that they are."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.corpus.nodes import Pieces
from leaderboard.formats.conllua.document import Document, Markable
from leaderboard.formats.corefud.dependencies import edges, tree_in
from leaderboard.formats.corefud.text import Edges, Governors, Mentions, Text, corpus
from leaderboard.formats.limits import Bounds
from leaderboard.formats.relations import Bridge, Entity, Mention, Relations

_numbers = partial(array, "q")
_NO_EDGES = Edges(*np.zeros((3, 0), np.int64))
_OWN = "give each mention its own MarkableID"


@dataclass(slots=True, kw_only=True)
class Record:
    """The content of a file; ``tags``, and HEAD and DEPS of words in ``above``, only if asked for."""

    relations: Relations
    parts: dict[Part, int] = field(default_factory=dict)
    part: array[int] = field(default_factory=_numbers)
    line: array[int] = field(default_factory=_numbers)
    decimal: array[int] = field(default_factory=_numbers)
    words: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    above: list[tuple[str, str]] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    mentions: array[int] = field(default_factory=_numbers)
    pieces: array[int] = field(default_factory=_numbers)
    minimum: array[int] = field(default_factory=_numbers)
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
        """Note the elements and bridges of a document, whose mentions are ``found``."""
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

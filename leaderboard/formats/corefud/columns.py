"""The columns of a text, filled line by line by the slow reader of CorefUD files."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Part
from leaderboard.formats.conll.columns import Column
from leaderboard.formats.corefud.text import Governors, Mentions, Text

_numbers = partial(array, "q")
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
    sentence_part: array[int] = field(default_factory=_numbers)
    nodes: array[int] = field(default_factory=_numbers)
    words: Column = field(default_factory=Column)
    tags: Column = field(default_factory=Column)
    dependencies: Column = field(default_factory=Column)
    empty_tags: Column = field(default_factory=Column)
    word_heads: Column = field(default_factory=Column)
    word_dependencies: Column = field(default_factory=Column)
    mentions: array[int] = field(default_factory=_numbers)
    pieces: array[int] = field(default_factory=_numbers)
    minimum: array[int] = field(default_factory=_numbers)
    types: Column = field(default_factory=Column)
    names: array[int] = field(default_factory=_numbers)
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

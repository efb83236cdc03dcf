"""The result of both CorefUD readers, and its conversion to a corpus."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Texts
from leaderboard.corpus.nodes import SLOT, Dependencies, Heads, Mask, Nodes, Types, rows_of


class Governors(NamedTuple):
    """The columns HEAD and DEPS of all words."""

    head: Texts
    dependencies: Texts


@dataclass(frozen=True, eq=False, kw_only=True)
class Text:
    """The words and empty nodes of a file, in its order.

    ``sentence`` numbers the sentences of the file; ``decimal`` is 0 for words. ``dependencies`` are the
    texts of the enhanced dependencies of the empty nodes alone, ``governors`` those of words, if asked for.
    """

    file: str
    parts: tuple[Part, ...]
    part_line: Ints
    sentence_part: Ints
    sentence: Ints
    decimal: Ints
    line: Ints
    words: Texts
    tags: Texts | None
    dependencies: Texts
    governors: Governors | None

    @cached_property
    def length(self) -> Ints:
        """The words of each sentence."""
        return _count(self.sentence[self.decimal == 0], len(self.sentence_part))

    @cached_property
    def index(self) -> Ints:
        """The number of each word in its sentence, from 1; empty nodes have that of the word before."""
        length = self.length
        before = np.cumsum(length) - length
        index: Ints = np.cumsum(self.decimal == 0) - before[self.sentence]
        return index

    @cached_property
    def slot(self) -> Ints:
        """The slot of the root of each sentence in the file."""
        slots = self.length + 1
        slot: Ints = np.cumsum(slots) - slots
        return slot

    @cached_property
    def root(self) -> Ints:
        """The slot of the root, counted within its part."""
        root: Ints = self.slot - self.slot[np.searchsorted(self.sentence_part, self.sentence_part)]
        return root

    @property
    def token(self) -> Ints:
        """The word of its part that each node is or follows; at the start of a sentence the next one."""
        begins = np.searchsorted(self.sentence_part, self.sentence_part)
        before = self.root - (np.arange(len(begins)) - begins)
        token: Ints = before[self.sentence] + np.maximum(self.index, 1) - 1
        return token

    @property
    def place(self) -> Ints:
        """The place of each node."""
        place: Ints = (self.root[self.sentence] + self.index) * SLOT + self.decimal
        return place


class Mentions(NamedTuple):
    """Mentions in any order, with the numbers of their pieces' first and last nodes and of their heads.

    Where a head is not ``named``, it is the first node.
    ``name`` numbers the ids of entities as they are written; ``types`` are those of their entities as each of
    them states it, if asked for.
    """

    entity: Ints
    name: Ints
    line: Ints
    head: Ints
    named: Mask
    piece_mention: Ints
    first: Ints
    last: Ints
    types: Texts | None = None

    @property
    def size(self) -> Ints:
        """The number of nodes of each mention."""
        size = np.zeros(len(self.entity), np.int64)
        np.add.at(size, self.piece_mention, self.last - self.first + 1)
        return size


_NONE = np.zeros(0, np.int64)
NO_MENTIONS = Mentions(_NONE, _NONE, _NONE, _NONE, _NONE > 0, _NONE, _NONE, _NONE)


class Edges(NamedTuple):
    """Enhanced dependencies: those of node ``node``, a place in its part, and the relation as a number."""

    node: Ints
    parent: Ints
    relation: Ints


def corpus(text: Text, mentions: Mentions, of_zeros: Edges, heads: Heads) -> Corpus:
    """The mentions at their places in their parts; heads that are yet to be found are first nodes so far."""
    place, token = text.place, text.token
    part = text.sentence_part[text.sentence]
    begins = np.diff(mentions.piece_mention, prepend=-1) > 0
    ends = np.diff(mentions.piece_mention, append=len(mentions.entity)) > 0
    first, last = mentions.first[begins], mentions.last[ends]
    is_word = text.decimal == 0
    return Corpus(
        file=text.file,
        parts=text.parts,
        part_line=text.part_line,
        tokens=_count(part[is_word], len(text.parts)),
        token_line=text.line[is_word],
        words=text.words,
        tags=text.tags,
        part=part[first],
        start=token[first],
        end=token[last],
        entity=mentions.entity,
        name=mentions.name,
        line=mentions.line,
        nodes=_nodes(text, place, part, mentions, of_zeros, heads),
    )


def _nodes(text: Text, place: Ints, part: Ints, mentions: Mentions, of_zeros: Edges, heads: Heads) -> Nodes:
    empty = text.decimal > 0
    number = np.searchsorted(np.flatnonzero(empty), of_zeros.node)
    edge, edge_mention = rows_of(of_zeros.node, mentions.head)
    nodes = Nodes(
        sentences=_count(text.sentence_part, len(text.parts)),
        length=text.length,
        empty_part=part[empty],
        empty=place[empty],
        size=mentions.size,
        head=place[mentions.head],
        named=mentions.named,
        piece_mention=mentions.piece_mention,
        first=place[mentions.first],
        last=place[mentions.last],
        edge_mention=edge_mention,
        parent=of_zeros.parent[edge],
        relation=of_zeros.relation[edge],
        heads=heads,
        types=None if mentions.types is None else _types(mentions.types),
    )
    if heads != "tree" and (heads != "named" or not nodes.headless.any()):
        return nodes
    return replace(nodes, dependencies=Dependencies(number, of_zeros.parent, of_zeros.relation))


def _types(texts: Texts) -> Types:
    """The types by number."""
    written = texts.of(np.arange(len(texts.ends)))
    names = {text: number for number, text in enumerate(dict.fromkeys(written))}
    number = np.array([names[text] for text in written], np.int64)
    return Types(tuple(name.decode() for name in names), number)


def _count(numbers: Ints, minlength: int) -> Ints:
    return np.bincount(numbers, minlength=minlength).astype(np.int64)

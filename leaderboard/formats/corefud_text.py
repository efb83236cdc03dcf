"""What both readers of CorefUD files hand over, and how it becomes a draft."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Ints, Part, Texts
from leaderboard.formats.draft import Draft
from leaderboard.formats.limits import MOST_BRACKETS
from leaderboard.nodes import SLOT, Nodes, rows_of

_EDGE = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.([1-9][0-9]{0,5}))?:(.+)")


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """The words and empty nodes of a file, in its order.

    ``sentence`` numbers the sentences of the file; ``decimal`` is 0 for words. ``dependencies`` are the
    texts of the enhanced dependencies of the empty nodes alone.
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

    @property
    def length(self) -> Ints:
        """The words of each sentence."""
        return _count(self.sentence[self.decimal == 0], len(self.sentence_part))

    @property
    def index(self) -> Ints:
        """The number of each word in its sentence, from 1; empty nodes have that of the word before."""
        length = self.length
        before = np.cumsum(length) - length
        index: Ints = np.cumsum(self.decimal == 0) - before[self.sentence]
        return index

    @property
    def root(self) -> Ints:
        """The slot of the root of each sentence in its part."""
        slots = self.length + 1
        end = np.cumsum(slots)
        begins = np.searchsorted(self.sentence_part, self.sentence_part)
        root: Ints = end - slots - (end - slots)[begins]
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
    """Mentions in any order, with the numbers of their pieces' first and last nodes and of their heads."""

    entity: Ints
    line: Ints
    head: Ints
    piece_mention: Ints
    first: Ints
    last: Ints


NO_MENTIONS = Mentions(*(np.zeros(0, np.int64) for _ in Mentions._fields))


class Edges(NamedTuple):
    """Enhanced dependencies: those of node ``node``, a place in its part, and the relation as a number."""

    node: Ints
    parent: Ints
    relation: Ints


class EdgeFault(NamedTuple):
    node: int
    what: str


def edges(text: Text, heads: Ints) -> tuple[Edges, list[EdgeFault]]:
    """The dependencies of the empty nodes among the heads, and what is wrong with them."""
    empties = np.flatnonzero(text.decimal)
    root, length = text.root * SLOT, text.length

    @cache
    def known() -> set[tuple[int, int]]:
        return set(zip(text.sentence[empties].tolist(), text.place[empties].tolist(), strict=True))

    nodes, times = np.unique(heads[text.decimal[heads] > 0], return_counts=True)
    sentences = text.sentence[nodes]
    columns = (nodes, times, np.searchsorted(empties, nodes), sentences, root[sentences], length[sentences])
    rows: list[tuple[int, int, int]] = []
    faults: list[EdgeFault] = []
    total = 0
    for node, count, number, sentence, origin, words in zip(*(c.tolist() for c in columns), strict=True):
        found = _edges(text.dependencies[number])
        total += count * len(found)
        if total > MOST_BRACKETS:
            faults.append(EdgeFault(node, f"more than {MOST_BRACKETS:,} enhanced dependencies of zeros"))
            break
        for edge in found:
            if edge.relation is None:
                faults.append(EdgeFault(node, f"{edge.text[:40]!r} is no enhanced dependency"))
            elif edge.word > words or (edge.place % SLOT and (sentence, origin + edge.place) not in known()):
                what = f"the enhanced dependency {edge.text[:40]!r} names no node here"
                faults.append(EdgeFault(node, what))
            else:
                rows.append((node, origin + edge.place, edge.relation))
    return Edges(*np.array(rows, np.int64).reshape(-1, 3).T), faults


class _Edge(NamedTuple):
    """One dependency: its parent as a place after the root, and the relation as a number."""

    text: str
    place: int = 0
    relation: int | None = None

    @property
    def word(self) -> int:
        return self.place // SLOT


@lru_cache(maxsize=1 << 14)
def _edges(text: str) -> tuple[_Edge, ...]:
    return () if text in ("", "_") else tuple(map(_edge, text.split("|")))


def _edge(text: str) -> _Edge:
    found = _EDGE.fullmatch(text)
    if found is None:
        return _Edge(text)
    return _Edge(text, int(found[1]) * SLOT + int(found[2] or 0), _number(found[3]))


@lru_cache(maxsize=4096)
def _number(relation: str) -> int:
    """The same text, the same number, in every file and run."""
    return int.from_bytes(hashlib.blake2b(relation.encode(), digest_size=8).digest(), signed=True)


def draft(text: Text, mentions: Mentions, found: Edges) -> Draft:
    """The mentions at their places in their parts."""
    place, token = text.place, text.token
    part = text.sentence_part[text.sentence]
    begins = np.diff(mentions.piece_mention, prepend=-1) > 0
    ends = np.diff(mentions.piece_mention, append=len(mentions.entity)) > 0
    first, last = mentions.first[begins], mentions.last[ends]
    is_word = text.decimal == 0
    return Draft(
        text.file,
        text.parts,
        text.part_line,
        _count(part[is_word], len(text.parts)),
        text.line[is_word],
        text.words,
        text.tags,
        part[first],
        token[first],
        token[last],
        mentions.entity,
        mentions.line,
        _nodes(text, place, part, mentions, found),
    )


def _nodes(text: Text, place: Ints, part: Ints, mentions: Mentions, found: Edges) -> Nodes:
    empty = text.decimal > 0
    size = np.zeros(len(mentions.entity), np.int64)
    np.add.at(size, mentions.piece_mention, mentions.last - mentions.first + 1)
    edge, edge_mention = rows_of(found.node, mentions.head)
    return Nodes(
        _count(text.sentence_part, len(text.parts)),
        text.length,
        part[empty],
        place[empty],
        size,
        place[mentions.head],
        mentions.piece_mention,
        place[mentions.first],
        place[mentions.last],
        edge_mention,
        found.parent[edge],
        found.relation[edge],
    )


def _count(numbers: Ints, minlength: int) -> Ints:
    return np.bincount(numbers, minlength=minlength).astype(np.int64)

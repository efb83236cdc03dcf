"""What both readers of CorefUD files hand over, and how it becomes a draft."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
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
    dependencies: Sequence[str]

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
    place, root, length = text.place, text.root, text.length
    known = set(zip(text.sentence[empties].tolist(), place[empties].tolist(), strict=True))
    rows: list[tuple[int, int, int]] = []
    faults: list[EdgeFault] = []
    total = 0
    for node, times in zip(*_counted(heads[text.decimal[heads] > 0]), strict=True):
        sentence = int(text.sentence[node])
        total += times * (1 + text.dependencies[int(np.searchsorted(empties, node))].count("|"))
        if total > MOST_BRACKETS:
            faults.append(EdgeFault(node, f"more than {MOST_BRACKETS:,} enhanced dependencies of zeros"))
            break
        for edge in _edges(text.dependencies[int(np.searchsorted(empties, node))]):
            found = _EDGE.fullmatch(edge)
            if found is None:
                faults.append(EdgeFault(node, f"{edge[:40]!r} is no enhanced dependency"))
                continue
            parent = (int(root[sentence]) + int(found[1])) * SLOT + int(found[2] or 0)
            if int(found[1]) > length[sentence] or (found[2] and (sentence, parent) not in known):
                faults.append(EdgeFault(node, f"the enhanced dependency {edge[:40]!r} names no node here"))
            rows.append((node, parent, _number(found[3])))
    return Edges(*np.array(rows, np.int64).reshape(-1, 3).T), faults


def _edges(text: str) -> Iterator[str]:
    return iter(()) if text in ("", "_") else iter(text.split("|"))


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


def _counted(numbers: Ints) -> tuple[list[int], list[int]]:
    found, times = np.unique(numbers, return_counts=True)
    return found.tolist(), times.tolist()

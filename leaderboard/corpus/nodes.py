"""The parts of CorefUD beyond words and spans: sentences, empty nodes, heads, mentions in pieces.

A node, be it a word or an empty one, has a *place* in its part. The root of a sentence and its words take
one slot each, and an empty node shares the slot that it follows; the place is the slot times ``SLOT``, plus
the decimal of an empty node. So places are equal on two sides exactly if sentence and index are, whatever
empty nodes a side has, and they are in order of the text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]

SLOT = 1 << 20
# Where heads come from: the file names them, and the key and the tree have the others (``named``), or first
# nodes are the others (``file``, and ``first`` where none is named), or all are found in the tree. Minimum
# spans take the place of heads if asked for.
Heads = Literal["named", "file", "first", "tree", "minspan"]


class Dependencies(NamedTuple):
    """Enhanced dependencies of empty nodes, in order of their numbers, as those of heads in ``Nodes``."""

    empty: Ints
    parent: Ints
    relation: Ints


class Pieces(NamedTuple):
    """Runs of nodes as places, in order of their mentions."""

    mention: Ints
    first: Ints
    last: Ints

    def picked(self, mentions: Ints) -> Pieces:
        row, mention = rows_of(self.mention, mentions)
        return Pieces(mention, self.first[row], self.last[row])


class Types(NamedTuple):
    """The types of entities as mentions state them: names, of which ``""`` is none, and a number for each."""

    names: tuple[str, ...]
    number: Ints


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Nodes:
    """Columns by part, by sentence, by empty node, by mention, by piece and by enhanced dependency.

    ``sentences`` counts those of each part and ``length`` the words of each sentence. ``empty`` are the
    places of the empty nodes of ``empty_part``, in order. Of each mention ``size`` is the number of its
    nodes, ``head`` the place of one of them, and ``named`` true if the file says so. A piece is a run of
    nodes from ``first`` to ``last``; the pieces of a mention stand together and in order. Edges are the
    enhanced dependencies of heads that are empty nodes: the place of the ``parent``, and a number for the
    text of the ``relation``.
    ``dependencies`` are those of all empty nodes that may be heads, where some heads are yet to be found.
    Only a key that was asked for them has ``types``. Where minimum spans are read, ``minimum`` has those of
    the mentions that have one.
    """

    sentences: Ints
    length: Ints
    empty_part: Ints
    empty: Ints
    size: Ints
    head: Ints
    named: Mask
    piece_mention: Ints
    first: Ints
    last: Ints
    edge_mention: Ints
    parent: Ints
    relation: Ints
    heads: Heads
    dependencies: Dependencies | None = None
    types: Types | None = None
    minimum: Pieces | None = None

    @property
    def zero(self) -> Mask:
        """True if the head of each mention is an empty node."""
        return self.head % SLOT > 0

    @property
    def headless(self) -> Mask:
        """True for each mention of several nodes whose head the file does not name."""
        return (self.size > 1) & ~self.named

    @property
    def begin(self) -> Ints:
        """The place of the first node of each mention."""
        return self.first[np.diff(self.piece_mention, prepend=-1) > 0]

    @property
    def end(self) -> Ints:
        """The place of the last node of each mention."""
        return self.last[np.diff(self.piece_mention, append=len(self.size)) > 0]

    @property
    def origin(self) -> Ints:
        """The offset that makes the places of each part differ from those of other parts."""
        part = np.repeat(np.arange(len(self.sentences)), self.sentences)
        slots = np.bincount(part, weights=self.length, minlength=len(self.sentences)) + self.sentences
        origin: Ints = (np.cumsum(slots) - slots).astype(np.int64) * SLOT
        return origin

    @property
    def roots(self) -> Ints:
        """The slot of the root of each sentence in the whole text."""
        return np.cumsum(self.length + 1) - (self.length + 1)

    @property
    def empties(self) -> Ints:
        """The places of the empty nodes in the whole text, in order."""
        return self.origin[self.empty_part] + self.empty

    @property
    def pieces(self) -> Pieces:
        """The pieces of the mentions."""
        return Pieces(self.piece_mention, self.first, self.last)

    @property
    def words(self) -> Ints:
        """The number of words of each mention."""
        words = words_between(self.first, self.last)
        return np.bincount(self.piece_mention, weights=words, minlength=len(self.size)).astype(np.int64)

    def counts(self, pieces: Pieces, part: Ints) -> Ints:
        """The number of nodes in the pieces of each mention; ``part`` is that of each mention."""
        low, high = self._empties_in(pieces, part)
        counts = np.zeros(len(self.size), np.int64)
        np.add.at(counts, pieces.mention, words_between(pieces.first, pieces.last) + high - low)
        return counts

    def most_dependents(self, part: Ints) -> int:
        """The most edges that lead to one node; ``part`` is that of each mention."""
        parent = self.origin[part[self.edge_mention]] + self.parent
        return int(np.unique(parent, return_counts=True)[1].max(initial=0))

    def picked(self, mentions: Ints) -> Nodes:
        """The nodes of these mentions, in this order."""
        piece, piece_mention = rows_of(self.piece_mention, mentions)
        edge, edge_mention = rows_of(self.edge_mention, mentions)
        return replace(
            self,
            size=self.size[mentions],
            head=self.head[mentions],
            named=self.named[mentions],
            piece_mention=piece_mention,
            first=self.first[piece],
            last=self.last[piece],
            edge_mention=edge_mention,
            parent=self.parent[edge],
            relation=self.relation[edge],
            types=self.types and self.types._replace(number=self.types.number[mentions]),
            minimum=self.minimum and self.minimum.picked(mentions),
        )

    def fingerprint(self, part: Ints) -> Ints:
        """A number for the set of nodes of each mention, whatever pieces it is written in.

        It is the sum of their scrambled places; ``part`` is that of each mention. Two sets of one part and
        size have the same number by chance once in 2^64.
        """
        return self.fingerprint_of(self.pieces, part)

    def fingerprint_of(self, pieces: Pieces, part: Ints) -> Ints:
        """A number for the set of nodes in the pieces of each mention, 0 where it has none."""
        mention, first, last = pieces
        slots = np.cumsum(scrambled(np.arange(last.max(initial=0) // SLOT + 1) * SLOT))
        empties = np.concatenate([[np.uint64(0)], np.cumsum(scrambled(self.empty))])
        low, high = self._empties_in(pieces, part)
        words = slots[last // SLOT] - slots[np.maximum(first - 1, 0) // SLOT]
        sums = np.zeros(len(self.size), np.uint64)
        np.add.at(sums, mention, words + empties[high] - empties[low])
        return sums.view(np.int64)

    def and_of(self, other: Nodes) -> Nodes:
        """The nodes of these mentions, then those of others on the same words, with the empty nodes of both.

        Sizes are as they were, whatever empty nodes the other side has within a mention.
        """
        count = len(self.size)
        mentions: dict[str, Any] = {
            name: getattr(other, name) + count for name in ("piece_mention", "edge_mention")
        }
        empties = np.concatenate([(side.empty_part, side.empty) for side in (self, other)], axis=1)
        empty_part, empty = np.unique(empties, axis=1)
        of_mentions = ("size", "head", "named", "piece_mention", "first", "last")
        of_edges = ("edge_mention", "parent", "relation")
        columns = joined_columns((self, replace(other, **mentions)), *of_mentions, *of_edges)
        others: dict[str, Any] = {"dependencies": None, "types": None, "minimum": None}
        return replace(self, **columns, **others, empty_part=empty_part, empty=empty)

    def _empties_in(self, pieces: Pieces, part: Ints) -> tuple[Ints, Ints]:
        """The numbers of the first empty node of each piece and of the first one after it."""
        origin, empties = self.origin[part[pieces.mention]], self.empties
        low = np.searchsorted(empties, origin + pieces.first)
        return low, np.searchsorted(empties, origin + pieces.last, side="right")


def words_between(first: Ints, last: Ints) -> Ints:
    """The number of words from one place to another, both included."""
    return last // SLOT - (first - 1) // SLOT


def joined_columns(sides: Sequence[object], *columns: str) -> dict[str, Any]:
    """The columns of several sides, one side after the other."""
    return {name: np.concatenate([getattr(side, name) for side in sides]) for name in columns}


def rows_of(group: Ints, wanted: Ints) -> tuple[Ints, Ints]:
    """The rows of each wanted group, of rows in order of group, and the number of the wish."""
    low, high = (np.searchsorted(group, wanted, side=side) for side in ("left", "right"))
    return ranges(low, high - low)


def ranges(start: Ints, count: Ints) -> tuple[Ints, Ints]:
    """start[i], ..., start[i] + count[i] - 1 for all i, one after the other, and the i of each."""
    index = np.repeat(np.arange(len(start)), count)
    within = np.arange(len(index)) - np.repeat(np.cumsum(count) - count, count)
    return start[index] + within, index


def scrambled(places: Ints) -> NDArray[np.uint64]:
    """A bijection of 64-bit numbers without visible order (the finalizer of SplitMix64)."""
    bits = (places.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Columns by slot: the roots and words of all sentences, numbered through the whole text.

    ``parent`` is the slot of the word that HEAD names, or -1. The words below a word, and itself, have the
    numbers ``begin`` to ``end`` - 1. ``plain`` words have no other head among their enhanced dependencies,
    and are not on or below a circle of heads. ``enhanced`` has the places (see ``nodes``) of the enhanced
    heads of words that have others.
    """

    parent: Ints
    begin: Ints
    end: Ints
    plain: Mask
    enhanced: Mapping[int, tuple[int, ...]]


def tree_of(parent: Ints, enhanced: Mapping[int, tuple[int, ...]]) -> Tree:
    """The tree of these heads; each word of a circle is above all words that are below any of them."""
    order, circles = _from_above(parent)
    begin = np.empty(len(parent), np.int64)
    begin[order] = np.arange(len(order))
    end = begin + _sizes(parent, begin, order)
    plain = np.ones(len(parent), np.bool_)
    plain[list(enhanced)] = False
    for circle in circles:
        first = circle[0]
        plain[order[begin[first] : end[first]]] = False
        begin[circle], end[circle] = begin[first], end[first]
    return Tree(parent, begin, end, plain, enhanced)


def _from_above(parent: Ints) -> tuple[Ints, list[list[int]]]:
    """All slots, each followed by all below it, and circles of heads, each cut before its first word."""
    children = np.argsort(parent, kind="stable")
    first = np.searchsorted(parent[children], np.arange(-1, len(parent) + 1)).tolist()
    below = children.tolist()
    order: list[int] = []
    seen = bytearray(len(parent))

    def visit(waiting: list[int]) -> None:
        while waiting:
            slot = waiting.pop()
            if not seen[slot]:
                seen[slot] = True
                order.append(slot)
                waiting += below[first[slot + 1] : first[slot + 2]]

    visit(below[: first[1]])
    circles = []
    for slot in np.flatnonzero(np.array(seen) == 0).tolist():
        if not seen[slot]:
            circles.append(_circle(slot, parent))
            visit(circles[-1][:1])
    return np.array(order, np.int64), circles


def _circle(slot: int, parent: Ints) -> list[int]:
    """The words of the circle that the heads of a word run into."""
    passed: dict[int, int] = {}
    while slot not in passed:
        passed[slot] = len(passed)
        slot = int(parent[slot])
    return list(passed)[passed[slot] :]


def _sizes(parent: Ints, begin: Ints, order: Ints) -> Ints:
    """The number of slots in the subtree of each slot, itself included."""
    size = [1] * len(parent)
    # Where a circle is cut, the parent comes later.
    above = np.where((parent >= 0) & (begin[parent] < begin), parent, -1)
    for slot, governor in zip(order[::-1].tolist(), above[order[::-1]].tolist(), strict=True):
        if governor >= 0:
            size[governor] += size[slot]
    return np.array(size, np.int64)

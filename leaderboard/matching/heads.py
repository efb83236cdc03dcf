"""The heads that files do not name: those of the key's mentions, or in the key's dependency tree.

Most mentions have a word above all their others, which is found without a look at each of them. The others
are looked at one by one (see ``Tops``).

*Tops* are the nodes of a mention whose HEAD is not in it; empty nodes have none. The head is

1. the only top, or without any (a circle of heads) the first node;
2. else, of the tops none of whose enhanced heads are in the mention (if there is none, of those not all of
   whose are; if there is none, of all), the only one, or the word above all others, or the first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.mention_classes import has_tags, heads
from leaderboard.corpus.nodes import SLOT, Dependencies, Mask, Nodes, Pieces, Tree, rows_of
from leaderboard.errors import InputError, Problem
from leaderboard.matching.matching import match

# The steps that the mentions of a file may take, so that it is read in linear time. A step looks at a word
# among others, which is quicker than to look at an enhanced head.
_STEPS = 1 << 30
_STEPS_PER_NODE = 1 << 10
_STEPS_PER_EDGE = 1 << 10
_FIRST_LOOK = 64


class Tops:
    """The mentions of a side and their pieces, at places through all parts, beside the tree."""

    def __init__(self, side: Corpus, nodes: Nodes, tree: Tree, dependencies: Dependencies) -> None:
        origin = nodes.origin
        self.side, self.tree = side, tree
        self.piece_mention, self.size = nodes.piece_mention, nodes.size
        self.piece, self.piece_stop = (
            np.searchsorted(self.piece_mention, np.arange(len(self.size)), side=end)
            for end in ("left", "right")
        )
        self.first, self.last = (
            origin[side.part[self.piece_mention]] + place for place in (nodes.first, nodes.last)
        )
        # The words of each piece; a piece of empty nodes alone ends before it begins.
        self.low, self.high = (self.first - 1) // SLOT + 1, self.last // SLOT
        self.empties = nodes.empties
        self.empty_low = np.searchsorted(self.empties, self.first)
        self.empty_high = np.searchsorted(self.empties, self.last, side="right")
        self.has_empty = np.zeros(len(self.size), np.bool_)
        self.has_empty[self.piece_mention[self.empty_high > self.empty_low]] = True
        self.edge_start, self.edge_stop = (
            np.searchsorted(dependencies.empty, np.arange(len(self.empties)), side=end)
            for end in ("left", "right")
        )
        self.edge_parent = origin[nodes.empty_part[dependencies.empty]] + dependencies.parent
        self.is_root = np.zeros(len(tree.parent), np.bool_)
        self.is_root[nodes.roots] = True
        self.unlike = np.append(0, np.cumsum(~tree.plain))
        self.left = _STEPS + _STEPS_PER_NODE * (len(tree.parent) + len(self.empties) + len(self.size))

    def head(self, mention: int) -> int:
        """The place of the head of a mention of several nodes."""
        pieces = slice(int(self.piece[mention]), int(self.piece_stop[mention]))
        low, high = self.low[pieces], self.high[pieces]
        is_run = len(low) == 1 and not self.has_empty[mention]
        if is_run and self.unlike[int(high[0]) + 1] == self.unlike[int(low[0])]:
            return self._first_top(int(low[0]), int(high[0]), mention) * SLOT
        self.take(int(self.size[mention]), mention)
        words = _runs(low, high + 1)
        tops = np.sort(
            np.concatenate(
                [
                    words[~_within(self.tree.parent[words], low, high)] * SLOT,
                    self.empties[_runs(self.empty_low[pieces], self.empty_high[pieces])],
                ]
            )
        )
        if len(tops) < 2:
            return int(tops[0]) if len(tops) else int(self.first[pieces][0])
        return self._chosen(self._freest(tops, pieces, mention))

    def take_edges(self, edges: int, mention: int) -> None:
        """Count enhanced heads that are looked at."""
        self.take(_STEPS_PER_EDGE * edges, mention)

    def take(self, steps: int, mention: int) -> None:
        """Count steps; an error where a file takes too many."""
        self.left -= steps
        if self.left < 0:
            what = "the mentions up to here are too many and too long to find their heads in the tree"
            line = int(self.side.line[mention])
            raise InputError([Problem(self.side.file, line, what, "write fewer long mentions")])

    def _first_top(self, low: int, high: int, mention: int) -> int:
        """The first of several tops that are alike, where there is no circle."""
        begin, width = low, _FIRST_LOOK
        while True:
            self.take(width, mention)
            parent = self.tree.parent[begin : min(begin + width, high + 1)]
            tops = np.flatnonzero((parent < low) | (parent > high))
            if len(tops):
                return begin + int(tops[0])
            begin, width = begin + width, 2 * width

    def _freest(self, tops: Ints, pieces: slice, mention: int) -> Ints:
        """The tops that depend least on nodes of the mention, by their enhanced heads."""
        first, last = self.first[pieces].tolist(), self.last[pieces].tolist()
        free, partly = [], []
        for top in tops.tolist():
            heads = self._enhanced(top)
            self.take_edges(1 + len(heads), mention)
            inside = [self._is_in(head, first, last) for head in heads]
            if not any(inside):
                free.append(top)
            elif not all(inside):
                partly.append(top)
        return np.array(free or partly or tops.tolist(), np.int64)

    def _enhanced(self, top: int) -> list[int]:
        """The enhanced heads of a top; that of a plain word is its HEAD, which is not in the mention."""
        slot, decimal = divmod(top, SLOT)
        if not decimal:
            return list(self.tree.enhanced.get(slot, ()))
        number = bisect_left(self.empties, top)
        return [int(place) for place in self.edge_parent[self.edge_start[number] : self.edge_stop[number]]]

    def _is_in(self, place: int, first: list[int], last: list[int]) -> bool:
        """True if there is such a node, and it is in one of these pieces."""
        piece = bisect_right(first, place) - 1
        if piece < 0 or place > last[piece]:
            return False
        return place % SLOT == 0 or place in self.empties[bisect_left(self.empties, place) :][:1]

    def _chosen(self, tops: Ints) -> int:
        """The only one, or the word that is above all others, or the first."""
        words = tops[tops % SLOT == 0] // SLOT
        others = [self._word_above(top) for top in tops[tops % SLOT > 0].tolist()]
        if len(words) and None not in others:
            begin = self.tree.begin[np.array([*words.tolist(), *others], np.int64)]
            highest = words[int(np.argmin(begin[: len(words)]))]
            if self.tree.begin[highest] <= begin.min() and begin.max() < self.tree.end[highest]:
                return int(highest) * SLOT
        return int(tops[0])

    def _word_above(self, empty: int) -> int | None:
        """The first enhanced head of an empty node that is a word."""
        slots = (place // SLOT for place in self._enhanced(empty) if place % SLOT == 0)
        return next((slot for slot in slots if not self.is_root[slot]), None)


def _runs(start: Ints, stop: Ints) -> Ints:
    return np.concatenate([np.arange(*ends) for ends in zip(start.tolist(), stop.tolist(), strict=True)])


def _within(slots: Ints, low: Ints, high: Ints) -> Mask:
    """True if each slot is in one of the runs, which are in order."""
    run = np.searchsorted(low, slots, side="right") - 1
    return (run >= 0) & (slots <= high[run])


def headed(side: Corpus, key: Corpus | None = None) -> Corpus:
    """The side with all heads: named ones, then those of the key's mentions of the same nodes, then those in
    its tree, or in CONLL-UA by their tags."""
    if side.apart:
        side = replace(side, apart=headed(side.apart, key and key.apart))
    if side.tree is None and side.layer and side.nodes and has_tags(side):
        return replace(side, nodes=_by_tags(side, side.nodes))
    if side.tree is None or side.nodes is None or side.nodes.dependencies is None:
        return side
    nodes, dependencies = side.nodes, side.nodes.dependencies
    origin = nodes.origin[side.part]
    head = np.where(nodes.headless, -1, origin + nodes.head)
    if key and key.nodes and nodes.heads == "named":
        pairs = match(key, side, "exact", "linear")
        same = np.flatnonzero(nodes.headless[pairs.response_mention])
        ours, theirs = pairs.key_mention[same], pairs.response_mention[same]
        head[theirs] = origin[theirs] + key.nodes.head[ours]
    tops = Tops(side, nodes, side.tree, dependencies)
    _put_covering(head, side.tree, tops)
    for mention in np.flatnonzero(head < 0).tolist():
        head[mention] = tops.head(mention)
    zero = np.flatnonzero(head % SLOT)
    number = np.searchsorted(tops.empties, head[zero])
    tops.take_edges(int((tops.edge_stop - tops.edge_start)[number].sum()), len(head) - 1)
    edge, row = rows_of(dependencies.empty, number)
    places, minimum = head - origin, nodes.minimum
    if key and key.nodes and key.nodes.minimum and not minimum:
        minimum = Pieces(np.arange(len(head)), places, places)  # heads take the place of minimum spans
    return replace(
        side,
        nodes=replace(
            nodes,
            head=places,
            minimum=minimum,
            edge_mention=zero[row],
            parent=dependencies.parent[edge],
            relation=dependencies.relation[edge],
        ),
    )


def _by_tags(side: Corpus, nodes: Nodes) -> Nodes:
    """The nodes with heads by tags; mentions without words keep theirs, and those whose head is in a gap.

    A document of CONLL-UA is one sentence, so that its first word has the first slot after the root.
    """
    assert side.tags is not None
    has_word = np.unique(nodes.piece_mention[(nodes.first + SLOT - 1) // SLOT <= nodes.last // SLOT])
    worded = side.picked(has_word)
    word = heads(worded, side.tags) - side.first_token[worded.part]
    head = nodes.head.copy()
    head[has_word] = (word + 1) * SLOT
    place = head[nodes.piece_mention]
    inside = np.unique(nodes.piece_mention[(nodes.first <= place) & (place <= nodes.last)])
    places = nodes.head.copy()
    places[inside] = head[inside]
    return replace(nodes, head=places)


def _put_covering(head: Ints, tree: Tree, tops: Tops) -> None:
    """Where the head is -1, put the place of the word of the mention that is above all others, if any.

    Where a mention has empty nodes, or the word has other heads in the enhanced dependencies, it stays -1.
    """
    words = np.flatnonzero((head < 0) & ~tops.has_empty)
    piece, mention = rows_of(tops.piece_mention, words)
    begins = np.flatnonzero(np.diff(mention, prepend=-1))
    low, high = tops.low[piece], tops.high[piece]
    least = np.minimum.reduceat(_extreme(np.minimum, tree.begin, low, high), begins)
    most = np.maximum.reduceat(_extreme(np.maximum, tree.begin, low, high), begins)
    by_number = np.zeros(len(tree.begin), np.int64)
    by_number[tree.begin] = np.arange(len(tree.begin))
    word = by_number[least]
    head[words] = np.where((most < tree.end[word]) & tree.plain[word], word * SLOT, -1)


def _extreme(choose: np.ufunc, values: Ints, low: Ints, high: Ints) -> Ints:
    """The least or greatest of values[low[i]], ..., values[high[i]] for all i.

    Two runs of a power of two cover each range; their extremes are made of those of half the length.
    """
    power = np.frexp((high - low + 1).astype(np.float64))[1] - 1
    place = np.empty(len(low), np.int64)
    for step in range(int(power.max(initial=-1)) + 1):
        if step:
            half = 1 << (step - 1)
            values = choose(values[:-half], values[half:])
        rows = np.flatnonzero(power == step)
        place[rows] = choose(values[low[rows]], values[high[rows] - (1 << step) + 1])
    return place

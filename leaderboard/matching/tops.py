"""The head of one mention in the tree, where no word is plainly above all others.

*Tops* are the nodes of a mention whose HEAD is not in it; empty nodes have none. The head is

1. the only top, or without any (a circle of heads) the first node;
2. else, of the tops none of whose enhanced heads are in the mention (if there is none, of those not all of
   whose are; if there is none, of all), the only one, or the word above all others, or the first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import SLOT, Dependencies, Mask, Nodes
from leaderboard.corpus.trees import Tree
from leaderboard.errors import InputError, Problem

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
        if len(low) == 1 and not self.has_empty[mention] and self._all_plain(int(low[0]), int(high[0])):
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

    def _all_plain(self, low: int, high: int) -> bool:
        return bool(self.unlike[high + 1] == self.unlike[low])

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
    inside: Mask = (run >= 0) & (slots <= high[run])
    return inside

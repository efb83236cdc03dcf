"""Mentions that are not treelets: more than one of their nodes is a top.

A top is a word whose HEAD, or an empty node none of whose enhanced heads, is in the mention.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from leaderboard.corpus import Corpus, Ints, Syntax
from leaderboard.corpus.nodes import SLOT, Mask, Nodes, ranges
from leaderboard.description.node_order import NodeOrder
from leaderboard.errors import InputError, Problem

# How many heads are looked at together, and in all, so that a file is described in linear time.
_TOGETHER = 1 << 20
_STEPS = 1 << 26
_STEPS_PER_NODE = 64


def non_treelets(side: Corpus, nodes: Nodes, syntax: Syntax, order: NodeOrder) -> Mask:
    """Return True for each mention with more than one top."""
    child, head = _heads(nodes, syntax, order)
    start, stop = np.searchsorted(child, order.low), np.searchsorted(child, order.high)
    _check_steps(side, order, stop - start)
    below = np.zeros(len(nodes.size), np.int64)
    for pieces in _batches(stop - start):
        edge, piece = ranges(start[pieces], (stop - start)[pieces])
        mention = order.piece_mention[pieces][piece]
        inside = np.flatnonzero(_is_in(head[edge], mention, order))
        # An empty node may have several heads in the mention, one after the other.
        first = np.diff(child[edge[inside]], prepend=-1) != 0
        first |= np.diff(piece[inside], prepend=-1) != 0
        np.add.at(below, mention[inside[first]], 1)
    return nodes.size - below > 1


def _heads(nodes: Nodes, syntax: Syntax, order: NodeOrder) -> tuple[Ints, Ints]:
    """The numbers of nodes, in order, with the numbers of their heads; -1 where that is no node."""
    is_word = np.ones(len(syntax.parent), np.bool_)
    is_word[order.roots] = False
    word = np.flatnonzero(is_word)
    parent = syntax.parent[word]
    empty, place, _ = syntax.dependencies
    place = order.origin[nodes.empty_part[empty]] + place
    child = np.concatenate([order.number(word * SLOT), order.number(order.empties[empty])])
    head = np.concatenate(
        [
            np.where(parent < 0, -1, order.number(parent * SLOT)),
            np.where(order.is_root(place), -1, order.number(place)),
        ]
    )
    by_child = np.argsort(child, kind="stable")
    return child[by_child], head[by_child]


def _is_in(number: Ints, mention: Ints, order: NodeOrder) -> Mask:
    """Return True for each node that is in its mention; -1 is in no mention."""
    key = order.piece_mention * (order.count + 1) + order.low
    piece = np.searchsorted(key, mention * (order.count + 1) + number, side="right") - 1
    inside: Mask = (number >= 0) & (order.piece_mention[piece] == mention) & (number < order.high[piece])
    return inside


def _batches(count: Ints) -> Iterator[slice]:
    """Runs of pieces that have so many heads together, or one piece that has more."""
    batch = np.cumsum(count) // _TOGETHER
    begins = np.flatnonzero(np.diff(batch, prepend=-1)).tolist()
    yield from map(slice, begins, [*begins[1:], len(count)])


def _check_steps(side: Corpus, order: NodeOrder, count: Ints) -> None:
    """An error at the first mention that takes too many steps with those before it."""
    most = _STEPS + _STEPS_PER_NODE * order.count
    beyond = np.flatnonzero(np.cumsum(count) > most)
    if len(beyond):
        what = "the mentions up to here are too many and too long to describe"
        line = int(side.line[order.piece_mention[beyond[0]]])
        raise InputError([Problem(side.file, line, what, "write fewer long mentions")])

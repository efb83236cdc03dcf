"""The dependency tree of a text: which word governs which, in the basic and in the enhanced dependencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from leaderboard.corpus.nodes import Ints, Mask


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

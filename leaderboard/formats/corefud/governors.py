"""The dependency tree of a file: HEAD and DEPS of its words, of which only the key's are read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from leaderboard.corpus import Ints, Texts
from leaderboard.corpus.nodes import SLOT
from leaderboard.corpus.trees import Tree, tree_of
from leaderboard.formats.corefud.text import NO_EDGES, Governors, Text, read_edges

_LONGEST_HEAD = 9


def tree_in(text: Text, governors: Governors) -> Tree:
    """The tree of all words."""
    slot, root, length = _words(text)
    numbers = np.arange(len(slot))
    heads, dependencies = governors.head.of(numbers), governors.dependencies.of(numbers)
    parent = parents(text, governors.head)
    unlike = [index for index, both in enumerate(zip(heads, dependencies, strict=True)) if _unlike(*both)]
    enhanced = dict(_enhanced(unlike, dependencies, slot, root, length))
    return tree_of(parent, {s: above for s, above in enhanced.items() if set(above) != {parent[s] * SLOT}})


def parents(text: Text, heads: Texts) -> Ints:
    """The slot of the head of each word by its own slot; -1 where HEAD names no word of the sentence."""
    slot, root, length = _words(text)
    head = np.array([_number(one) for one in heads.of(np.arange(len(slot)))], np.int64)
    parent = np.full(len(slot) + len(text.length), -1)
    parent[slot] = np.where((head > 0) & (head <= length), root + head, -1)
    return parent


def _words(text: Text) -> tuple[Ints, Ints, Ints]:
    """The slot of each word, the slot of the root of its sentence, and the words of the sentence."""
    word = np.flatnonzero(text.decimal == 0)
    root = text.slot[text.sentence[word]]
    return root + text.index[word], root, text.length[text.sentence[word]]


def _unlike(head: bytes, dependencies: bytes) -> bool:
    """True if a word may have other heads in the enhanced dependencies than in the basic ones."""
    return dependencies not in NO_EDGES and (b"|" in dependencies or dependencies.partition(b":")[0] != head)


def _enhanced(
    words: list[int], dependencies: list[bytes], slot: Ints, root: Ints, length: Ints
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The places of the enhanced heads of these words that have any."""
    for word in words:
        begin, words_here = int(root[word]) * SLOT, int(length[word])
        edges = read_edges(dependencies[word])
        above = tuple(begin + edge.place for edge in edges if 0 <= edge.word <= words_here)
        if above:
            yield int(slot[word]), above


def _number(text: bytes) -> int:
    return int(text) if text.isdigit() and len(text) <= _LONGEST_HEAD else 0

"""The heads that files do not name: those of the key's mentions, or in the key's dependency tree.

Most mentions have a word above all their others, which is found without a look at each of them. The others
are looked at one by one (see ``tops``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.mention_classes import has_classes, heads
from leaderboard.corpus.nodes import SLOT, Nodes, Pieces, rows_of
from leaderboard.matching.matching import match

if TYPE_CHECKING:
    from leaderboard.corpus.trees import Tree
    from leaderboard.matching.tops import Tops


def headed(side: Corpus, key: Corpus | None = None) -> Corpus:
    """The side with all heads: named ones, then those of the key's mentions of the same nodes, then those in
    its tree, or in CONLL-UA by their tags."""
    if side.apart:
        side = replace(side, apart=headed(side.apart, key and key.apart))
    if side.tree is None and side.layer and side.nodes and has_classes(side):
        return replace(side, nodes=_by_tags(side, side.nodes))
    if side.tree is None or side.nodes is None or side.nodes.dependencies is None:
        return side
    from leaderboard.matching.tops import Tops

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

"""The counted properties of mentions and entities, as columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Corpus, Ints, Syntax
from leaderboard.corpus.mention_classes import has_classes, head_words, heads
from leaderboard.corpus.nodes import Mask, Nodes
from leaderboard.description.node_order import NodeOrder
from leaderboard.description.treelets import non_treelets
from leaderboard.errors import SHOWN
from leaderboard.text import one_line


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Columns:
    """Columns by mention, and the ``range`` of each entity.

    ``length`` is in words. ``tag`` numbers the tag of each head among ``tags``, which are in order of name.
    What a format lacks is None.
    """

    range: Ints
    length: Ints
    with_empty: Mask | None = None
    with_gap: Mask | None = None
    non_treelet: Mask | None = None
    tag: Ints | None = None
    tags: tuple[str, ...] = ()


def columns(side: Corpus) -> Columns:
    """Return the columns of a text; CorefUD files have more than others."""
    if side.nodes is None or side.syntax is None:
        return _of_spans(side)
    return _of_nodes(side, side.nodes, side.syntax)


def _of_spans(side: Corpus) -> Columns:
    length = side.end - side.start + 1
    entity_range = _ranges(side.entity, side.start, length, side.end, side.start)
    if side.tags is None or not has_classes(side):
        return Columns(range=entity_range, length=length)
    tag, tags = _numbered(side.tags.of(heads(side, side.tags)))
    return Columns(range=entity_range, length=length, tag=tag, tags=tags)


def _of_nodes(side: Corpus, nodes: Nodes, syntax: Syntax) -> Columns:
    order = NodeOrder(nodes, side.part)
    head, begin = order.number(order.at(nodes.head)), order.number(order.at(nodes.begin))
    stop = order.number(order.at(nodes.end)) + 1
    tag, tags = _numbered(_head_tags(side, nodes, syntax, order))
    return Columns(
        range=_ranges(side.entity, begin, nodes.size, stop, head),
        length=nodes.words,
        with_empty=nodes.size > nodes.words,
        with_gap=stop - begin > nodes.size,
        non_treelet=non_treelets(side, nodes, syntax, order),
        tag=tag,
        tags=tags,
    )


def _ranges(entity: Ints, begin: Ints, size: Ints, end: Ints, place: Ints) -> Ints:
    """The place of the last mention of each entity minus that of its first: by begin, the longer first."""
    order = np.lexsort((end, -size, begin, entity))
    begins = np.diff(entity[order], prepend=-1) > 0
    ends = np.diff(entity[order], append=int(entity.max(initial=-1)) + 1) > 0
    ranges: Ints = place[order[ends]] - place[order[begins]]
    return ranges


def _head_tags(side: Corpus, nodes: Nodes, syntax: Syntax, order: NodeOrder) -> list[bytes]:
    """The tags of words that are heads, and those of empty nodes that are."""
    assert side.tags is not None
    tags = side.tags.of(head_words(side, nodes))
    zeros = np.flatnonzero(nodes.zero)
    empty = np.searchsorted(order.empties, order.at(nodes.head)[zeros])
    for mention, tag in zip(zeros.tolist(), syntax.empty_tags.of(empty), strict=True):
        tags[mention] = tag
    return tags


def _numbered(texts: list[bytes]) -> tuple[Ints, tuple[str, ...]]:
    """The number of each tag among all of them, without features."""
    names = {text: one_line(text.partition(b"|")[0].decode()[:SHOWN]) for text in set(texts)}
    tags = sorted(set(names.values()))
    number = {text: tags.index(name) for text, name in names.items()}
    return np.array([number[text] for text in texts], np.int64), tuple(tags)

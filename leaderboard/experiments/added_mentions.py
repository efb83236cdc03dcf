"""Mentions that a key lacks, and the mentions of two sides in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, renumbered
from leaderboard.corpus.nodes import SLOT, Nodes
from leaderboard.matching import Matching


def joined(side: Corpus, more: Corpus) -> tuple[Corpus, Ints]:
    """One side with all mentions, and where each stands in it: first those of the side, then the others.

    Entities of one number are one. Where both have nodes, the text has the empty nodes of both.
    """
    part, start, end, entity, line = (
        np.concatenate((getattr(side, name), getattr(more, name)))
        for name in ("part", "start", "end", "entity", "line")
    )
    nodes = None if side.nodes is None or more.nodes is None else _joined_nodes(side.nodes, more.nodes, part)
    order = np.lexsort((end, start, part) if nodes is None else (nodes.end, nodes.begin, part))
    both = replace(
        side, part=part, start=start, end=end, entity=renumbered(entity), line=line, nodes=nodes, name=None
    )
    return both.picked(order), np.argsort(order)


def _joined_nodes(one: Nodes, other: Nodes, part: Ints) -> Nodes:
    """``part`` is that of each mention of the one, then of the other."""
    offset = len(one.size)
    empty_part, empty = np.unique(
        np.column_stack(
            (np.concatenate((one.empty_part, other.empty_part)), np.concatenate((one.empty, other.empty)))
        ),
        axis=0,
    ).T
    both = Nodes(
        sentences=one.sentences,
        length=one.length,
        empty_part=empty_part,
        empty=empty,
        size=np.concatenate((one.size, other.size)),
        head=np.concatenate((one.head, other.head)),
        piece_mention=np.concatenate((one.piece_mention, offset + other.piece_mention)),
        first=np.concatenate((one.first, other.first)),
        last=np.concatenate((one.last, other.last)),
        edge_mention=np.concatenate((one.edge_mention, offset + other.edge_mention)),
        parent=np.concatenate((one.parent, other.parent)),
        relation=np.concatenate((one.relation, other.relation)),
    )
    return replace(both, size=_sizes(both, part))


def _sizes(nodes: Nodes, part: Ints) -> Ints:
    """The words and empty nodes of each mention, now that there are more empty nodes."""
    place = nodes.origin[nodes.empty_part] + nodes.empty
    origin = nodes.origin[part[nodes.piece_mention]]
    words = nodes.last // SLOT - (nodes.first - 1) // SLOT
    empties = np.searchsorted(place, origin + nodes.last, side="right") - np.searchsorted(
        place, origin + nodes.first
    )
    size = np.zeros(len(nodes.size), np.int64)
    np.add.at(size, nodes.piece_mention, words + empties)
    return size


def free_spans(key: Corpus, rows: Ints) -> Iterator[tuple[int, int]]:
    """The spans of a part that are no mentions, the short ones first; none crosses a sentence."""
    taken = set(zip(key.start[rows].tolist(), key.end[rows].tolist(), strict=True))
    part = key.part[rows[0]]
    tokens, place = int(key.tokens[part]), _places(key, part)
    spans = ((start, start + more) for more in range(tokens) for start in range(tokens - more))
    return (
        (start, end)
        for start, end in spans
        if (start, end) not in taken and place[end] - place[start] == (end - start) * SLOT
    )


def with_invented(key: Corpus, spans: Sequence[tuple[int, int, int, int]]) -> Matching:
    """The key with more mentions, each a part, a start, an end and an entity."""
    part, start, end, entity = np.array(spans, np.int64).reshape(-1, 4).T
    nodes = None if key.nodes is None else _nodes(key, key.nodes, part, start, end)
    line = np.zeros(len(part), np.int64)
    more = replace(key, part=part, start=start, end=end, entity=entity, line=line, nodes=nodes, name=None)
    response, place = joined(key, more)
    each = np.arange(len(key.entity))
    return Matching(key, response, each, place[each])


def _nodes(key: Corpus, nodes: Nodes, part: Ints, start: Ints, end: Ints) -> Nodes:
    """Runs of words, of which the first is the head."""
    first, last = (
        np.array([_places(key, number)[word] for number, word in zip(part, words, strict=True)], np.int64)
        for words in (start, end)
    )
    none = np.zeros(0, np.int64)
    return replace(
        nodes,
        size=end - start + 1,
        head=first,
        piece_mention=np.arange(len(part)),
        first=first,
        last=last,
        edge_mention=none,
        parent=none,
        relation=none,
    )


def _places(key: Corpus, part: int) -> Ints:
    """The place of each word of a part; without sentences, as if all were one."""
    words = np.arange(int(key.tokens[part]))
    if key.nodes is None:
        return words * SLOT
    first = int(key.nodes.sentences[:part].sum())
    length = key.nodes.length[first : first + int(key.nodes.sentences[part])]
    return (words + 1 + np.repeat(np.arange(len(length)), length)) * SLOT

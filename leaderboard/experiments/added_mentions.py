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
    both = side.and_of(more)
    nodes = both.nodes and replace(both.nodes, size=both.nodes.counts(both.nodes.pieces, both.part))
    order = np.lexsort(
        (both.end, both.start, both.part) if nodes is None else (nodes.end, nodes.begin, both.part)
    )
    return replace(both, entity=renumbered(both.entity), nodes=nodes).picked(order), np.argsort(order)


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
        named=np.ones(len(part), np.bool_),
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

"""The mentions of two sides in one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, renumbered
from leaderboard.corpus.nodes import SLOT, Nodes


def joined(side: Corpus, more: Corpus) -> tuple[Corpus, Ints]:
    """One side with all mentions, and where each stands in it: first those of the side, then the others.

    Entities of one number are one. Where both have nodes, the text has the empty nodes of both.
    """
    part, start, end, entity, line = (
        np.concatenate((getattr(side, name), getattr(more, name)))
        for name in ("part", "start", "end", "entity", "line")
    )
    nodes = None if side.nodes is None or more.nodes is None else _nodes(side.nodes, more.nodes, part)
    order = np.lexsort((end, start, part) if nodes is None else (nodes.end, nodes.begin, part))
    both = replace(side, part=part, start=start, end=end, entity=renumbered(entity), line=line, nodes=nodes)
    return both.picked(order), np.argsort(order)


def _nodes(one: Nodes, other: Nodes, part: Ints) -> Nodes:
    """``part`` is that of each mention of the one, then of the other."""
    own = len(one.size)
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
        piece_mention=np.concatenate((one.piece_mention, own + other.piece_mention)),
        first=np.concatenate((one.first, other.first)),
        last=np.concatenate((one.last, other.last)),
        edge_mention=np.concatenate((one.edge_mention, own + other.edge_mention)),
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

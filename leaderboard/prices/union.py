"""The mentions of key and response, in which a mention of both sides stands once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Nodes
from leaderboard.matching import Matching
from leaderboard.prices.span_pairs import span_pairs

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Union:
    """Mentions as columns, in order of part, start and end; the span is the key's where the key has it.

    ``key_mention`` and ``response_mention`` are -1 if the side lacks the mention, and so are
    ``key_entity`` and ``response_entity``. ``misspanned`` are the mentions whose span is wrong.
    ``both`` holds the mentions of the response and behind them those of the key, ``span_of`` a number for
    the span of each, in order of the text.
    """

    matching: Matching
    both: Corpus
    span_of: Ints
    part: Ints
    key_mention: Ints
    response_mention: Ints
    key_entity: Ints
    response_entity: Ints
    misspanned: Mask

    @property
    def shared(self) -> Mask:
        """True for each mention of both sides."""
        return (self.key_mention >= 0) & (self.response_mention >= 0)


def united(matching: Matching) -> Union:
    """Unite the mentions of both sides; a mention with a wrong span is one mention."""
    key, response = matching.key, matching.response
    wrong = span_pairs(matching)
    partner, spoilt = np.full(len(key.part), -1), np.zeros(len(key.part), np.bool_)
    partner[matching.key_mention], partner[wrong.key] = matching.response_mention, wrong.response
    spoilt[wrong.key] = True
    extra = np.setdiff1d(np.arange(len(response.part)), partner, assume_unique=True)
    part, start, end = (
        np.concatenate([getattr(key, name), getattr(response, name)[extra]])
        for name in ("part", "start", "end")
    )
    order = np.lexsort((end, start, part))
    key_mention = np.concatenate([np.arange(len(key.part)), np.full(len(extra), -1)])[order]
    response_mention = np.concatenate([partner, extra])[order]
    both = _both(response, key)
    return Union(
        matching=matching,
        both=both,
        span_of=_spans(both),
        part=part[order],
        key_mention=key_mention,
        response_mention=response_mention,
        key_entity=_entities(key.entity, key_mention),
        response_entity=_entities(response.entity, response_mention),
        misspanned=np.concatenate([spoilt, np.zeros(len(extra), np.bool_)])[order],
    )


def _entities(entity: Ints, mention: Ints) -> Ints:
    """The entity of each mention, or -1."""
    return np.where(mention >= 0, np.append(entity, -1)[mention], -1)


def _spans(side: Corpus) -> Ints:
    first = (np.cumsum(side.tokens) - side.tokens)[side.part]
    return (first + side.start) << 32 | (first + side.end)


def _both(response: Corpus, key: Corpus) -> Corpus:
    columns = _columns(response, key, "part", "start", "end", "line", "entity")
    nodes = _both_nodes(response.nodes, key.nodes) if response.nodes and key.nodes else None
    return replace(response, **columns, nodes=nodes)


def _both_nodes(response: Nodes, key: Nodes) -> Nodes:
    """The nodes of the mentions of both, with the empty nodes of both texts."""
    count = len(response.size)
    shifted = replace(key, piece_mention=key.piece_mention + count, edge_mention=key.edge_mention + count)
    empties = np.concatenate([(side.empty_part, side.empty) for side in (response, key)], axis=1)
    empty_part, empty = np.unique(empties, axis=1)
    names = ("size", "head", "piece_mention", "first", "last", "edge_mention", "parent", "relation")
    return replace(response, **_columns(response, shifted, *names), empty_part=empty_part, empty=empty)


def _columns(response: object, key: object, *names: str) -> dict[str, Any]:
    return {name: np.concatenate([getattr(response, name), getattr(key, name)]) for name in names}

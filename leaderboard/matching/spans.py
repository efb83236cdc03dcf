"""The mentions of both sides at places that can be compared, and what two mentions share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Mask, Nodes, rows_of, words_between


class Places(NamedTuple):
    """The mentions of one side, with places that differ between parts, in order of begin and end."""

    part: Ints
    origin: Ints
    nodes: Nodes

    @property
    def head(self) -> Ints:
        return self.origin + self.nodes.head

    @property
    def begin(self) -> Ints:
        return self.origin + self.nodes.begin

    @property
    def end(self) -> Ints:
        return self.origin + self.nodes.end


class Pairs(NamedTuple):
    """Pairs of mentions of the key and of the response."""

    key: Ints
    response: Ints

    def of(self, rows: Ints | Mask) -> Pairs:
        return Pairs(self.key[rows], self.response[rows])


NO_PAIRS = Pairs(np.zeros(0, np.int64), np.zeros(0, np.int64))


def places(side: Corpus, nodes: Nodes) -> Places:
    return Places(side.part, nodes.origin[side.part], nodes)


def together(of_parts: Sequence[Pairs]) -> Pairs:
    """All pairs."""
    return Pairs(*(np.concatenate(column) for column in zip(*of_parts, strict=True)))


def shared_nodes(key: Places, response: Places, pairs: Pairs) -> Ints:
    """|K ∩ R| of each pair, which are mentions of one part."""
    common = common_empties(key.nodes, response.nodes)
    key_piece, pair = rows_of(key.nodes.piece_mention, pairs.key)
    response_piece, row = rows_of(response.nodes.piece_mention, pairs.response[pair])
    key_piece, pair = key_piece[row], pair[row]
    first = np.maximum(key.nodes.first[key_piece], response.nodes.first[response_piece])
    last = np.minimum(key.nodes.last[key_piece], response.nodes.last[response_piece])
    overlaps = first <= last
    first, last, pair = first[overlaps], last[overlaps], pair[overlaps]
    origin = key.origin[pairs.key[pair]]
    empties = np.searchsorted(common, origin + last, side="right") - np.searchsorted(common, origin + first)
    shared = np.zeros(len(pairs.key), np.int64)
    np.add.at(shared, pair, words_between(first, last) + empties)
    return shared


def common_empties(key: Nodes, response: Nodes) -> Ints:
    """The places of the empty nodes that both texts have."""
    origin = key.origin
    return np.intersect1d(
        origin[key.empty_part] + key.empty, origin[response.empty_part] + response.empty, assume_unique=True
    )

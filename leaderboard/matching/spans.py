"""The mentions of both sides at places that can be compared, and what two mentions share.

Zeros may depend on the same words: two empty nodes need not stand in the same place to be one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Floats, Ints
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


def alike_zeros(key: Places, response: Places) -> tuple[Pairs, Floats]:
    """Pairs of zeros with a parent in common, and 10 F(parents with relations) + F(parents)."""
    sides = key, response
    rows = [np.flatnonzero(side.nodes.zero[side.nodes.edge_mention]) for side in sides]
    mention = [side.nodes.edge_mention[row] for side, row in zip(sides, rows, strict=True)]
    place = _numbered(
        [side.origin[m] + side.nodes.parent[row] for side, m, row in zip(sides, mention, rows, strict=True)]
    )
    relation = _numbered([side.nodes.relation[row] for side, row in zip(sides, rows, strict=True)])
    edge = _numbered([(one << 32) | other for one, other in zip(place, relation, strict=True)])
    width = max(len(response.part), 1)
    pairs, score = _alike(mention, place, width)
    same, more = _alike(mention, edge, width)
    score[np.searchsorted(pairs, same)] += 10 * more
    return Pairs(*np.divmod(pairs, width)), score


def _numbered(sides: list[Ints]) -> list[Ints]:
    """Numbers from 0 for what stands on the two sides, the same where it is the same."""
    number = np.unique(np.concatenate(sides), return_inverse=True)[1].astype(np.int64)
    return np.split(number, [len(sides[0])])


def _alike(mention: list[Ints], label: list[Ints], width: int) -> tuple[Ints, Floats]:
    """The pairs of mentions with a label in common, key * width + response, and the F1 of their labels."""
    labels = max(int(side.max(initial=0)) for side in label) + 1
    (ours, wanted), (theirs, given) = (
        np.divmod(np.unique(one * labels + other), labels) for one, other in zip(mention, label, strict=True)
    )
    by_label = np.argsort(given, kind="stable")
    row, index = rows_of(given[by_label], wanted)
    pairs, common = np.unique(ours[index] * width + theirs[by_label[row]], return_counts=True)
    size, other_size = np.bincount(ours), np.bincount(theirs)
    return pairs, _f_score(common, size[pairs // width], other_size[pairs % width])


def _f_score(common: Ints, key: Ints, response: Ints) -> Floats:
    """F1 of two sets with so much in common, rounded as the official scorer rounds it."""
    recall, precision = common / key, common / response
    return np.divide(2 * recall * precision, recall + precision, out=np.zeros(len(common)), where=common > 0)

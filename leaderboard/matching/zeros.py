"""Zeros that depend on the same words: two empty nodes need not stand in the same place to be one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.matching.places import Pairs, Places
from leaderboard.nodes import rows_of

Floats = NDArray[np.float64]


def alike_zeros(key: Places, response: Places) -> tuple[Pairs, Floats]:
    """Pairs of zeros with a parent in common, and 10 F(parents with relations) + F(parents)."""
    ours, theirs = (np.flatnonzero(side.nodes.zero[side.nodes.edge_mention]) for side in (key, response))
    edges = [_edges(key, ours), _edges(response, theirs)]
    parents = [np.unique(side[:, :2], axis=0) for side in edges]
    pairs, common = _joined(*parents)
    of_both, number = np.unique(np.concatenate([side[:, 1:] for side in edges]), axis=0, return_inverse=True)
    number = number.ravel()
    labelled = [
        np.column_stack([side[:, 0], labels])
        for side, labels in zip(edges, np.split(number, [len(edges[0])]), strict=True)
    ]
    same, both = _joined(*labelled)
    width = max(len(response.part), 1)
    in_common = np.zeros(len(common), np.int64)
    in_common[np.searchsorted(pairs.key * width + pairs.response, same.key * width + same.response)] = both
    sizes = [np.bincount(side[:, 0], minlength=len(of_both) + 1) for side in (*edges, *parents)]
    return pairs, 10 * _f_score(in_common, sizes[0][pairs.key], sizes[1][pairs.response]) + _f_score(
        common, sizes[2][pairs.key], sizes[3][pairs.response]
    )


def _edges(side: Places, rows: Ints) -> Ints:
    """Mention, parent and relation of each edge, each once."""
    mention = side.nodes.edge_mention[rows]
    parent = side.origin[mention] + side.nodes.parent[rows]
    return np.unique(np.column_stack([mention, parent, side.nodes.relation[rows]]), axis=0)


def _joined(key: Ints, response: Ints) -> tuple[Pairs, Ints]:
    """The pairs of mentions with a label in common, in order, and how many they have in common."""
    by_label = response[np.argsort(response[:, 1], kind="stable")]
    row, ours = rows_of(by_label[:, 1], key[:, 1])
    pairs, count = np.unique(np.column_stack([key[ours, 0], by_label[row, 0]]), axis=0, return_counts=True)
    return Pairs(pairs[:, 0], pairs[:, 1]), count


def _f_score(common: Ints, key: Ints, response: Ints) -> Floats:
    """F1 of two sets with so much in common, rounded as the official scorer rounds it."""
    recall, precision = common / key, common / response
    return np.divide(2 * recall * precision, recall + precision, out=np.zeros(len(common)), where=common > 0)

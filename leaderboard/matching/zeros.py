"""Zeros that depend on the same words: two empty nodes need not stand in the same place to be one."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Floats, Ints
from leaderboard.corpus.nodes import rows_of
from leaderboard.matching.spans import Pairs, Places


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

"""Entities with artificial mentions: larger by one, and with a credit where their sets are partners."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Floats, Ints
from leaderboard.overlap import Overlap, Side
from leaderboard.split_antecedents.pairs import SetPairs, by_size


class Credit(NamedTuple):
    """The recall, precision and F1 of artificial mentions, for each cell, or 0 for all."""

    recall: Floats | int
    precision: Floats | int
    f1: Floats | int


NO_CREDIT = Credit(0, 0, 0)


def enlarged(overlap: Overlap) -> Overlap:
    """The overlap with the sizes of entities that count artificial mentions."""
    antecedents = overlap.matching.antecedents
    if antecedents is None:
        return overlap
    return replace(
        overlap,
        key=_enlarged(overlap.key, antecedents.key.entity),
        response=_enlarged(overlap.response, antecedents.response.entity),
    )


def credited(overlap: Overlap, pairs: SetPairs, partners: Ints, agreement: Floats) -> tuple[Overlap, Credit]:
    """The overlap with artificial mentions, and the credits of those whose sets are partners.

    ``agreement`` is the recall, precision and F1 of each pair of partners. Entities may share nothing else.
    """
    antecedents = overlap.matching.antecedents
    assert antecedents is not None
    row = antecedents.key.entity[pairs.key_set[partners]]
    column = antecedents.response.entity[pairs.response_set[partners]]
    entities = max(len(overlap.response.size), 1)
    ordinary = overlap.key_entity * entities + overlap.response_entity
    artificial = row * entities + column
    cells, place = np.unique(np.concatenate([ordinary, artificial]), return_inverse=True)
    key_entity, response_entity = np.divmod(cells, entities)
    shared = np.zeros(len(cells), np.int64)
    shared[place[: len(ordinary)]] = overlap.shared
    values = np.zeros((3, len(cells)))
    values[:, place[len(ordinary) :]] = agreement
    table = replace(enlarged(overlap), key_entity=key_entity, response_entity=response_entity, shared=shared)
    order = by_size(table, *values)
    return table.only(order), Credit(*values[:, order])


def _enlarged(side: Side, entity: Ints) -> Side:
    size = side.size.copy()
    size[entity] += 1
    return replace(side, size=size)

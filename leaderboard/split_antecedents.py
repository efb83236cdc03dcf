"""Credit for sets of antecedents that agree in part: the best alignment of sets of key and response.

A pair of sets, one of the key and one of the response, is a small document whose entities are elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Floats, Ints, Mask
from leaderboard.corpus.nodes import rows_of
from leaderboard.errors import InputError, Problem
from leaderboard.matching import Antecedents, Matching, Sets
from leaderboard.overlap import Overlap, Side

# Rows of a table at a time: bounds the memory, however many sets share elements.
AT_ONCE = 2**18
# Rows of all tables of a response: bounds the time, far above what real texts need.
MOST_ROWS = 8_000_000
ROWS_PER_TOKEN = 20
# The partner of a set that has none.
NOTHING = -1


@dataclass(frozen=True, slots=True, eq=False)
class SetTable:
    """The shared mentions of pairs of sets: its parts are pairs and its entities elements of their sets."""

    overlap: Overlap
    key_element: Ints
    response_element: Ints

    @property
    def elements(self) -> tuple[tuple[Corpus, Ints], tuple[Corpus, Ints]]:
        """The mentions of both sides, and the element that each entity of the table is there."""
        antecedents = self.overlap.matching.antecedents
        assert antecedents is not None
        key, response = antecedents.key.mentions, antecedents.response.mentions
        return (key, self.key_element), (response, self.response_element)

    @property
    def equal(self) -> Mask:
        """True for each pair of sets with the same elements."""
        table = self.overlap
        same = table.by_part((table.shared == table.key_size) & (table.shared == table.response_size))
        equal: Mask = (same == table.key.entities) & (same == table.response.entities)
        return equal


@dataclass(frozen=True, slots=True, eq=False)
class _Elements:
    """The elements of the sets of one side, in order of set; size and part are those of all entities."""

    owner: Ints
    element: Ints
    size: Ints
    part: Ints

    @property
    def sets(self) -> int:
        return len(self.part)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SetPairs:
    """The pairs of sets that share a mention, in order; others cannot be partners.

    ``cells`` has the elements, in order of the key's, that share mentions, and the number of these mentions.
    """

    matching: Matching
    key: _Elements
    response: _Elements
    cells: tuple[Ints, Ints, Ints]
    key_set: Ints
    response_set: Ints

    def part(self, key_set: Ints, response_set: Ints) -> Ints:
        """The part of each pair, one of which may be nothing."""
        parts = (
            np.append(self.key.part, NOTHING)[key_set],
            np.append(self.response.part, NOTHING)[response_set],
        )
        part: Ints = np.maximum(*parts)
        return part

    @property
    def cost(self) -> Ints:
        """The rows that the table of each pair takes."""
        key, response = (np.bincount(side.owner, minlength=side.sets) for side in (self.key, self.response))
        of_element = np.bincount(self.cells[0], minlength=len(self.key.size))
        cells = _sum(self.key.owner, of_element[self.key.element], self.key.sets)
        return key[self.key_set] + response[self.response_set] + cells[self.key_set]

    def tables(self, some: Ints | None = None) -> Iterator[SetTable]:
        """All pairs of sets or some of them in order, as many at a time as memory should hold."""
        wanted = np.arange(len(self.key_set)) if some is None else some
        for run in _runs(self.cost[wanted]):
            yield self.table(self.key_set[wanted[run]], self.response_set[wanted[run]])

    def table(self, key_set: Ints, response_set: Ints) -> SetTable:
        """The table of these pairs, in which a set may be paired with nothing."""
        row, pair = rows_of(self.key.owner, key_set)
        other_row, other_pair = rows_of(self.response.owner, response_set)
        element, other = self.key.element[row], self.response.element[other_row]
        cell, entity = rows_of(self.cells[0], element)
        elements = max(len(self.response.size), 1)
        wanted, known = pair[entity] * elements + self.cells[1][cell], other_pair * elements + other
        place = np.searchsorted(known, wanted)
        found = np.flatnonzero(np.append(known, -1)[place] == wanted)
        table = Overlap(
            matching=self.matching,
            key=Side(self.key.size[element], pair, len(key_set)),
            response=Side(self.response.size[other], other_pair, len(key_set)),
            key_entity=entity[found],
            response_entity=place[found],
            shared=self.cells[2][cell[found]],
        )
        return SetTable(table.only(by_size(table)), element, other)


def by_size(table: Overlap, *others: Floats) -> Ints:
    """An order of cells by numbers alone, so that sums do not depend on the order of entities."""
    sizes = table.response_size, table.key_size, table.shared
    return np.lexsort((*others, *sizes, table.key.part[table.key_entity]))


def set_pairs(matching: Matching) -> SetPairs | None:
    """The pairs of sets that share a mention, if there are sets."""
    return None if matching.antecedents is None else _pairs(matching, matching.antecedents)


@lru_cache(maxsize=1)
def _pairs(matching: Matching, antecedents: Antecedents) -> SetPairs:
    """The pairs of sets, kept for all metrics of one response."""
    key, response = _elements(antecedents.key), _elements(antecedents.response)
    cells = _cells(antecedents)
    pairs = np.concatenate([*_candidates(key, response, cells)])
    key_set, response_set = np.divmod(pairs, max(response.sets, 1))
    found = SetPairs(
        matching=matching,
        key=key,
        response=response,
        cells=cells,
        key_set=key_set,
        response_set=response_set,
    )
    _check_cost(found, antecedents.response.mentions)
    return found


def _check_cost(pairs: SetPairs, response: Corpus) -> None:
    """Refuse sets that share so many mentions that to compare them would take minutes."""
    cost = pairs.cost
    if cost.sum() > MOST_ROWS + ROWS_PER_TOKEN * int(response.tokens.sum()):
        largest = pairs.response_set[np.argmax(cost)]
        element = pairs.response.element[np.searchsorted(pairs.response.owner, largest)]
        line = int(response.line[response.entity == element].min())
        what = "too many plural entities share elements with those of the key"
        raise InputError([Problem(response.file, line, what, "name fewer elements")])


def joined(pairs: SetPairs, key_set: Ints, response_set: Ints) -> tuple[Ints, Ints]:
    """These pairs of sets, and every other set paired with nothing."""
    lone = np.setdiff1d(np.arange(pairs.key.sets), key_set)
    other = np.setdiff1d(np.arange(pairs.response.sets), response_set)
    nothing = np.full(len(lone) + len(other), NOTHING)
    return (
        np.concatenate([key_set, lone, nothing[: len(other)]]),
        np.concatenate([response_set, nothing[: len(lone)], other]),
    )


def _elements(sets: Sets) -> _Elements:
    order = np.lexsort((sets.element, sets.owner))
    part_of_entity, part = np.empty(sets.mentions.entities, np.int64), np.empty(len(sets.entity), np.int64)
    part_of_entity[sets.mentions.entity] = sets.mentions.unit
    part[sets.owner] = part_of_entity[sets.element]
    return _Elements(sets.owner[order], sets.element[order], sets.mentions.sizes, part)


def _cells(antecedents: Antecedents) -> tuple[Ints, Ints, Ints]:
    """The pairs of elements that share mentions, and the number of these."""
    key, response = antecedents.key, antecedents.response
    _, ours, theirs = np.intersect1d(key.label, response.label, assume_unique=True, return_indices=True)
    element, other = key.mentions.entity[ours], response.mentions.entity[theirs]
    kept = np.isin(element, key.element) & np.isin(other, response.element)
    entities = max(response.mentions.entities, 1)
    cell, shared = np.unique(element[kept] * entities + other[kept], return_counts=True)
    return *np.divmod(cell, entities), shared


def _candidates(key: _Elements, response: _Elements, cells: tuple[Ints, Ints, Ints]) -> Iterator[Ints]:
    """Numbers of the pairs of sets with elements that share a mention, in ascending order."""
    order = np.argsort(response.element, kind="stable")
    known, owner = response.element[order], response.owner[order]
    in_sets = np.bincount(known, minlength=len(response.size))
    reach = _sum(cells[0], 1 + in_sets[cells[1]], len(key.size))
    for sets in _runs(_sum(key.owner, 1 + reach[key.element], key.sets)):
        row, _ = rows_of(key.owner, sets)
        cell, place = rows_of(cells[0], key.element[row])
        touched = np.unique(key.owner[row[place]] * max(len(response.size), 1) + cells[1][cell])
        ours, element = np.divmod(touched, max(len(response.size), 1))
        theirs, place = rows_of(known, element)
        yield np.unique(ours[place] * max(response.sets, 1) + owner[theirs])


def _runs(cost: Ints) -> list[Ints]:
    """Numbers 0, 1, 2, ... in runs that cost about as much as fits at once, at least one of them."""
    return np.split(np.arange(len(cost)), np.flatnonzero(np.diff(np.cumsum(cost) // AT_ONCE)) + 1)


def _sum(group: Ints, values: Ints, groups: int) -> Ints:
    return np.bincount(group, weights=values, minlength=groups).astype(np.int64)


# Similarities are multiples of this, so that they add exactly and equal fractions are equal numbers.
STEP = 2.0**-40


def aligned(pairs: SetPairs, similarity: Floats) -> Ints:
    """The pairs of an alignment with the greatest total; of several, the one that SciPy finds."""
    worth = np.rint(similarity / STEP) * STEP
    similar = np.flatnonzero(worth > 0)
    part = pairs.key.part[pairs.key_set[similar]]
    runs = np.split(similar, np.flatnonzero(np.diff(part)) + 1)
    return np.concatenate([_solve(pairs, some, worth[some]) for some in runs if len(some)] or [similar])


def equal_besides(pairs: SetPairs, chosen: Ints) -> Ints:
    """The pairs of equal sets of which the key's is in no pair of an alignment, as it has no such links."""
    sizes = (np.bincount(side.owner, minlength=side.sets) for side in (pairs.key, pairs.response))
    ours, theirs = (size[sets] for size, sets in zip(sizes, (pairs.key_set, pairs.response_set), strict=True))
    possible = np.flatnonzero((ours == theirs) & ~np.isin(pairs.key_set, pairs.key_set[chosen]))
    equal: Ints = possible[np.concatenate([table.equal for table in pairs.tables(possible)])]
    return equal


def _solve(pairs: SetPairs, some: Ints, worth: Floats) -> Ints:
    """Align the sets of one part, those without any similar set among them, as ties depend on all."""
    from scipy.optimize import linear_sum_assignment

    key_set, response_set = pairs.key_set[some], pairs.response_set[some]
    part = pairs.key.part[key_set[0]]
    first, end = np.searchsorted(pairs.key.part, [part, part + 1])
    other_first, other_end = np.searchsorted(pairs.response.part, [part, part + 1])
    table = np.zeros((end - first, other_end - other_first))
    place = np.full(table.shape, -1)
    table[key_set - first, response_set - other_first] = worth
    place[key_set - first, response_set - other_first] = some
    chosen: Ints = place[linear_sum_assignment(-table)]
    return chosen[chosen >= 0]


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

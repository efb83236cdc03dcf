"""Entities or chains of both sides paired one to one: best alignments, and which of equal ones is meant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Floats, Ints, Mask
from leaderboard.matching.assignment import assign, greedy
from leaderboard.overlap import Overlap, Side

# How often cells that are sure to be chosen are looked for: others become sure when those are gone.
ROUNDS = 8
# What a plain solver is done with before the fast one is loaded.
FEW = 4000
# Cells solved at once: few enough for the square not to matter, enough for the call not to.
BATCH = 1000


def best_cells(overlap: Overlap, similarity: Floats | Ints) -> Mask:
    """The cells of a one-to-one alignment with the greatest total similarity (none below 0).

    A cell that is worth no less than the best other cell of its row and the best other cell of its column
    together is in some best alignment: what its row and column have instead is worth no more. Only what
    is left when such cells are taken needs a solver.
    """
    rows, columns, worth = overlap.key_entity, overlap.response_entity, np.asarray(similarity, np.float64)
    chosen = lone(rows) & lone(columns)
    left = np.flatnonzero(~chosen)
    for _ in range(ROUNDS):
        sure = _sure(rows[left], columns[left], worth[left])
        if not len(sure):
            break
        chosen[left[sure]] = True
        left = left[apart(rows[left], sure) & apart(columns[left], sure)]
    if len(left) <= FEW:
        chosen[left[_solve_few(rows[left], columns[left], worth[left])]] = True
    else:
        for batch in _batches(left, overlap.key.part[rows[left]]):
            chosen[batch[_solve(rows[batch], columns[batch], worth[batch])]] = True
    return chosen


def lone(line: Ints) -> Mask:
    """True if each cell is the only one of its line."""
    alone: Mask = np.bincount(line)[line] == 1
    return alone


def _sure(rows: Ints, columns: Ints, worth: Floats) -> Ints:
    """The cells that are worth as much as the best others of row and column, at most one of each."""
    sure = np.flatnonzero(worth >= best_other(rows, worth) + best_other(columns, worth))
    for line in (rows, columns):
        first = np.full(int(line.max(initial=-1)) + 1, -1)
        first[line[sure[::-1]]] = sure[::-1]
        sure = first[first >= 0]
    return sure


def best_other(line: Ints, worth: Floats) -> Floats:
    """The greatest worth of the other cells of the line of each cell, 0 where it is alone."""
    lines = int(line.max(initial=-1)) + 1
    best, second, best_cell = np.zeros(lines), np.zeros(lines), np.zeros(lines, np.int64)
    np.maximum.at(best, line, worth)
    equal = np.flatnonzero(worth == best[line])
    best_cell[line[equal]] = equal
    others = best_cell[line] != np.arange(len(line))
    np.maximum.at(second, line[others], worth[others])
    return np.where(others, best[line], second[line])


def apart(line: Ints, taken: Ints | Mask) -> Mask:
    """True if each cell is in another line than all that are taken."""
    free = np.ones(int(line.max(initial=-1)) + 1, dtype=bool)
    free[line[taken]] = False
    return free[line]


def _solve_few(rows: Ints, columns: Ints, worth: Floats) -> Ints:
    """Solve a few cells without a library, which would take longer to load."""
    (row, height), (column, width) = _numbered(rows), _numbered(columns)
    if height > width:
        row, column, height, width = column, row, width, height
    cells: list[dict[int, float]] = [{} for _ in range(height)]
    for key_entity, response_entity, value in zip(row.tolist(), column.tolist(), worth.tolist(), strict=True):
        cells[key_entity][response_entity] = value
    return np.flatnonzero(np.array(assign(cells, width), np.int64)[row] == column)


def _numbered(line: Ints) -> tuple[Ints, int]:
    """The lines as 0, 1, 2, ... and how many there are."""
    names, number = np.unique(line, return_inverse=True)
    return number.astype(np.int64), len(names)


def _batches(cells: Ints, part: Ints) -> list[Ints]:
    """Runs of whole parts: the solver's time grows with the square of what it gets at once."""
    begins = np.flatnonzero(np.diff(part, prepend=-1))
    full = np.searchsorted(begins, np.arange(BATCH, len(cells), BATCH))
    return np.split(cells, np.unique(begins[full[full < len(begins)]]))


def _solve(rows: Ints, columns: Ints, similarity: Floats) -> Ints:
    """Sparse shortest augmenting paths; each row may instead take a column of its own, for nothing."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    (row, height), (column, width) = _numbered(rows), _numbered(columns)
    nothing = similarity.max() + 1
    graph = csr_array(
        (
            np.concatenate([nothing - similarity, np.full(height, nothing)]),
            (
                np.concatenate([row, np.arange(height)]),
                np.concatenate([column, width + np.arange(height)]),
            ),
        ),
        shape=(height, width + height),
    )
    taken_row, taken_column = min_weight_full_bipartite_matching(graph)
    partner = np.full(height, -1)
    partner[taken_row] = taken_column
    return np.flatnonzero(partner[row] == column)


# Totals of similarities that differ by less are equal; totals of whole numbers differ by 1 at least.
CLOSE, HALF = 1e-9, 0.5

# What is sought, one after the other, and up to which difference it is equal.
Aims = Sequence[tuple[Floats, float]]


class _Tight(NamedTuple):
    """The cells that a best correspondence may have, and the chains that it must meet."""

    cells: Ints
    key_must: Mask
    response_must: Mask


def best_correspondence(table: Overlap, similarity: Floats) -> Ints:
    """The cells with the greatest total similarity, whatever the order of the entities.

    Of equal totals take the one with the most correct assignments Σ (n_ij - 1), then with the most
    pairs, then with chains that begin early in the text. Correspondences of the same chains, as in a ring
    of equal cells, may be equal even then; of these the solver takes one, which changes no count but may
    change to which class of mentions an error belongs. A correspondence is best exactly if its
    cells are tight and it meets every chain with a price (complementary slackness). So each aim is
    sought among the tight cells of the one before, with a bonus for such chains above all else.

    What is certain is chosen first, and later aims are sought only where earlier ones leave a choice.
    Where even the last one leaves a choice, that of the solver depends on all cells, so it is given all of
    them.
    """
    correct, early = (table.shared - 1).astype(np.float64), _earliness(table)
    aims = (similarity, CLOSE), (correct, HALF), (early, HALF)
    decided, cells = _certain(table, similarity, _candidates(table, aims))
    left = _every(table, cells)
    for aim, tolerance in aims:
        if len(left.cells):
            more, left = _decided(table, _sought(table, aim, tolerance, left)[1])
            decided = np.concatenate([decided, more])
    if not len(left.cells):
        return np.sort(decided, kind="stable")
    tight = _every(table, np.arange(len(similarity)))
    for aim, tolerance in aims:
        chosen, tight = _sought(table, aim, tolerance, tight)
    return chosen


def _every(table: Overlap, cells: Ints) -> _Tight:
    """All of these cells, of which no chain must be met."""
    sides = table.key, table.response
    return _Tight(cells, *(np.zeros(len(side.size), np.bool_) for side in sides))


def _candidates(table: Overlap, aims: Aims) -> Ints:
    """All cells but those that are worth less than another one of their row, of two that nothing else meets.

    The same holds for columns.
    """
    fit = np.ones(len(table.shared), np.bool_)
    for line, across in permutations((table.key_entity, table.response_entity)):
        alone = best = np.flatnonzero(lone(across))
        for aim, tolerance in aims:
            most = np.zeros(int(line.max(initial=-1)) + 1)
            np.maximum.at(most, line[best], aim[best])
            best = best[aim[best] >= most[line[best]] - tolerance]
        fit[alone] = False
        fit[best] = True
    return np.flatnonzero(fit)


def _certain(table: Overlap, similarity: Floats, left: Ints) -> tuple[Ints, Ints]:
    """Cells that every best correspondence has, and those of the cells ``left`` that these leave.

    A cell is certain if it is worth more than the best others of its row and of its column together, less
    what the other chains of those would have instead: the best of the cells whose other chain has no other.
    """
    certain = [left[:0]]
    for _ in range(ROUNDS):
        key, response, worth = table.key_entity[left], table.response_entity[left], similarity[left]
        lost = best_other(key, worth - _instead(response, key, worth))
        lost += best_other(response, worth - _instead(key, response, worth))
        sure = np.flatnonzero(worth > lost + CLOSE)
        if not len(sure):
            break
        certain.append(left[sure])
        left = left[apart(key, sure) & apart(response, sure)]
    return np.concatenate(certain), left


def _instead(line: Ints, across: Ints, worth: Floats) -> Floats:
    """The best cell of the line of each cell that is alone across, or 0."""
    alone = np.flatnonzero(lone(across))
    best = np.zeros(int(line.max(initial=-1)) + 1)
    np.maximum.at(best, line[alone], worth[alone])
    return best[line]


def _sought(table: Overlap, aim: Floats, tolerance: float, among: _Tight) -> tuple[Ints, _Tight]:
    """The best cells by one aim, and those that are in any correspondence that is as good."""
    cells, key_must, response_must = among
    part = table.only(cells)
    key, response = part.key_entity, part.response_entity
    bonus = 1 + part.by_part(aim[cells])
    must = key_must[key].astype(np.float64) + response_must[response]
    worth = aim[cells] + must * bonus[table.key.part[key]]
    chosen = np.flatnonzero(best_cells(part, worth))
    key_price, response_price = prices(part, worth, chosen, tolerance)
    tight = key_price[key] + response_price[response] - worth <= tolerance
    return cells[chosen], _Tight(cells[tight], key_price > tolerance, response_price > tolerance)


def _decided(table: Overlap, tight: _Tight) -> tuple[Ints, _Tight]:
    """The cells that every correspondence has, each the only one of a chain that must be met; the others."""
    cells, decided = tight.cells, []
    while True:
        key, response = table.key_entity[cells], table.response_entity[cells]
        only = (tight.key_must[key] & lone(key)) | (tight.response_must[response] & lone(response))
        forced = np.flatnonzero(only)
        decided.append(cells[forced])
        if not len(forced):
            return np.concatenate(decided), tight._replace(cells=cells)
        cells = cells[apart(key, forced) & apart(response, forced)]


def prices(table: Overlap, worth: Floats, chosen: Ints, tolerance: float) -> tuple[Floats, Floats]:
    """The least prices of chains that prove the choice best.

    No price is below 0, the two of a cell pay at least what it is worth, those of a chosen cell just
    that, and a chain without partner has none.
    """
    key, response = table.key_entity, table.response_entity
    key_price, response_price = np.zeros(len(table.key.size)), np.zeros(len(table.response.size))
    rival = np.full(len(table.response.size), -1)
    rival[response[chosen]] = chosen
    rival = rival[response]
    free = rival < 0
    np.maximum.at(key_price, key[free], worth[free])
    # Whoever holds the partner of another chain keeps its price up by what that one would give for it.
    edge = np.flatnonzero(~free & (rival != np.arange(len(worth))))
    source, target, gain = key[rival[edge]], key[edge], worth[edge] - worth[rival[edge]]
    rising = True
    while rising:
        raised = key_price.copy()
        np.maximum.at(raised, target, key_price[source] + gain)
        rising = bool((raised - key_price).max(initial=0) > tolerance / 1000)
        key_price = raised
    response_price[response[chosen]] = worth[chosen] - key_price[key[chosen]]
    return key_price, response_price


def greedy_cells(table: Overlap, *worth: Floats | Ints) -> Ints:
    """The cells chosen one after the other: each is worth most of those whose chains are both free."""
    order = np.lexsort([-each for each in reversed(worth)])
    return order[greedy(table.key_entity[order], table.response_entity[order])]


def _earliness(table: Overlap) -> Floats:
    """The number of chains of the part that come no earlier than the two chains of a cell.

    This is above 0, and of two correspondences that are equal so far the one with more pairs meets
    all chains of the other, or can be made to: so the most pairs come first of all.
    """
    return _later(table.key)[table.key_entity] + _later(table.response)[table.response_entity]


def _later(side: Side) -> Floats:
    place = np.argsort(np.argsort(side.part, kind="stable"))  # chains of a block may stand apart
    end = np.cumsum(np.bincount(side.part, minlength=side.parts))
    return (end[side.part] - place).astype(np.float64)

"""The best one-to-one alignment of key and response entities."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Floats, Ints, Mask
from leaderboard.matching.assignment import assign
from leaderboard.overlap import Overlap

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
    unshared: Mask = free[line]
    return unshared


def _solve_few(rows: Ints, columns: Ints, worth: Floats) -> Ints:
    """Solve a few cells without a library, which would take longer to load."""
    (row, height), (column, width) = _numbered(rows), _numbered(columns)
    if height > width:
        row, column, height, width = column, row, width, height
    cells: list[dict[int, float]] = [{} for _ in range(height)]
    for key_entity, response_entity, value in zip(row.tolist(), column.tolist(), worth.tolist(), strict=True):
        cells[key_entity][response_entity] = value
    chosen: Ints = np.flatnonzero(np.array(assign(cells, width), np.int64)[row] == column)
    return chosen


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
    chosen: Ints = np.flatnonzero(partner[row] == column)
    return chosen

"""The best one-to-one alignment of key and response entities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.overlap import Floats, Overlap

# Cells solved at once: few enough for the square not to matter, enough for the call not to.
BATCH = 1000


def best_cells(overlap: Overlap, similarity: Floats | Ints) -> NDArray[np.bool_]:
    """The cells of a one-to-one alignment with the greatest total similarity (none below 0).

    Where a row meets columns that meet no other row, its best cell is the answer, and likewise for
    columns. Only what is left needs a solver.
    """
    rows, columns = overlap.key_entity, overlap.response_entity
    row_star = _alone(columns, len(overlap.response.size), rows, len(overlap.key.size))
    column_star = _alone(rows, len(overlap.key.size), columns, len(overlap.response.size))
    chosen = np.zeros(len(rows), dtype=bool)
    for star, centre in ((row_star, rows), (column_star & ~row_star, columns)):
        chosen[_best_of_each(np.flatnonzero(star), centre, similarity)] = True
    rest = np.flatnonzero(~row_star & ~column_star)
    for batch in _batches(rest, overlap.key.part[rows[rest]]):
        chosen[batch[_solve(rows[batch], columns[batch], np.asarray(similarity, np.float64)[batch])]] = True
    return chosen


def _batches(cells: Ints, part: Ints) -> list[Ints]:
    """Runs of whole parts: the solver's time grows with the square of what it gets at once."""
    if not len(cells):
        return []
    begins = np.flatnonzero(np.diff(part, prepend=-1))
    full = np.searchsorted(begins, np.arange(BATCH, len(cells), BATCH))
    return np.split(cells, np.unique(begins[full[full < len(begins)]]))


def _alone(ends: Ints, end_count: int, centre: Ints, centre_count: int) -> NDArray[np.bool_]:
    """The cells of centres all of whose ends meet nothing else."""
    shared_end = np.bincount(ends, minlength=end_count)[ends] > 1
    tangled = np.bincount(centre, weights=shared_end, minlength=centre_count) > 0
    alone: NDArray[np.bool_] = ~tangled[centre]
    return alone


def _best_of_each(cells: Ints, centre: Ints, similarity: Floats | Ints) -> Ints:
    """The cell of greatest similarity of each centre."""
    order = cells[np.lexsort((similarity[cells], centre[cells]))]
    final = np.append(np.diff(centre[order]) != 0, True)[: len(order)]
    best: Ints = order[final]
    return best


def _solve(rows: Ints, columns: Ints, similarity: Floats) -> Ints:
    """Sparse shortest augmenting paths; each row may instead take a column of its own, for nothing."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    _, row = np.unique(rows, return_inverse=True)
    names, column = np.unique(columns, return_inverse=True)
    height, width = int(row.max()) + 1, len(names)
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

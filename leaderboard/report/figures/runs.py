"""A square of cells as few shapes: three hundred systems make ninety thousand cells."""

from __future__ import annotations

import numpy as np

from leaderboard.significance.pairing import Bools


def runs(cells: Bools) -> list[tuple[int, int, int]]:
    """Row, start and stop of each run of cells that are set, row by row."""
    edges = np.diff(np.pad(cells.astype(int), ((0, 0), (1, 1))), axis=1)
    starts, stops = (np.argwhere(edges == sign).tolist() for sign in (1, -1))
    return [(row, start, stop) for (row, start), (_, stop) in zip(starts, stops, strict=True)]

"""Coloured cells, drawn as shapes: an embedded image would depend on the library that packs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats
from leaderboard.significance.pairing import Bools

if TYPE_CHECKING:
    from matplotlib.axes import Axes


Colours = NDArray[np.str_]

# From nothing to everything, in steps that the eye can tell apart.
_LIGHT, _DARK = (0xFF, 0xFF, 0xFF), (0x08, 0x30, 0x6B)
_STEPS = 10
# Where white text begins to be read better than black.
_DARK_FROM = 0.67


def draw_cells(axes: Axes, colours: Colours, left: float = 0) -> None:
    """One shape a colour, of the runs of equal cells in all rows; the first column is at ``left``."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    rows, columns = colours.shape
    for colour in np.unique(colours).tolist():
        corners: list[tuple[float, float]] = []
        for row, start, stop in runs(colours == colour):
            top, bottom, begin, end = row - 0.5, row + 0.5, left + start - 0.5, left + stop - 0.5
            corners += [(begin, top), (end, top), (end, bottom), (begin, bottom), (begin, top)]
        box: list[Any] = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        shape = Path(corners, box * (len(corners) // 5))
        # Thin edges close the seams that viewers leave between shapes.
        axes.add_patch(PathPatch(shape, facecolor=colour, edgecolor=colour, linewidth=0.1))
    axes.set_xlim(left - 0.5, left + columns - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)


def shades(shares: Floats) -> Colours:
    """A colour for each share from 0 to 1, darker for more."""
    steps = np.rint(shares * _STEPS) / _STEPS
    mixed = [
        np.rint(light + (dark - light) * steps).astype(int) for light, dark in zip(_LIGHT, _DARK, strict=True)
    ]
    return np.array(
        [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in zip(*map(np.ravel, mixed), strict=True)]
    ).reshape(shares.shape)


def text_on(share: float) -> str:
    """The colour of text that stands out from the shade of a share."""
    return "white" if share >= _DARK_FROM else "black"


def runs(cells: Bools) -> list[tuple[int, int, int]]:
    """Row, start and stop of each run of cells that are set, row by row."""
    edges = np.diff(np.pad(cells.astype(int), ((0, 0), (1, 1))), axis=1)
    starts, stops = (np.argwhere(edges == sign).tolist() for sign in (1, -1))
    return [(row, start, stop) for (row, start), (_, stop) in zip(starts, stops, strict=True)]

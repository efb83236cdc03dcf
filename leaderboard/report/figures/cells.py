"""Coloured cells, drawn as shapes: one a colour."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats
from leaderboard.report.figures.axes import Frame
from leaderboard.report.figures.drawing import Polygon
from leaderboard.significance.pairing import Bools

Colours = NDArray[np.str_]

# From nothing to everything, in steps that the eye can tell apart.
_LIGHT, _DARK = (0xFF, 0xFF, 0xFF), (0x08, 0x30, 0x6B)
_STEPS = 10
# Where white text begins to be read better than black.
_DARK_FROM = 0.67


def cells(frame: Frame, colours: Colours) -> Iterator[Polygon]:
    """Draw the runs of equal cells in all rows, from the left top of the frame on."""
    (begin, _), (top, _) = frame.across, frame.down
    for colour in np.unique(colours).tolist():
        rings = []
        for row, start, stop in runs(colours == colour):
            left, high = frame.at(begin + start, top + row)
            right, low = frame.at(begin + stop, top + row + 1)
            rings.append(((left, high), (right, high), (right, low), (left, low)))
        # Thin edges close the seams that viewers leave between shapes.
        yield Polygon(rings, colour, colour, 0.1)


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

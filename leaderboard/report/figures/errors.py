"""What kinds of errors systems make: a stacked bar each."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.report.error_bars import SEGMENTS, described, longest
from leaderboard.report.error_section import ranked_errors
from leaderboard.report.figures.drawing import (
    AXIS,
    BLUE,
    COLUMN,
    MARGIN,
    Picture,
    drawing,
    name_rows,
    place,
    room,
    rows_height,
    svg,
)
from leaderboard.report.table import Column, Table
from leaderboard.verbs.rank import RankResult

# All three stand out from white and from each other, for the colour-blind too.
_COLOURS = dict(zip(SEGMENTS, (BLUE, "#C97B00", "#949494", "#7A2048"), strict=True))


def errors(result: RankResult) -> Picture:
    """What the key assigns, right, wrong or left out, then what the response adds; best system first."""
    profiles = ranked_errors(result)
    counts = {system: profile.counts for system, profile in profiles.items()}
    names = list(counts)
    widths = np.array([[getattr(one, kind) for kind in SEGMENTS] for one in counts.values()])
    starts = np.cumsum(widths, axis=1) - widths
    with drawing(COLUMN, rows_height(len(names)) + AXIS + 3 * MARGIN) as figure:
        from matplotlib.collections import PolyCollection

        axes = place(figure, room(names), AXIS + 2 * MARGIN)
        for at, (kind, colour) in enumerate(_COLOURS.items()):
            corners = _corners(starts[:, at], widths[:, at])
            segments = PolyCollection(corners, facecolor=colour, edgecolor="white", lw=0.4, label=kind)
            axes.add_collection(segments)
        axes.set_xlim(0, longest(profiles))
        axes.locator_params(axis="x", nbins=5)
        axes.set_xlabel("Denotation assignments")
        name_rows(axes, names)
        figure.legend(loc="lower center", ncols=4, frameon=False, handlelength=1, columnspacing=1)
        image = svg(figure)
    first, last = names[0], names[-1]
    return Picture(
        "errors",
        "Kinds of errors",
        f"Denotation assignments of {len(names)} systems, from {first} ({described(counts[first])}) down to "
        f"{last} ({described(counts[last])}). The same numbers are in the tables.",
        image,
        Table(
            "Denotation assignments",
            (Column("system", "System"), *(Column(kind, kind, "count") for kind in SEGMENTS)),
            tuple((system, *row) for system, row in zip(names, widths.tolist(), strict=True)),
        ),
    )


def _corners(starts: Ints, widths: Ints) -> list[list[tuple[float, float]]]:
    """One segment of each bar, row by row; hundreds of bars of their own would be slow to draw."""
    return [
        [(start, row - 0.4), (start, row + 0.4), (start + width, row + 0.4), (start + width, row - 0.4)]
        for row, (start, width) in enumerate(zip(starts.tolist(), widths.tolist(), strict=True))
    ]

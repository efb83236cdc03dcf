"""The figure of errors: a stacked bar for each system."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.figures.drawing import AXIS, BLUE, COLUMN, MARGIN, Picture, drawing, images, place
from leaderboard.report.figures.rows import name_rows, room, rows_height
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.error_bars import SEGMENTS, described, longest, segments
from leaderboard.report.tables.error_kinds import ranked_errors
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# All three stand out from white and from each other, for the colour-blind too.
_COLOURS = dict(zip(SEGMENTS, (BLUE, "#C97B00", "#949494", "#7A2048"), strict=True))


def errors(result: RankResult, forms: Sequence[str]) -> Picture:
    """Draw correct, incorrect and missing assignments of the key, then spurious ones; best system first."""
    profiles = ranked_errors(result)
    counts = {system: profile.counts for system, profile in profiles.items()}
    names = list(counts)
    bars = [segments(one) for one in counts.values()]
    with drawing(COLUMN, rows_height(len(names)) + AXIS + 3 * MARGIN) as figure:
        from matplotlib.collections import PolyCollection

        axes = place(figure, room(names), AXIS + 2 * MARGIN)
        for at, (kind, colour) in enumerate(_COLOURS.items()):
            corners = [_corners(row, *bar[at][1:]) for row, bar in enumerate(bars)]
            # Hundreds of bars, each on its own, would be slow to draw.
            shapes = PolyCollection(corners, facecolor=colour, edgecolor="white", lw=0.4, label=kind)
            axes.add_collection(shapes)
        axes.set_xlim(0, longest(profiles))
        axes.locator_params(axis="x", nbins=5)
        axes.set_xlabel("Denotation assignments")
        name_rows(axes, names)
        figure.legend(loc="lower center", ncols=4, frameon=False, handlelength=1, columnspacing=1)
        drawn = images(figure, forms)
    ends = [f"{name} ({described(counts[name])})" for name in dict.fromkeys((names[0], names[-1]))]
    span = f"from {' down to '.join(ends)}" if len(ends) > 1 else ends[0]
    return Picture(
        "errors",
        "Denotation assignments by kind",
        f"Denotation assignments of {counted(len(names), 'system')}, {span}. "
        "The same numbers are in the tables.",
        drawn,
        Table(
            "Denotation assignments",
            (Column("system", "System"), *(Column(kind, kind, "count") for kind in SEGMENTS)),
            tuple((system, *(width for _, _, width in bar)) for system, bar in zip(names, bars, strict=True)),
        ),
    )


def _corners(row: int, start: int, width: int) -> list[tuple[float, float]]:
    top, bottom, end = row - 0.4, row + 0.4, start + width
    return [(start, top), (start, bottom), (end, bottom), (end, top)]

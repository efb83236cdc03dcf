"""Scores beside bars that join systems without a significant difference, as in critical-difference diagrams.

The bars are the letters of the ranking. A bar has gaps: tests of pairs can leave out a system in the middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.ranking.letters import parted
from leaderboard.report.figures.cells import runs
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    GREY,
    MARGIN,
    PALE,
    Picture,
    drawing,
    images,
    legend,
    legend_room,
    place,
)
from leaderboard.report.figures.rows import dots, head_columns, name_rows, pitches, room, rows_height
from leaderboard.report.table import Column, Table
from leaderboard.report.words.names import label
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# In inches: a bar where there is room, between scores and bars, and above the bars for their letters. All
# bars together have at most a share of what names leave.
_BAR, _BETWEEN, _HEAD, _MOST = 0.11, 0.1, 0.16, 0.6


def letters(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Draw a bar for each letter; there are none for one system, or where only a baseline was compared."""
    standings = result.primary.standings
    if len(standings) == 1 or result.options.against is not None:
        return None
    primary, names = label(result.options.primary), [one.system for one in standings]
    bars = joined_rows([one.letters for one in standings])
    reading = f"{primary} F1 (%). A bar joins systems that are not significantly different."
    foot, left = legend_room(reading), room(names)
    width = min(_BAR * len(bars), _MOST * (COLUMN - left))
    with drawing(COLUMN, rows_height(len(names)) + foot + _HEAD) as figure:
        axes = place(figure, left, foot, width + MARGIN + _BETWEEN, _HEAD)
        dots(axes, [100 * one.score for one in standings])
        axes.set_axisbelow(True)
        axes.grid(axis="x", color=PALE, lw=0.5)
        axes.locator_params(axis="x", nbins=4)
        name_rows(axes, names)
        beside = place(figure, COLUMN - width - MARGIN, foot, MARGIN, _HEAD)
        _draw_bars(beside, bars, len(names))
        legend(figure, reading)
        drawn = images(figure, forms)
    return Picture(
        "letters",
        f"Systems that are not significantly different by {primary}",
        f"{counted(len(bars), 'bar')} beside the scores of {counted(len(names), 'system')}. "
        f"Two systems without a common bar differ significantly by {primary}.",
        drawn,
        _data(result, bars),
    )


def joined_rows(held: Sequence[str]) -> dict[str, list[int]]:
    """Return the rows of each letter, the first letter first."""
    rows: dict[str, list[int]] = {}
    for row, own in enumerate(parted(held)):
        for letter in own:
            rows.setdefault(letter, []).append(row)
    return rows


def _draw_bars(axes: Axes, bars: Mapping[str, Sequence[int]], systems: int) -> None:
    """Draw a column a letter: a thin line over all of its rows, and a thick one over its systems."""
    size = min(1, pitches(axes, 1, len(bars))[1] / _BAR)
    places = range(len(bars))
    first, last = zip(*((rows[0], rows[-1]) for rows in bars.values()), strict=True)
    axes.vlines(places, first, last, color=GREY, lw=0.4 * size)
    held = np.array([np.isin(np.arange(systems), rows) for rows in bars.values()])
    column, start, stop = np.array(runs(held)).T
    axes.vlines(column, start - 0.4, stop - 0.6, color=BLUE, lw=3.2 * size)
    axes.set_xlim(-0.5, len(bars) - 0.5)
    axes.set_ylim(systems - 0.5, -0.5)
    axes.set_axis_off()
    head_columns(axes, list(bars))


def _data(result: RankResult, bars: Mapping[str, Sequence[int]]) -> Table:
    """Return one row a system, with a column a bar."""
    standings = result.primary.standings
    return Table(
        "Systems that are not significantly different",
        (
            Column("system", "System"),
            Column(f"{result.options.primary}_f1", "Score", "percent"),
            *(Column(letter, letter, "count") for letter in bars),
        ),
        tuple(
            (one.system, one.score, *(int(row in rows) for rows in bars.values()))
            for row, one in enumerate(standings)
        ),
    )

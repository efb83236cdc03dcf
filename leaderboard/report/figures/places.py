"""Where systems stand: the ranks that are possible, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.ranking import best_first
from leaderboard.ranking.stability import drawn_ranks
from leaderboard.report.captions import label
from leaderboard.report.figures.drawing import (
    AXIS,
    BLUE,
    COLUMN,
    INK,
    MARGIN,
    ORANGE,
    PALE,
    Picture,
    drawing,
    images,
    legend,
    name_columns,
    name_rows,
    place,
    room,
    rows_height,
)
from leaderboard.report.outcomes import MOST_CELLS_WITH_TEXT, outcomes
from leaderboard.report.table import Column, Table
from leaderboard.verbs.rank import RankResult


def ranks(result: RankResult, forms: Sequence[str]) -> Picture:
    """How often bootstrap draws give each rank, and the range that the tests leave open."""
    standings = result.primary.standings
    shares = _shares(result)
    names = [standing.system for standing in standings]
    with drawing(COLUMN, rows_height(len(names)) + AXIS + MARGIN) as figure:
        axes = place(figure, room(names), AXIS)
        extent = (0.5, len(names) + 0.5, len(names) - 0.5, -0.5)
        axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto", interpolation="none", extent=extent)
        rows = range(len(names))
        axes.hlines(
            rows, *zip(*((one.low, one.high) for one in standings), strict=True), color=ORANGE, lw=1.6
        )
        axes.plot([standing.rank for standing in standings], rows, "o", color=INK, markersize=2.5)
        name_rows(axes, names)
        legend(figure, "Rank (dot), its range (line), share of draws (shade)")
        drawn = images(figure, forms)
    return Picture(
        "ranks",
        "Ranks, their ranges and their bootstrap distribution",
        f"For each of {len(standings)} systems its rank, the range of ranks that the tests leave open, and "
        "the share of bootstrap draws in which it has each rank. The same numbers are in the tables.",
        drawn,
        _share_table(result, shares),
    )


def significance(result: RankResult, forms: Sequence[str]) -> Picture:
    """Rows against columns: better, worse, or neither."""
    names = [standing.system for standing in result.primary.standings]
    outcome = outcomes(result)
    few = len(names) <= MOST_CELLS_WITH_TEXT
    margin = room(names)
    side = max(COLUMN - margin - MARGIN, rows_height(len(names)))
    with drawing(side + margin + MARGIN, side + margin + MARGIN + AXIS) as figure:
        from matplotlib.colors import ListedColormap

        axes = place(figure, margin, margin + AXIS)
        colours = ListedColormap([ORANGE, PALE, BLUE])
        axes.imshow(outcome, cmap=colours, vmin=-1, vmax=1, interpolation="none")
        name_rows(axes, names)
        name_columns(axes, names)
        for row, column in np.argwhere(~np.eye(len(names), dtype=bool)) if few else ():
            mark, colour = _MARKS[int(outcome[row, column])]
            axes.text(column, row, mark, ha="center", va="center", color=colour)
        legend(figure, "The row is better (>, blue),\nworse (<, orange), or not different (=)")
        drawn = images(figure, forms)
    better = int((outcome > 0).sum())
    primary = label(result, result.settings.primary)
    return Picture(
        "significance",
        f"Significant differences in {primary}",
        f"Which of {len(names)} systems is significantly better than which by {primary}: "
        f"{better} of {len(names) * (len(names) - 1) // 2} pairs differ.",
        drawn,
        Table(
            "Significant differences",
            (Column("system", "System"), *(Column(name, name) for name in names)),
            tuple(
                (name, *(_MARKS[int(cell)][0] for cell in row))
                for name, row in zip(names, outcome, strict=True)
            ),
        ),
    )


_MARKS = {-1: ("<", INK), 0: ("=", INK), 1: (">", "white")}


def _shares(result: RankResult) -> Floats:
    """The share of draws [systems, ranks], best first."""
    family = result.families[result.settings.primary]
    drawn = drawn_ranks(family.draws)[best_first(family)]
    counts = [np.bincount(row, minlength=len(drawn) + 1)[1:] for row in drawn]
    shares: Floats = np.array(counts) / drawn.shape[1]
    return shares


def _share_table(result: RankResult, shares: Floats) -> Table:
    columns = [Column(f"rank_{rank}", str(rank), "percent") for rank in range(1, len(shares) + 1)]
    return Table(
        "Share of bootstrap draws by rank",
        (Column("system", "System"), *columns),
        tuple(
            (standing.system, *row)
            for standing, row in zip(result.primary.standings, shares.tolist(), strict=True)
        ),
    )

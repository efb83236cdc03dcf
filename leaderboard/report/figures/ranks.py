"""Where systems stand: the ranks that are possible, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.ranking.stability import drawn_ranks
from leaderboard.report.figures.cells import Colours, draw_cells, shades
from leaderboard.report.figures.drawing import (
    AXIS,
    BLUE,
    COLUMN,
    FONT_SIZE,
    GREY,
    INK,
    MARGIN,
    ORANGE,
    PAGE,
    PALE,
    Picture,
    drawing,
    images,
    legend,
    legend_room,
    place,
)
from leaderboard.report.figures.rows import (
    dots,
    name_columns,
    name_rows,
    rank_ticks,
    room,
    rows_height,
    weight,
)
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.significance_map import (
    MOST_CELLS_WITH_TEXT,
    OUTCOMES,
    explained,
    outcomes,
    tally,
)
from leaderboard.report.words.names import label
from leaderboard.report.words.runs import AS_THEY_ARE
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def ranks(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Draw the distribution of bootstrap ranks, and the range that the tests leave open.

    A single system has no other rank, and of a single unit nothing is drawn.
    """
    standings = result.primary.standings
    if len(standings) == 1 or standings[0].best is None:
        return None
    shares = _shares(result)
    names = [standing.system for standing in standings]
    with drawing(COLUMN, rows_height(len(names)) + AXIS + _ROOM + MARGIN) as figure:
        axes = place(figure, room(names), AXIS + _ROOM)
        draw_cells(axes, _shades(shares), left=1)
        rows = range(len(names))
        low, high = zip(*((one.low, one.high) for one in standings), strict=True)
        for colour, width in (("white", 2.6), (ORANGE, 1.6)):
            axes.hlines(rows, low, high, color=colour, lw=width * weight(len(names)))
        dots(axes, [standing.rank for standing in standings])
        axes.set_xticks(rank_ticks(len(names)))
        name_rows(axes, names)
        _explain(figure)
        drawn = images(figure, forms)
    return Picture(
        "ranks",
        "Sampling distribution of ranks by score",
        f"The rank of each of {counted(len(standings), 'system')}, its rank range, and the share "
        "of bootstrap samples in which it has each rank by score. The shares are in ranks.csv. "
        "They are not a confidence interval: equal systems swap places by luck."
        f"{f' {AS_THEY_ARE}' if result.sheet.runs else ''}",
        drawn,
        _share_table(result, shares),
    )


def significance(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Rows against columns: better, worse, or what else; one system has nothing to be compared with."""
    names = [standing.system for standing in result.primary.standings]
    if len(names) == 1:
        return None
    outcome = outcomes(result)
    few = len(names) <= MOST_CELLS_WITH_TEXT
    margin = room(names)
    side = min(max(COLUMN, rows_height(len(names)) + margin + MARGIN), PAGE) - margin - MARGIN
    width, reading = side + margin + MARGIN, _reading(result)
    foot = margin + legend_room(reading, width)
    with drawing(width, side + foot + MARGIN) as figure:
        axes = place(figure, margin, foot)
        draw_cells(axes, np.array(list(_COLOURS.values()))[outcome])
        name_rows(axes, names)
        name_columns(axes, names)
        for row, column in np.argwhere(~np.eye(len(names), dtype=bool)) if few else ():
            one = OUTCOMES[outcome[row, column]]
            colour = "white" if one.word == "better" else INK
            axes.text(column, row, one.mark, ha="center", va="center", color=colour)
        legend(figure, reading)
        drawn = images(figure, forms)
    primary = label(result.options.primary)
    return Picture(
        "significance",
        f"Significant differences in {primary}",
        f"Significant differences between {counted(len(names), 'system')} by {primary}: {tally(result)}",
        drawn,
        Table(
            "Significant differences",
            (Column("system", "System"), *(Column(name, name) for name in names)),
            tuple(
                (name, *(OUTCOMES[cell].word for cell in row))
                for name, row in zip(names, outcome.tolist(), strict=True)
            ),
        ),
    )


# By place in OUTCOMES; what was not compared is white, as paper.
_COLOURS = {
    "better": BLUE,
    "worse": ORANGE,
    "tied": PALE,
    "equivalent": PALE,
    "identical": PALE,
    "untestable": "#BDBDBD",
    "not compared": "white",
    "": PALE,
}


def _reading(result: RankResult) -> str:
    """The legend of marks and colours, over as many lines as it needs."""
    others = [one for _, one in explained(result) if one.word not in ("better", "worse", "tied")]
    more = [f"{one.word} ({one.mark or 'blank'})" for one in others]
    usual = "The row is better (>, blue),\nworse (<, orange), "
    if not more:
        return f"{usual}or not different (=)"
    return f"{usual}not different (=),\n{', '.join(more[:-1])}{', or ' if more[:-1] else 'or '}{more[-1]}"


# The scale of shades, and room for it in inches.
_SCALE = (0, 0.01, 0.1, 0.5, 1)
_ROOM = 0.34


def _shades(shares: Floats) -> Colours:
    """By the square root: where there are hundreds of systems, each rank gets a few per cent of the draws."""
    return shades(np.sqrt(shares))


def _explain(figure: Figure) -> None:
    """The legend of dot, line and shades."""
    from matplotlib.patches import Patch

    patches = [
        Patch(facecolor=colour, edgecolor=GREY, linewidth=0.5, label=f"{100 * share:g} %")
        for share, colour in zip(_SCALE, _shades(np.array(_SCALE)), strict=True)
    ]
    figure.legend(
        handles=patches,
        title="Rank (dot), rank range (line), share of bootstrap samples\n"
        "(shade): not a confidence interval, equal systems swap by luck",
        title_fontsize=FONT_SIZE,
        loc="lower center",
        ncols=len(_SCALE),
        frameon=False,
        handlelength=1,
        columnspacing=1,
    )


def _shares(result: RankResult) -> Floats:
    """The share of draws [systems, ranks], best first."""
    family = result.families[result.options.primary]
    order = [family.systems.index(standing.system) for standing in result.primary.standings]
    drawn = drawn_ranks(family.draws)[order]
    counts = [np.bincount(row, minlength=len(drawn) + 1)[1:] for row in drawn]
    shares: Floats = np.array(counts) / drawn.shape[1]
    return shares


def _share_table(result: RankResult, shares: Floats) -> Table:
    columns = [Column(f"rank_{rank}", str(rank), "percent") for rank in range(1, len(shares) + 1)]
    return Table(
        "Share of bootstrap samples by rank",
        (Column("system", "System"), *columns),
        tuple(
            (standing.system, *row)
            for standing, row in zip(result.primary.standings, shares.tolist(), strict=True)
        ),
    )

"""The scores with their intervals, in groups of equal rank."""

from __future__ import annotations

from leaderboard.report.captions import label
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    INK,
    PALE,
    Picture,
    drawing,
    height,
    name_rows,
    svg,
)
from leaderboard.report.rankings import ranking_table
from leaderboard.verbs.rank import RankResult


def scores(result: RankResult) -> Picture:
    """A forest plot: a dot a score, a line its interval, a band a group of equal rank."""
    standings = result.primary.standings
    primary = label(result, result.settings.primary)
    with drawing(COLUMN, height(len(standings))) as figure:
        axes = figure.add_subplot()
        for row, standing in enumerate(standings):
            if len({one.rank for one in standings[: row + 1]}) % 2:
                axes.axhspan(row - 0.5, row + 0.5, color=PALE, linewidth=0)
            axes.plot([100 * bound for bound in standing.interval], [row, row], color=BLUE, linewidth=1.2)
            axes.plot(100 * standing.score, row, "o", color=INK, markersize=2.5)
        name_rows(axes, [f"{standing.system}  {standing.rank}" for standing in standings])
        axes.set_xlabel(f"{primary} F1 (%), bands: equal rank")
        image = svg(figure)
    first, last = standings[0], standings[-1]
    level = f"{100 * (1 - result.settings.alpha):g} %"
    return Picture(
        "scores",
        f"{primary} with {level} intervals",
        f"{primary} F1 of {len(standings)} systems with {level} bootstrap intervals, from {first.system} "
        f"({100 * first.score:.2f}) down to {last.system} ({100 * last.score:.2f}).",
        image,
        ranking_table(result).only(
            ["system", "rank", f"{result.settings.primary}_f1", result.settings.primary]
        ),
    )

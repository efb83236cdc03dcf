"""The scores with their intervals, in groups of equal rank."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.ranking import Standing
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    MARGIN,
    PALE,
    Picture,
    drawing,
    images,
    legend,
    legend_room,
    place,
)
from leaderboard.report.figures.rows import dots, name_rows, room, rows_height, weight
from leaderboard.report.table import group_starts
from leaderboard.report.tables.rankings import ranking_table
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult


def scores(result: RankResult, forms: Sequence[str]) -> Picture:
    """A forest plot: a dot a score, a line its interval, a band a group of equal rank."""
    standings = result.primary.standings
    primary = label(result.options.primary)
    names, numbers = zip(*((standing.system, str(standing.rank)) for standing in standings), strict=True)
    intervals = {row: one.interval for row, one in enumerate(standings) if one.interval is not None}
    level = percentage(1 - result.options.alpha)
    reading = f"{primary} F1 (%){f', {level} interval' if intervals else ''}; number and band: rank"
    foot = legend_room(reading)
    with drawing(COLUMN, rows_height(len(names)) + foot + MARGIN) as figure:
        axes = place(figure, room(names) + room(numbers), foot)
        for top, bottom in _bands(result):
            axes.axhspan(top - 0.5, bottom - 0.5, color=PALE, linewidth=0)
        if intervals:
            low, high = zip(*intervals.values(), strict=True)
            axes.hlines(
                list(intervals),
                [100 * bound for bound in low],
                [100 * bound for bound in high],
                color=BLUE,
                lw=1.2 * weight(len(names)),
            )
        dots(axes, [100 * standing.score for standing in standings])
        name_rows(axes, numbers)
        name_rows(axes, names, inset=room(numbers), noted=False)
        legend(figure, reading)
        drawn = images(figure, forms)
    return Picture(
        "scores",
        f"{primary} with {level} intervals" if intervals else f"{primary} of each system",
        f"{primary} F1 of {counted(len(standings), 'system')}"
        f"{f' with {level} intervals' if intervals else ''}, {_span(standings)}.",
        drawn,
        ranking_table(result).only(["system", "rank", f"{result.options.primary}_f1", "interval"]),
    )


def _span(standings: Sequence[Standing]) -> str:
    first, *others = (f"{one.system} ({100 * one.score:.2f})" for one in standings)
    return f"from {first} down to {others[-1]}" if others else first


def _bands(result: RankResult) -> list[tuple[int, int]]:
    """Where every other group of rows begins and ends."""
    ranks = [standing.rank for standing in result.primary.standings]
    starts = [0, *sorted(group_starts(ranks))]
    return list(zip(starts, [*starts[1:], len(ranks)], strict=True))[::2]

"""The rank of each system as a dot, and its rank range as a line."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    MARGIN,
    Picture,
    drawing,
    images,
    legend,
    legend_room,
    place,
)
from leaderboard.report.figures.rows import dots, name_rows, rank_ticks, room, rows_height, weight
from leaderboard.report.table import Column, Table
from leaderboard.report.words.captions import ranges
from leaderboard.report.words.names import label
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult


def rank_ranges(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Draw ranks from the first to the last; a single system has no other rank."""
    standings = sorted(result.primary.standings, key=lambda one: one.rank)
    if len(standings) == 1:
        return None
    primary, names = label(result.options.primary), [one.system for one in standings]
    reading = f"Rank by {primary} (dot) and rank range (line)"
    foot = legend_room(reading)
    with drawing(COLUMN, rows_height(len(names)) + foot + MARGIN) as figure:
        axes = place(figure, room(names), foot)
        low, high = zip(*((one.low, one.high) for one in standings), strict=True)
        axes.hlines(range(len(names)), low, high, color=BLUE, lw=1.6 * weight(len(names)))
        dots(axes, [one.rank for one in standings])
        axes.set_xlim(1 - 0.05 * len(names), len(names) * 1.02)
        axes.set_xticks(rank_ticks(len(names)))
        name_rows(axes, names)
        legend(figure, reading)
        drawn = images(figure, forms)
    explained = ranges(result.options, result.families[result.options.primary])
    return Picture(
        "ranges",
        f"Ranks and rank ranges by {primary}",
        " ".join((f"Ranks of {counted(len(names), 'system')} by {primary}, with rank ranges.", *explained)),
        drawn,
        Table(
            "Ranks and rank ranges",
            (
                Column("system", "System"),
                Column("rank", "Rank", "count"),
                Column("rank_low", "Range from", "count"),
                Column("rank_high", "Range to", "count"),
            ),
            tuple((one.system, one.rank, one.low, one.high) for one in standings),
        ),
    )

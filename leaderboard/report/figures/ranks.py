"""Where systems stand: ranks with their ranges, and how often each rank is drawn."""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.ranking.stability import drawn_ranks
from leaderboard.report.figures.axes import rank_ticks, rows_frame
from leaderboard.report.figures.cells import Colours, cells, shades
from leaderboard.report.figures.drawing import BLUE, GREY, ORANGE, Drawing
from leaderboard.report.figures.lettering import BELOW, legended, room, swatches
from leaderboard.report.table import Column, Table
from leaderboard.report.words.captions import ranges
from leaderboard.report.words.names import label
from leaderboard.report.words.runs import AS_THEY_ARE
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# The scale of shades, and room for it above how the figure is read.
_SCALE = (0, 0.01, 0.1, 0.5, 1)
_SWATCHES = 12.0
_READING = (
    "Rank (dot), rank range (line), share of bootstrap samples\n"
    "(shade): no confidence interval, equal systems swap by luck"
)


def rank_ranges(result: RankResult) -> Drawing | None:
    """Draw ranks from the first to the last; a single system has no other rank."""
    standings = sorted(result.primary.standings, key=lambda one: one.rank)
    if len(standings) == 1:
        return None
    primary, names = label(result.options.primary), [one.system for one in standings]
    reading = f"Rank by {primary} (dot) and rank range (line)"
    frame = rows_frame(len(names), room(names), (1 - 0.05 * len(names), len(names) * 1.02))
    explained = ranges(result.options, result.families[result.options.primary])
    strokes = [
        *frame.axis(rank_ticks(len(names))),
        *frame.whiskers([(one.low, one.high) for one in standings], BLUE, 1.6),
        *frame.dots([one.rank for one in standings]),
        *frame.name_rows(names),
    ]
    return Drawing(
        "ranges",
        f"Ranks and rank ranges by {primary}",
        " ".join((f"Ranks of {counted(len(names), 'system')} by {primary}, with rank ranges.", *explained)),
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
        *legended(frame.bottom + BELOW, reading, strokes),
    )


def ranks(result: RankResult) -> Drawing | None:
    """Draw the distribution of bootstrap ranks, and the range that the tests leave open.

    A single system has no other rank, and of a single unit nothing is drawn.
    """
    standings = result.primary.standings
    if len(standings) == 1 or standings[0].best is None:
        return None
    names, shares = [one.system for one in standings], _shares(result)
    frame = rows_frame(len(names), room(names), (0.5, len(names) + 0.5))
    ends = [(one.low, one.high) for one in standings]
    scale = [
        (f"{100 * share:g} %", colour)
        for share, colour in zip(_SCALE, _shades(np.array(_SCALE)).tolist(), strict=True)
    ]
    strokes = [
        *cells(frame, _shades(shares)),
        *frame.axis(rank_ticks(len(names))),
        *frame.whiskers(ends, "white", 2.6),
        *frame.whiskers(ends, ORANGE, 1.6),
        *frame.dots([standing.rank for standing in standings]),
        *frame.name_rows(names),
        *swatches(scale, frame.bottom + BELOW + _SWATCHES / 2, GREY),
    ]
    return Drawing(
        "ranks",
        "Sampling distribution of ranks by score",
        f"The rank of each of {counted(len(standings), 'system')}, its rank range, and the share "
        "of bootstrap samples in which it has each rank by score. The shares are in ranks.csv. "
        "They are not a confidence interval: equal systems swap places by luck."
        f"{f' {AS_THEY_ARE}' if result.sheet.runs else ''}",
        _share_table(result, shares),
        *legended(frame.bottom + BELOW + _SWATCHES, _READING, strokes),
    )


def _shades(shares: Floats) -> Colours:
    """By the square root: where there are hundreds of systems, each rank gets a few per cent of the draws."""
    return shades(np.sqrt(shares))


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

"""The rank of each system by its score on each dataset: how far one dataset speaks for the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.report.figures.cells import Colours, draw_cells
from leaderboard.report.figures.drawing import (
    COLUMN,
    INK,
    MARGIN,
    PAGE,
    POINTS,
    SMALLEST,
    Picture,
    drawing,
    images,
    legend,
    legend_room,
    place,
)
from leaderboard.report.figures.rows import name_columns, name_rows, pitches, room, rows_height
from leaderboard.report.table import Column, Table
from leaderboard.report.words import boards as words
from leaderboard.significance.pairing import Indices
from leaderboard.verbs.rank import RankResult

# Inches that three digits need, and colours for ranks that are far better, better, as good, worse, far worse.
_CELL = 0.2
_COLOURS = np.array(["#56B4E9", "#CFE8F8", "white", "#FBE0CC", "#F0A36B"])
# From this share of all ranks on, ranks are far from each other.
_FAR = 0.2


def datasets(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Draw a cell for each system and dataset, where there are several of both."""
    boards, names = result.of("dataset"), [one.system for one in result.primary.standings]
    if not boards or len(names) == 1:
        return None
    primary, labels = result.options.primary, [one.label for one in boards]
    ranks = np.array([_ranks([one.scores[name][primary].f1 for name in names]) for one in boards]).T
    whole = _ranks([one.score for one in result.primary.standings])
    left, below, reading = room(names), room(labels), words.datasets_legend(primary)
    width = min(max(COLUMN, left + MARGIN + _CELL * len(labels)), PAGE)
    foot = below + legend_room(reading, width) - MARGIN
    with drawing(width, rows_height(len(names)) + foot + MARGIN) as figure:
        axes = place(figure, left, foot)
        draw_cells(axes, _shades(ranks, whole))
        name_rows(axes, names)
        name_columns(axes, labels)
        high, wide = pitches(axes, *ranks.shape)
        if high * POINTS >= SMALLEST and wide >= _CELL:
            for (row, column), rank in np.ndenumerate(ranks):
                axes.text(column, row, str(rank), ha="center", va="center", color=INK, fontsize=SMALLEST)
        legend(figure, reading)
        drawn = images(figure, forms)
    title, text = words.datasets_pictured(primary, names, labels, ranks.tolist())
    columns = [Column(f"rank_{one.name}", one.label, "count") for one in boards]
    return Picture(
        "datasets",
        title,
        text,
        drawn,
        Table(
            title,
            (Column("system", "System"), *columns, Column("rank_all", "All", "count")),
            tuple(
                (name, *own, rank)
                for name, own, rank in zip(names, ranks.tolist(), whole.tolist(), strict=True)
            ),
        ),
    )


def _ranks(scores: Sequence[float]) -> Indices:
    """Return ranks by score; equal scores share the best."""
    values = np.array(scores)
    ranks: Indices = 1 + (values[None, :] > values[:, None]).sum(axis=1)
    return ranks


def _shades(ranks: Indices, whole: Indices) -> Colours:
    """Return a colour for each rank beside that over all datasets."""
    apart: Floats = (ranks - whole[:, None]) / len(whole)
    steps = np.sign(apart).astype(int) * (1 + (np.abs(apart) >= _FAR))
    shades: Colours = _COLOURS[steps + 2]
    return shades

"""The rank of each system by its score on each dataset: how far one dataset speaks for the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.report.figures.axes import Frame
from leaderboard.report.figures.cells import Colours, cells
from leaderboard.report.figures.drawing import COLUMN, PAGE, SMALLEST, Drawing, Stroke, Text
from leaderboard.report.figures.lettering import MARGIN, legended, room, rows_height
from leaderboard.report.table import Column, Table
from leaderboard.report.words import boards as words
from leaderboard.significance.pairing import Indices
from leaderboard.verbs.rank import RankResult

# What three digits need, and colours for ranks that are far better, better, as good, worse, far worse.
_CELL = 14.4
_COLOURS = np.array(["#56B4E9", "#CFE8F8", "white", "#FBE0CC", "#F0A36B"])
# From this share of all ranks on, ranks are far from each other.
_FAR = 0.2


def datasets(result: RankResult) -> Drawing | None:
    """Draw a cell for each system and dataset, where there are several of both."""
    boards, names = result.of("dataset"), [one.system for one in result.primary.standings]
    if not boards or len(names) == 1:
        return None
    primary, labels = result.options.primary, [one.label for one in boards]
    ranks = np.array([_ranks([one.scores[name][primary].f1 for name in names]) for one in boards]).T
    whole = _ranks([one.score for one in result.primary.standings])
    left, below, reading = room(names), room(labels), words.datasets_legend(primary)
    width = min(max(COLUMN, left + MARGIN + _CELL * len(labels)), PAGE)
    rows, columns = ((-0.5, len(one) - 0.5) for one in (names, labels))
    frame = Frame(left, MARGIN, width - MARGIN, MARGIN + rows_height(len(names)), columns, rows)
    wide, high = frame.pitch()
    numbers = np.ndenumerate(ranks) if high >= SMALLEST and wide >= _CELL else ()
    title, text = words.datasets_pictured(primary, names, labels, ranks.tolist())
    strokes: list[Stroke] = [
        *cells(frame, _shades(ranks, whole)),
        *frame.name_rows(names),
        *frame.name_columns(labels),
        *(Text(*frame.at(column, row), str(rank), SMALLEST) for (row, column), rank in numbers),
    ]
    return Drawing(
        "datasets",
        title,
        text,
        Table(
            title,
            (
                Column("system", "System"),
                *(Column(f"rank_{one.name}", one.label, "count") for one in boards),
                Column("rank_all", "All", "count"),
            ),
            tuple(
                (name, *own, rank)
                for name, own, rank in zip(names, ranks.tolist(), whole.tolist(), strict=True)
            ),
        ),
        *legended(frame.bottom + below, reading, strokes, width),
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

"""Correlations between metrics over systems: a map of coefficients, and the points of every two metrics."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.report.figures.axes import square
from leaderboard.report.figures.cells import cells, shades, text_on
from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    FONT_SIZE,
    GREY,
    PAGE,
    SMALLEST,
    Dot,
    Drawing,
    Stroke,
    Text,
)
from leaderboard.report.figures.lettering import MARGIN, legended, paragraph, room
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.correlations import POOLED, matrix_table
from leaderboard.report.words.names import label, short
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# What ``.935`` needs in a cell of the map, and one of the smallest letters in a scatter plot.
_CELL, _LETTER = 18.0, 3.75
# How much of a cell the points of a scatter plot take, and the most metrics with room for ``r = 0.935``.
_INSIDE, _MOST_WITH_R = 0.84, 10
_READING = "Each axis runs from the lowest to the highest F1 (%) of a metric, given on the diagonal"


def correlation_map(result: RankResult) -> Drawing | None:
    """Pearson's r of F1, metric by metric, where there are any."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    names = list(result.points.values["f1"])
    labels = [label(name) for name in names]
    table = np.array([[coefficients.get((one, two), np.nan) for two in names] for one in names])
    lowest = min(0, np.nanmin(table))
    shares = (table - lowest) / (1 - lowest)
    colours = np.where(np.isnan(table), "white", shades(np.nan_to_num(shares)))
    margin = room(labels)
    side = max(COLUMN, margin + MARGIN + _CELL * len(names))
    frame = square(len(names), margin, side)
    (first, second), least = min(coefficients.items(), key=lambda item: item[1])
    return Drawing(
        "correlations",
        "Pearson's r of F1 between metrics",
        f"Pearson's r of F1 between {len(names)} metrics over {_points(result)}; the lowest is {least:.3f}, "
        f"of {label(first)} and {label(second)}.",
        matrix_table(result.correlations, {name: name for name in names}),
        side,
        frame.bottom + margin,
        [
            *cells(frame, colours),
            *(
                Text(
                    *frame.at(column, row),
                    f"{table[row, column]:.3f}".replace("0.", "."),
                    SMALLEST,
                    colour=text_on(shares[row, column]),
                )
                for row, column in np.argwhere(~np.isnan(table))
            ),
            *frame.name_rows(labels),
            *frame.name_columns(labels),
        ],
    )


def scatter_matrix(result: RankResult) -> Drawing | None:
    """Every two metrics as points, with r on the other side (Luo et al., 2014, figure 1)."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    columns = result.points.values["f1"]
    frame = square(len(columns), MARGIN, PAGE)
    sides = [place - 0.5 for place in range(len(columns) + 1)]
    first, last = sides[0], sides[-1]
    few = len(columns) <= _MOST_WITH_R
    size = FONT_SIZE if few else SMALLEST

    def cell(row: int, column: int) -> Iterator[Stroke]:
        one, two = names[row], names[column]
        if row > column:
            for across, up in zip(inside[two], inside[one], strict=True):
                yield Dot(*frame.at(column + across, row - up), 1.4, BLUE, opacity=0.7)
            return
        r = coefficients.get((one, two))
        number = "–" if r is None else f"{'r = ' * few}{r:.3f}"
        written = _axis_lines(result, one) if row == column else [number]
        x, y = frame.at(column, row)
        yield from paragraph(x, y - 0.5 * size - 0.61 * size * (len(written) - 1), written, size)

    names, inside = list(columns), {name: _within(values).tolist() for name, values in columns.items()}
    places = range(len(names))
    strokes = [
        *(frame.line(first, side, last, side, GREY) for side in sides),
        *(frame.line(side, first, side, last, GREY) for side in sides),
        *(stroke for row in places for column in places for stroke in cell(row, column)),
    ]
    return Drawing(
        "scatter",
        "F1 of every two metrics",
        f"A scatter plot of F1 for every two of {len(columns)} metrics over {_points(result)}, "
        "with Pearson's r.",
        Table(
            "F1 by metric",
            (
                Column("point" if result.of("dataset") else "system", "Point"),
                *(Column(name, label(name), "percent") for name in columns),
            ),
            tuple(zip(result.points.names, *(values.tolist() for values in columns.values()), strict=True)),
        ),
        *legended(frame.bottom + MARGIN, _READING, strokes, PAGE),
    )


def _points(result: RankResult) -> str:
    """The label of the points."""
    count = len(result.points.names)
    return f"{counted(count, 'point')}, {POOLED}" if result.of("dataset") else counted(count, "system")


def _axis_lines(result: RankResult, metric: str) -> list[str]:
    """A metric, and where its axis begins and ends."""
    values = 100 * result.points.values["f1"][metric]
    count, low, high = len(result.points.values["f1"]), f"{values.min():.2f}", f"{values.max():.2f}"
    if count <= _MOST_WITH_R:
        return [label(metric), f"{low} – {high}"]
    return [short(label(metric), int(PAGE / count / _LETTER)), f"{low} –", high]


def _within(values: Floats) -> Floats:
    """Values from the lowest to the highest as places in a cell; all in the middle where they are equal."""
    span = np.ptp(values)
    inner = (values - values.min()) / span - 0.5 if span else np.zeros(len(values))
    spread: Floats = _INSIDE * inner
    return spread


def _coefficients(result: RankResult) -> dict[tuple[str, str], float]:
    """Both ways round."""
    found: dict[tuple[str, str], float] = {}
    for one in result.correlations:
        if one.quantity == "f1" and one.pearson is not None:
            found[one.first, one.second] = found[one.second, one.first] = one.pearson
    return found

"""The figure of correlations between metrics over systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.report.figures.cells import draw_cells, shades, text_on
from leaderboard.report.figures.drawing import (
    AXIS,
    BLUE,
    COLUMN,
    FONT_SIZE,
    GREY,
    INK,
    MARGIN,
    PAGE,
    SMALLEST,
    Picture,
    drawing,
    images,
    legend,
    place,
)
from leaderboard.report.figures.rows import name_columns, name_rows, room
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.correlations import POOLED, matrix_table
from leaderboard.report.words.names import label, short
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# Inches that ``.935`` needs in a cell of the map, and one of the smallest letters in a scatter plot.
_CELL, _LETTER = 0.25, 0.052
# How much of a cell the points of a scatter plot take, and the most metrics with room for ``r = 0.935``.
_INSIDE, _MOST_WITH_R = 0.84, 10


def correlation_map(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Pearson's r of F1, metric by metric, where there are any."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    names = list(result.points.values["f1"])
    labels = [label(name) for name in names]
    table = np.array([[coefficients.get((one, two), np.nan) for two in names] for one in names])
    margin = room(labels)
    side = max(COLUMN, margin + MARGIN + _CELL * len(names))
    with drawing(side, side) as figure:
        axes = place(figure, margin, margin)
        _draw_map(axes, table)
        name_rows(axes, labels)
        name_columns(axes, labels)
        drawn = images(figure, forms)
    (first, second), least = min(coefficients.items(), key=lambda item: item[1])
    return Picture(
        "correlations",
        "Pearson's r of F1 between metrics",
        f"Pearson's r of F1 between {len(names)} metrics over {_points(result)}; the lowest is {least:.3f}, "
        f"of {label(first)} and {label(second)}.",
        drawn,
        matrix_table(result.correlations, {name: name for name in names}),
    )


def scatter_matrix(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """Every two metrics as points, with r on the other side (Luo et al., 2014, figure 1)."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    columns = result.points.values["f1"]
    with drawing(PAGE, PAGE) as figure:
        axes = place(figure, MARGIN, AXIS / 2)
        axes.set_axis_off()
        few = len(columns) <= _MOST_WITH_R
        size = FONT_SIZE if few else SMALLEST
        axes.set_xlim(0, len(columns))
        axes.set_ylim(len(columns), 0)
        axes.hlines(range(len(columns) + 1), 0, len(columns), color=GREY, lw=0.5)
        axes.vlines(range(len(columns) + 1), 0, len(columns), color=GREY, lw=0.5)
        for row, one in enumerate(columns):
            for column, two in enumerate(columns):
                if row > column:
                    across, down = column + _within(columns[two]), row + 1 - _within(columns[one])
                    axes.plot(across, down, "o", color=BLUE, markersize=2, alpha=0.7)
                else:
                    r = coefficients.get((one, two))
                    number = "–" if r is None else f"{'r = ' * few}{r:.3f}"
                    text = _axis_text(result, one) if row == column else number
                    axes.text(
                        column + 0.5, row + 0.5, text, ha="center", va="center", color=INK, fontsize=size
                    )
        legend(
            figure, "Each axis runs from the lowest to the highest F1 (%) of a metric, given on the diagonal"
        )
        drawn = images(figure, forms)
    return Picture(
        "scatter",
        "F1 of every two metrics",
        f"A scatter plot of F1 for every two of {len(columns)} metrics over {_points(result)}, "
        "with Pearson's r.",
        drawn,
        Table(
            "F1 by metric",
            (
                Column("point" if result.of("dataset") else "system", "Point"),
                *(Column(name, label(name), "percent") for name in columns),
            ),
            tuple(zip(result.points.names, *(values.tolist() for values in columns.values()), strict=True)),
        ),
    )


def _points(result: RankResult) -> str:
    """The label of the points."""
    count = len(result.points.names)
    return f"{counted(count, 'point')}, {POOLED}" if result.of("dataset") else counted(count, "system")


def _axis_text(result: RankResult, metric: str) -> str:
    """A metric, and where its axis begins and ends."""
    values = 100 * result.points.values["f1"][metric]
    count = len(result.points.values["f1"])
    if count <= _MOST_WITH_R:
        return f"{label(metric)}\n{values.min():.2f} – {values.max():.2f}"
    letters = int(PAGE / count / _LETTER)
    return f"{short(label(metric), letters)}\n{values.min():.2f} –\n{values.max():.2f}"


def _draw_map(axes: Axes, table: Floats) -> None:
    lowest = min(0, np.nanmin(table))
    shares = (table - lowest) / (1 - lowest)
    draw_cells(axes, np.where(np.isnan(table), "white", shades(np.nan_to_num(shares))))
    for row, column in np.argwhere(~np.isnan(table)):
        text = f"{table[row, column]:.3f}".replace("0.", ".")
        colour = text_on(shares[row, column])
        axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=SMALLEST)
    axes.spines[:].set_visible(False)


def _within(values: Floats) -> Floats:
    """Values from the lowest to the highest as places in a cell; all in the middle where they are equal."""
    span = np.ptp(values)
    inner = (values - values.min()) / span if span else np.full(len(values), 0.5)
    spread: Floats = (1 - _INSIDE) / 2 + _INSIDE * inner
    return spread


def _coefficients(result: RankResult) -> dict[tuple[str, str], float]:
    """Both ways round."""
    found: dict[tuple[str, str], float] = {}
    for one in result.correlations:
        if one.quantity == "f1" and one.pearson is not None:
            found[one.first, one.second] = found[one.second, one.first] = one.pearson
    return found

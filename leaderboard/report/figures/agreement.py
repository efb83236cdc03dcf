"""How metrics agree over systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from leaderboard.report.captions import label
from leaderboard.report.correlations import matrix_table
from leaderboard.report.figures.drawing import BLUE, COLUMN, INK, PAGE, Picture, drawing, svg
from leaderboard.report.table import Column, Table
from leaderboard.verbs.rank import RankResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Of the scale from its lowest value to 1: light text reads better below this.
_DARK_BELOW = 0.4


def correlation_map(result: RankResult) -> Picture | None:
    """Pearson's r of F1, metric by metric, where there are any."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    names = list(result.points.values["f1"])
    labels = [label(result, name) for name in names]
    table = np.array([[coefficients.get((one, two), np.nan) for two in names] for one in names])
    lowest = min(0, *coefficients.values())
    with drawing(COLUMN, COLUMN) as figure:
        axes = figure.add_subplot()
        axes.imshow(table, cmap="cividis", vmin=lowest, vmax=1, interpolation="none")
        for row, column in np.argwhere(~np.isnan(table)):
            value = table[row, column]
            colour = "white" if value < lowest + _DARK_BELOW * (1 - lowest) else INK
            text = f"{value:.3f}".replace("0.", ".")
            axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=6)
        axes.set_xticks(range(len(names)), labels, rotation=90)
        axes.set_yticks(range(len(names)), labels)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        image = svg(figure)
    (first, second), least = min(coefficients.items(), key=lambda item: item[1])
    return Picture(
        "correlations",
        "Pearson's r of F1 between metrics",
        f"Pearson's r of F1 between {len(names)} metrics; the lowest is {least:.3f}, "
        f"of {label(result, first)} and {label(result, second)}.",
        image,
        matrix_table(result.correlations, dict(zip(names, labels, strict=True))),
    )


def scatter_matrix(result: RankResult) -> Picture | None:
    """Every two metrics as points, with r on the other side (Luo et al., 2014, figure 1)."""
    coefficients = _coefficients(result)
    if not coefficients:
        return None
    columns = {name: 100 * values for name, values in result.points.values["f1"].items()}
    with drawing(PAGE, PAGE) as figure:
        grid = figure.subplots(len(columns), len(columns), squeeze=False)
        for (row, column), axes in np.ndenumerate(grid):
            one, two = list(columns)[row], list(columns)[column]
            axes.set_xticks([])
            axes.set_yticks([])
            axes.spines[:].set_visible(True)
            if row == column:
                _write(axes, label(result, one), INK)
            elif row > column:
                axes.plot(columns[two], columns[one], "o", color=BLUE, markersize=2, alpha=0.7)
            else:
                r = coefficients.get((one, two))
                _write(axes, "–" if r is None else f"r = {r:.3f}", INK)
        image = svg(figure)
    return Picture(
        "scatter",
        "F1 of every two metrics",
        f"A scatter plot of F1 for every two of {len(columns)} metrics, a point a system, with Pearson's r.",
        image,
        Table(
            "F1 by metric",
            (Column("system", "System"), *(Column(name, label(result, name), "percent") for name in columns)),
            tuple(
                zip(
                    result.points.names,
                    *(v.tolist() for v in result.points.values["f1"].values()),
                    strict=True,
                )
            ),
        ),
    )


def _coefficients(result: RankResult) -> dict[tuple[str, str], float]:
    """Both ways round."""
    found: dict[tuple[str, str], float] = {}
    for one in result.correlations:
        if one.quantity == "f1" and one.pearson is not None:
            found[one.first, one.second] = found[one.second, one.first] = one.pearson
    return found


def _write(axes: Axes, text: str, colour: str) -> None:
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes, color=colour)

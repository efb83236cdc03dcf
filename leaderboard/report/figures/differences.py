"""Two of the best systems, document by document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.report.figures.drawing import (
    AXIS,
    BLUE,
    COLUMN,
    GREY,
    MARGIN,
    ORANGE,
    Picture,
    drawing,
    images,
    place,
)
from leaderboard.report.figures.rows import shown
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.document_scores import default_pair, unit_scores
from leaderboard.report.words.captions import unit_text
from leaderboard.report.words.names import label
from leaderboard.text import plural
from leaderboard.verbs.rank import RankResult


def differences(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """The sorted differences of the pair that the page opens on, if any system differs from the best one."""
    names = default_pair(result)
    if names is None:
        return None
    scores = unit_scores(result)
    first, second = (scores[name] for name in names)
    order = np.argsort(second - first, kind="stable")
    apart = 100 * (first - second)[order]
    primary = label(result.options.primary)
    units = result.sheet.units(result.options.unit)
    with drawing(COLUMN, 2) as figure:
        axes = place(figure, AXIS + MARGIN, AXIS, top=4 * MARGIN)
        edges = np.arange(len(apart) + 1) + 0.5
        for half, colour in ((apart.clip(min=0), BLUE), (apart.clip(max=0), ORANGE)):
            axes.stairs(half, edges, fill=True, color=colour)  # a bar a document would be slow to draw
        axes.axhline(0, color=GREY, linewidth=0.5)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(f"{plural(result.options.unit)}, sorted")
        axes.set_ylabel(f"Difference in {primary} F1")
        axes.set_title(f"{shown(names[0])} (blue)\nagainst {shown(names[1])} (orange)")
        drawn = images(figure, forms)
    return Picture(
        "differences",
        f"{names[0]} against {names[1]} by {result.options.unit}",
        f"Difference in {primary} F1 between {names[0]} and {names[1]} on each {result.options.unit}: "
        f"{int((apart > 0).sum())} favour {names[0]}, {int((apart < 0).sum())} {names[1]}, "
        f"{int((apart == 0).sum())} neither.",
        drawn,
        Table(
            "Scores by document",
            (
                Column("unit", "Document"),
                Column(names[0], names[0], "percent"),
                Column(names[1], names[1], "percent"),
            ),
            tuple(
                (unit_text(units.names[unit]), float(first[unit]), float(second[unit]))
                for unit in order.tolist()
            ),
        ),
    )

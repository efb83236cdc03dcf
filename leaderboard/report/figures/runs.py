"""Every run of each system, below their mean and its interval."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.figures.drawing import (
    BLUE,
    COLUMN,
    INK,
    MARGIN,
    ORANGE,
    Picture,
    drawing,
    images,
    legend,
    legend_room,
    place,
)
from leaderboard.report.figures.rows import name_rows, room, rows_height, weight
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.rankings import interval
from leaderboard.report.words import runs as words
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.submissions.runs import run_label
from leaderboard.verbs.rank import RankResult

# Where in its row a mean stands, and where its runs do, so that neither hides the other.
_MEAN, _RUNS = -0.15, 0.25


def runs(result: RankResult, forms: Sequence[str]) -> Picture | None:
    """A dot a run, and above them the mean with its interval; nothing where no system has several runs."""
    if not result.sheet.runs:
        return None
    standings, data, primary = result.primary.standings, _data(result), result.options.primary
    names = [standing.system for standing in standings]
    size = weight(len(names))
    level = percentage(1 - result.options.alpha) if any(one.interval for one in standings) else ""
    reading = words.reading(primary, level)
    foot = legend_room(reading)
    with drawing(COLUMN, rows_height(len(names)) + foot + MARGIN) as figure:
        axes = place(figure, room(names), foot)
        for row, standing in enumerate(standings):
            if standing.interval is not None:
                low, high = standing.interval
                axes.hlines(row + _MEAN, 100 * low, 100 * high, color=BLUE, lw=1.2 * size)
            axes.plot(
                100 * result.scores[standing.system][primary].f1,
                row + _MEAN,
                "o",
                color=INK,
                markersize=3 * size,
                mew=0,
            )
        for system, run, score, *_ in data.rows:
            if run is not None:
                at = names.index(str(system)) + _RUNS
                axes.plot(
                    100 * float(str(score)), at, "o", color=ORANGE, alpha=0.7, markersize=2.2 * size, mew=0
                )
        name_rows(axes, names)
        legend(figure, reading)
        drawn = images(figure, forms)
    title, text = words.pictured(primary, len(names), result.spread, level)
    return Picture("runs", title, text, drawn, data)


def _data(result: RankResult) -> Table:
    """One row a run beside the mean of its system; a single output has one row without a run."""
    primary, found = result.options.primary, result.runs
    rows: list[tuple[Value, ...]] = []
    for one in result.primary.standings:
        several, score = found.get(one.system, ()), result.scores[one.system][primary].f1
        mean = score, interval(result, one)
        rows += [
            (one.system, run_label(one.system, run.run), run.scores[primary].f1, *mean) for run in several
        ]
        rows += [] if several else [(one.system, None, score, *mean)]
    return Table(
        f"Runs by {label(primary)}",
        (
            Column("system", "System"),
            Column("run", "Run"),
            Column(f"{primary}_f1", label(primary), "percent"),
            Column("mean", "Mean", "percent"),
            Column("interval", "Interval", "bounds"),
        ),
        tuple(rows),
    )

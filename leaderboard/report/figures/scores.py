"""The scores with their intervals in groups of equal rank, and every run of each system."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.ranking import Standing
from leaderboard.report.figures.axes import Limits, limits, rows_frame
from leaderboard.report.figures.drawing import BLUE, INK, ORANGE, PALE, Dot, Drawing
from leaderboard.report.figures.lettering import BELOW, legended, room
from leaderboard.report.table import Column, Table, Value, group_starts
from leaderboard.report.tables.rankings import interval, ranking_table
from leaderboard.report.words import runs as words
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.submissions.run_names import run_label
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

# Where in its row a mean stands, and where its runs do, so that neither hides the other.
_MEAN, _RUNS = -0.15, 0.25


def scores(result: RankResult) -> Drawing:
    """A forest plot: a dot a score, a line its interval, a band a group of equal rank."""
    standings = result.primary.standings
    primary = label(result.options.primary)
    names, numbers = zip(*((standing.system, str(standing.rank)) for standing in standings), strict=True)
    values, ends = [100 * one.score for one in standings], interval_ends(result, standings)
    level = percentage(1 - result.options.alpha)
    reading = f"{primary} F1 (%){f', {level} interval' if any(ends) else ''}; number and band: rank"
    frame = rows_frame(len(names), room(names) + room(numbers), limits(values, ends))
    low, high = frame.across
    strokes = [
        *(frame.box(low, top - 0.5, high, bottom - 0.5, PALE) for top, bottom in _bands(standings)),
        *frame.axis(frame.ticks()),
        *frame.whiskers(ends, BLUE, 1.2),
        *frame.dots(values),
        *frame.name_rows(numbers),
        *frame.name_rows(names, inset=room(numbers), noted=False),
    ]
    return Drawing(
        "scores",
        f"{primary} with {level} intervals" if any(ends) else f"{primary} of each system",
        f"{primary} F1 of {counted(len(standings), 'system')}"
        f"{f' with {level} intervals' if any(ends) else ''}, {_span(standings)}.",
        ranking_table(result).only(["system", "rank", f"{result.options.primary}_f1", "interval"]),
        *legended(frame.bottom + BELOW, reading, strokes),
    )


def runs(result: RankResult) -> Drawing | None:
    """A dot a run, and above them the mean with its interval; nothing where no system has several runs."""
    if not result.sheet.runs:
        return None
    standings, data, primary = result.primary.standings, _data(result), result.options.primary
    names, ends = [standing.system for standing in standings], interval_ends(result, standings)
    level = percentage(1 - result.options.alpha) if any(ends) else ""
    reading = words.reading(primary, level)
    means = [100 * result.scores[name][primary].f1 for name in names]
    each = [
        (names.index(str(system)), 100 * float(str(score)))
        for system, run, score, *_ in data.rows
        if run is not None
    ]
    frame = rows_frame(len(names), room(names), limits([*means, *(value for _, value in each)], ends))
    size = frame.weight()
    title, text = words.pictured(primary, len(names), result.spread, level)
    strokes = [
        *frame.axis(frame.ticks()),
        *frame.whiskers(ends, BLUE, 1.2, _MEAN),
        *(Dot(*frame.at(value, row + _MEAN), 1.5 * size, INK) for row, value in enumerate(means)),
        *(Dot(*frame.at(value, row + _RUNS), 1.1 * size, ORANGE, opacity=0.7) for row, value in each),
        *frame.name_rows(names),
    ]
    return Drawing(
        "runs",
        title,
        text,
        data,
        *legended(frame.bottom + BELOW, reading, strokes),
    )


def interval_ends(result: RankResult, standings: Sequence[Standing]) -> list[Limits | None]:
    """Return the intervals of scores in per cent."""
    found = [interval(result, one) for one in standings]
    return [ends and (100 * ends[0], 100 * ends[1]) for ends in found]


def _span(standings: Sequence[Standing]) -> str:
    first, *others = (f"{one.system} ({100 * one.score:.2f})" for one in standings)
    return f"from {first} down to {others[-1]}" if others else first


def _bands(standings: Sequence[Standing]) -> list[tuple[int, int]]:
    """Where every other group of rows begins and ends."""
    ranks = [standing.rank for standing in standings]
    starts = [0, *sorted(group_starts(ranks))]
    return list(zip(starts, [*starts[1:], len(ranks)], strict=True))[::2]


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

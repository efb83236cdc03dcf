"""Scores on slices as small multiples: a panel for each slice, all on one axis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil

from leaderboard.boards import Board
from leaderboard.report.figures.axes import Frame, Limits, limits, ticks
from leaderboard.report.figures.drawing import BLUE, FONT_SIZE, ORANGE, PAGE, SMALLEST, Drawing, Stroke, Text
from leaderboard.report.figures.lettering import BELOW, MARGIN, TALLEST, legended, room, rows_height, shown
from leaderboard.report.figures.scores import interval_ends
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.slices import slice_groups
from leaderboard.report.words import slices as words
from leaderboard.slices import Slicing
from leaderboard.verbs.rank import RankResult

# Panels beside each other, and the most in one figure.
_ACROSS, MOST = 4, 24
# The name of a panel, the least height of a row of systems and of many rows, and what is beside a panel.
_TITLE, _LEAST_ROW, _LEAST, _APART = 14.4, 6.1, 187.0, 11.0
_UNSAFE = re.compile(r"[^\w+-]+")


def slices(result: RankResult) -> Iterator[Drawing]:
    """Yield a picture for each kind of slices; none where all slices are small."""
    taken: set[str] = set()
    for slicing, group in slice_groups(result):
        tested = [one for one in group if one.standings]
        if tested:
            name = _name(slicing, taken)
            taken.add(name.casefold())
            yield _drawing(result, slicing, tested, name)


def panels(slices: int, systems: int) -> tuple[int, float]:
    """Return how many slices a page has room for, and the height of each."""
    least = min(_LEAST_ROW * systems, _LEAST) + _TITLE
    rows = min(ceil(min(slices, MOST) / _ACROSS), int(TALLEST / least))
    return min(slices, MOST, rows * _ACROSS), min(TALLEST / rows, rows_height(systems) + _TITLE)


def _name(slicing: Slicing, taken: set[str]) -> str:
    """A name of a file, whatever the organiser calls an attribute; what is kept where two would be one."""
    name = f"slices-{_UNSAFE.sub('-', slicing.name)}"
    names = [name, f"{name}-{slicing.keep}", *(f"{name}-{number}" for number in range(2, len(taken) + 3))]
    return next(one for one in names if one.casefold() not in taken)


def _drawing(result: RankResult, slicing: Slicing, tested: Sequence[Board], name: str) -> Drawing:
    primary, systems = result.options.primary, [one.system for one in result.primary.standings]
    most, height = panels(len(tested), len(systems))
    drawn, rows, left = tested[:most], ceil(most / _ACROSS), room(systems)
    standings = [[one.standings[system] for system in systems] for one in drawn]
    intervals = [interval_ends(result, own) for own in standings]
    values = [value for one in (None, *drawn) for value in _scores(result, one)]
    width, ends = (PAGE - MARGIN - left + _APART) / _ACROSS, limits(values, chain(*intervals))
    frames = []
    for number in range(most):
        row, column = divmod(number, _ACROSS)
        start, foot = left + column * width, MARGIN + (row + 1) * height
        top = foot - height + _TITLE
        frames.append(Frame(start, top, start + width - _APART, foot, ends, (-0.5, len(systems) - 0.5)))
    strokes: list[Stroke] = []
    for frame, one, own in zip(frames, drawn, intervals, strict=True):
        strokes += _panel(frame, result, one, own)
    for frame in frames[::_ACROSS]:
        strokes += frame.name_rows(systems, noted=frame is frames[_ACROSS * (rows - 1)])
    for frame in frames:
        is_last = frame in frames[-_ACROSS:]
        numbers = ticks(ends, frame.right - frame.left)
        strokes += frame.axis([(value, text * is_last) for value, text in numbers], SMALLEST)
    reading = words.figure_legend(primary, result.options.alpha, any(chain(*intervals)))
    bottom, counts = frames[_ACROSS * (rows - 1)], (len(drawn), len(tested))
    return Drawing(
        name,
        words.figure_title(primary, slicing, *counts),
        words.figure_text(primary, slicing, len(systems), *counts),
        _data(result, drawn),
        *legended(bottom.bottom + BELOW, reading, strokes, PAGE),
    )


def _scores(result: RankResult, board: Board | None) -> list[float]:
    """Return the scores on a slice or on everything."""
    scores, primary = result.scores if board is None else board.scores, result.options.primary
    return [100 * scores[one.system][primary].f1 for one in result.primary.standings]


def _panel(frame: Frame, result: RankResult, board: Board, ends: Sequence[Limits | None]) -> Iterator[Stroke]:
    """The systems in the order of the whole, each with a tick at its score on everything."""
    size = frame.weight()
    yield from frame.whiskers(ends, BLUE, 1.2)
    for row, value in enumerate(_scores(result, None)):
        yield frame.line(value, row - 0.35, value, row + 0.35, ORANGE, size)
    yield from frame.dots(_scores(result, board))
    yield Text(frame.middle()[0], frame.top - FONT_SIZE * 0.7, shown(board.label))


def _data(result: RankResult, shown: Sequence[Board]) -> Table:
    """One row a slice and system."""
    primary = result.options.primary
    return Table(
        "",
        (
            Column("value", "Slice"),
            Column("system", "System"),
            Column("rank", "Rank", "count"),
            Column(f"{primary}_f1", "Score", "percent"),
            Column("interval", "Interval", "bounds", ends=primary),
            Column("whole", "Score on everything", "percent"),
        ),
        tuple(
            (
                one.label,
                standing.system,
                one.standings[standing.system].rank,
                one.scores[standing.system][primary].f1,
                interval(result, one.standings[standing.system]),
                result.scores[standing.system][primary].f1,
            )
            for one in shown
            for standing in result.primary.standings
        ),
    )

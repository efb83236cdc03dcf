"""Scores on slices as small multiples: a panel for each slice, all on one axis."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import ceil

from leaderboard.boards import Board
from leaderboard.report.features import slices as words
from leaderboard.report.features.slices import slice_groups
from leaderboard.report.figures.axes import (
    BELOW,
    MARGIN,
    TALLEST,
    Frame,
    Limits,
    legended,
    limits,
    room,
    rows_height,
    shown,
)
from leaderboard.report.figures.drawing import (
    BLUE,
    FONT_SIZE,
    ORANGE,
    PAGE,
    SMALLEST,
    Drawing,
    Stroke,
    Text,
    numbers,
)
from leaderboard.report.figures.forest import bounds, per_cent
from leaderboard.report.tables.rankings import interval
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
    primary, systems = result.options.primary, [*result.primary.by_system]
    most, height = panels(len(tested), len(systems))
    drawn, rows, left = tested[:most], ceil(most / _ACROSS), room(systems)
    intervals = [[interval(result, one.standings[system]) for system in systems] for one in drawn]
    ends = [per_cent(own) for own in intervals]
    whole = [result.scores[system][primary].f1 for system in systems]
    scores = [[one.scores[system][primary].f1 for system in systems] for one in drawn]
    across = limits([100 * score for score in chain(whole, *scores)], chain(*ends))
    width = (PAGE - MARGIN - left + _APART) / _ACROSS
    frames, strokes = [], list[Stroke]()
    for number, board in enumerate(drawn):
        row, column = divmod(number, _ACROSS)
        start, foot = left + column * width, MARGIN + (row + 1) * height
        top = foot - height + _TITLE
        frames.append(Frame(start, top, start + width - _APART, foot, across, (-0.5, len(systems) - 0.5)))
        strokes += _panel(frames[-1], shown(board.label), scores[number], whole, ends[number])
    first, bottom = frames[::_ACROSS], frames[_ACROSS * (rows - 1)]
    for frame in first:
        strokes += frame.name_rows(systems, noted=frame is bottom)
    for frame in frames:
        has_numbers = frame in frames[-_ACROSS:]
        strokes += frame.axis([(value, text * has_numbers) for value, text in frame.ticks()], SMALLEST)
    counts = len(drawn), len(tested)
    return Drawing(
        name,
        words.figure_title(primary, slicing, *counts),
        words.figure_text(primary, slicing, len(systems), *counts),
        numbers(
            ("value", [one.label for one in drawn for _ in systems]),
            ("system", systems * most),
            ("rank", [one.standings[system].rank for one in drawn for system in systems]),
            (f"{primary}_f1", [*chain(*scores)]),
            *bounds(primary, [*chain(*intervals)]),
            ("whole", whole * most),
        ),
        *legended(
            bottom.bottom + BELOW,
            words.figure_legend(primary, result.options.alpha, any(chain(*ends))),
            strokes,
            PAGE,
        ),
    )


def _panel(
    frame: Frame, title: str, scores: Sequence[float], whole: Sequence[float], ends: Sequence[Limits | None]
) -> Iterator[Stroke]:
    """The systems in the order of the whole, each with a tick at its score on everything."""
    yield from frame.whiskers(ends, BLUE, 1.2)
    for row, score in enumerate(whole):
        yield frame.line(100 * score, row - 0.35, 100 * score, row + 0.35, ORANGE, frame.weight())
    yield from frame.dots(100 * score for score in scores)
    yield Text(frame.middle()[0], frame.top - FONT_SIZE * 0.7, title)

"""Frames of figures in points: what stands where, axes, and the names of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor

from leaderboard.report.figures.drawing import (
    COLUMN,
    FONT_SIZE,
    INK,
    PALE,
    SMALLEST,
    Box,
    Dot,
    Line,
    Point,
    Stroke,
    Text,
)
from leaderboard.report.figures.lettering import (
    EM,
    GAP,
    MARGIN,
    NOTE,
    ROW,
    each,
    fitted,
    paragraph,
    rows_height,
    shown,
)

# A mark of an axis, and what is between it and its number.
_MARK, _NEAR = 3.0, 1.5
# Numbers and letters beside each other stand so many letters apart, numbers above each other so many lines.
_APART, _LETTERS_APART, _UPRIGHT = 2, 0.5, 2
# From a number of an axis to the next, each with its decimals.
_STEPS = [(float(f"{digit}e{power}"), max(0, -power)) for power in range(-4, 7) for digit in (1, 2, 5)]

Limits = tuple[float, float]
Tick = tuple[float, str]


@dataclass(frozen=True, slots=True)
class Frame:
    """Four sides in points, and the values at them: ``across`` from left to right, ``down`` from the top."""

    left: float
    top: float
    right: float
    bottom: float
    across: Limits
    down: Limits

    def at(self, x: float, y: float) -> Point:
        """Return where values stand."""
        (low, high), (first, last) = self.across, self.down
        return (
            self.left + (x - low) / (high - low) * (self.right - self.left),
            self.top + (y - first) / (last - first) * (self.bottom - self.top),
        )

    def line(self, x: float, y: float, end: float, foot: float, colour: str, width: float = 0.5) -> Line:
        return Line((self.at(x, y), self.at(end, foot)), colour, width)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, edge: str = "none") -> Box:
        (x, y), (end, foot) = self.at(left, top), self.at(right, bottom)
        return Box(x, y, end - x, foot - y, fill, edge)

    def pitch(self) -> tuple[float, float]:
        """Return the points from column to column and from row to row."""
        (x, y), (right, below) = self.at(0, 0), self.at(1, 1)
        return right - x, below - y

    def weight(self) -> float:
        """Return the scale of dots and lines: smaller where many rows share the height."""
        return min(1, self.pitch()[1] / ROW)

    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def ticks(self) -> list[Tick]:
        """Return the numbers of the axis below."""
        return ticks(self.across, self.right - self.left)

    def axis(self, marks: Iterable[Tick], size: float = FONT_SIZE, *, grid: bool = False) -> Iterator[Stroke]:
        """Draw the left side and the bottom, with numbers below it."""
        for value, text in marks:
            x, y = self.at(value, 0)[0], self.bottom
            if grid:
                yield Line(((x, self.top), (x, y)), PALE)
            yield Line(((x, y), (x, y + _MARK)), INK)
            yield from paragraph(x, y + _MARK + _NEAR, text.split("\n") if text else (), size)
        yield Line(((self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)), INK)

    def side_axis(self, title: str, *, grid: bool = False) -> Iterator[Stroke]:
        """Draw numbers and a title on the left."""
        for value, text in ticks(self.down, self.bottom - self.top, upright=True):
            x, y = self.left, self.at(0, value)[1]
            if grid:
                yield Line(((x, y), (self.right, y)), PALE)
            yield Line(((x - _MARK, y), (x, y)), INK)
            yield Text(x - _MARK - _NEAR, y, text, anchor="end")
        yield Text(MARGIN + FONT_SIZE / 2, self.middle()[1], title, turned=True)

    def whiskers(
        self, ends: Iterable[Limits | None], colour: str, width: float, down: float = 0
    ) -> Iterator[Line]:
        """Draw a line from end to end in each row that has ends, or so much of a row below its middle."""
        width *= self.weight()
        for row, found in enumerate(ends):
            if found is not None:
                yield self.line(found[0], row + down, found[1], row + down, colour, width)

    def dots(self, values: Iterable[float]) -> Iterator[Dot]:
        """Draw a dot a row; with a white edge it is seen on any ground."""
        size = self.weight()
        for row, value in enumerate(values):
            yield Dot(*self.at(value, row), 1.75 * size, INK, "white", 0.5 * size)

    def name_rows(self, names: Sequence[str], inset: float = 0, noted: bool = True) -> Iterator[Text]:
        """Name the rows from top to bottom, ``inset`` points from the frame.

        Rows that are too close for legible names are not all named, and a note says so if ``noted``.
        """
        size, step = fitted(self.pitch()[1])
        for row, name in each(names, step):
            yield Text(self.left - GAP - inset, self.at(0, row)[1], shown(name), size, "end")
        if step > 1 and noted:
            note = NOTE.format(step).split("\n")
            for text in paragraph(self.left - GAP, self.bottom + GAP, note, SMALLEST, "end"):
                yield text._replace(italic=True)

    def name_columns(self, names: Sequence[str]) -> Iterator[Text]:
        """Name the columns, to be read from below; as many as there is room for."""
        size, step = fitted(self.pitch()[0])
        for column, name in each(names, step):
            yield Text(self.at(column, 0)[0], self.bottom + GAP, shown(name), size, "end", turned=True)

    def head_columns(self, letters: Sequence[str]) -> Iterator[Text]:
        """Write the letter of each column above it; where they are too close, a note says how many are."""
        width = (max(map(len, letters)) + _LETTERS_APART) * EM * SMALLEST
        step, y = ceil(round(width / self.pitch()[0], 6)), self.top - GAP - SMALLEST / 2
        for column, letter in each(letters, step):
            yield Text(self.at(column, 0)[0], y, letter, SMALLEST)
        if step > 1:
            note = NOTE.format(step).replace("\n", " ")
            yield Text(self.left - 3 * GAP, y, note, SMALLEST, "end", italic=True)


def rows_frame(rows: int, left: float, across: Limits, top: float = MARGIN, right: float = MARGIN) -> Frame:
    """Return a frame of so many rows at the top of a column."""
    return Frame(left, top, COLUMN - right, top + rows_height(rows), across, (-0.5, rows - 0.5))


def square(rows: int, margin: float, width: float) -> Frame:
    """Return a frame with as many columns as rows, for cells; the margin is on the left."""
    side, ends = width - margin - MARGIN, (-0.5, rows - 0.5)
    return Frame(margin, MARGIN, margin + side, MARGIN + side, ends, ends)


def limits(values: Iterable[float], ends: Iterable[Limits | None] = ()) -> Limits:
    """Return the ends of an axis, with some room beside the values and the ends of intervals."""
    found = [*values, *(end for interval in ends for end in interval or ())]
    low, high = min(found), max(found)
    aside = 0.05 * (high - low) or 0.5
    return low - aside, high + aside


def ticks(ends: Limits, length: float, *, upright: bool = False) -> list[Tick]:
    """Return round numbers for an axis of this length, as many as have room beside or above each other."""
    low, high = sorted(ends)
    few = (one for one in _STEPS if (high - low) / one[0] < length / FONT_SIZE)
    return next(found for step in few if _have_room(found := _numbers(low, high, *step), length, upright))


def _numbers(low: float, high: float, step: float, decimals: int) -> list[Tick]:
    numbers = [number * step for number in range(ceil(low / step), floor(high / step) + 1)]
    return [(number, f"{number:,.{decimals}f}".replace("-", "\N{MINUS SIGN}")) for number in numbers]


def _have_room(marks: Sequence[Tick], length: float, upright: bool) -> bool:
    """Return True for three numbers too, of which the next step might leave none."""
    room = sum(_UPRIGHT if upright else EM * (len(text) + _APART) for _, text in marks)
    return len(marks) <= 3 or room * FONT_SIZE <= length


def rank_ticks(ranks: int) -> list[Tick]:
    """Return the first rank, and round ones that leave room for each other."""
    step = next(int(step) for step, _ in _STEPS if step >= 1 and ranks <= 8 * step)
    found = range(1, ranks + 1, step) if step <= 2 else [1, *range(step, ranks + 1, step)]
    return [(rank, str(rank)) for rank in found]

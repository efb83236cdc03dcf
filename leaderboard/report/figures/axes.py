"""Frames of figures in points: axes, the names of rows and columns, coloured cells, and letters large enough
for print, the room for which is estimated from their number.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from textwrap import wrap

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats
from leaderboard.report.figures import drawing
from leaderboard.report.figures.drawing import (
    COLUMN,
    FONT_SIZE,
    INK,
    PALE,
    SMALLEST,
    Box,
    Dot,
    Line,
    Polygon,
    Stroke,
    Text,
)
from leaderboard.report.words.names import short
from leaderboard.significance.pairing import Bools
from leaderboard.text import one_line

# What is free around a figure, the room for an axis with a line of text below it, and what is between the
# axis and that line.
MARGIN, AXIS, BELOW = 6.0, 32.0, 16.0
# A row where there are few, all rows of a figure that fits on a page of a paper, and what is between names
# and frames.
ROW, TALLEST, GAP = 10.8, 604.8, 3.6
# The width in em of most letters, of wide ones, and of letters in a sentence on average.
EM, _WIDE_EM, _TEXT_EM = 0.62, 1.05, 0.54
# From a line of text to the next, in em.
_LEADING = 1.22
# Names have at most so many letters, or so many if some are wide.
_LONGEST, _LONGEST_WIDE = 24, 14
# What stands below names where not all are written, and the letters that it has room for.
NOTE, _NOTE_LETTERS = "1 in {}\nnamed", 7
# A box in a legend, what is between it and its text, and between entries.
_SWATCH, _HIGH, _BESIDE, _BETWEEN = 8.0, 5.0, 3.0, 8.0
# A mark of an axis, and what is between it and its number.
_MARK, _NEAR = 3.0, 1.5
# Numbers and letters beside each other stand so many letters apart, numbers above each other so many lines.
_APART, _LETTERS_APART, _UPRIGHT = 2, 0.5, 2

Limits = tuple[float, float]
Tick = tuple[float, str]
Colours = NDArray[np.str_]

# From nothing to everything, in steps that the eye can tell apart.
_LIGHT, _DARK = np.array([0xFF, 0xFF, 0xFF]), np.array([0x08, 0x30, 0x6B])
_SHADES = 10
# Where white text begins to be read better than black.
_DARK_FROM = 0.67


@dataclass(frozen=True, slots=True)
class Frame:
    """Four sides in points, and the values at them: ``across`` from left to right, ``down`` from the top."""

    left: float
    top: float
    right: float
    bottom: float
    across: Limits
    down: Limits

    def at(self, x: float, y: float) -> drawing.Point:
        """Where values stand."""
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
        """The points from column to column and from row to row."""
        (x, y), (right, below) = self.at(0, 0), self.at(1, 1)
        return right - x, below - y

    def weight(self) -> float:
        """The scale of dots and lines: smaller where many rows share the height."""
        return min(1, self.pitch()[1] / ROW)

    def middle(self) -> drawing.Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def ticks(self) -> list[Tick]:
        """The numbers of the axis below."""
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
    """A frame of so many rows at the top of a column."""
    return Frame(left, top, COLUMN - right, top + rows_height(rows), across, (-0.5, rows - 0.5))


def square(rows: int, margin: float, width: float) -> Frame:
    """A frame with as many columns as rows, for cells; the margin is on the left."""
    side, ends = width - margin - MARGIN, (-0.5, rows - 0.5)
    return Frame(margin, MARGIN, margin + side, MARGIN + side, ends, ends)


def limits(values: Iterable[float], ends: Iterable[Limits | None] = ()) -> Limits:
    """The ends of an axis, with some room beside the values and the ends of intervals."""
    found = [*values, *(end for interval in ends for end in interval or ())]
    low, high = min(found), max(found)
    aside = 0.05 * (high - low) or 0.5
    return low - aside, high + aside


def ticks(ends: Limits, length: float, *, upright: bool = False) -> list[Tick]:
    """Round numbers for an axis of this length, as many as have room beside or above each other."""
    low, high = sorted(ends)
    least = (high - low) * FONT_SIZE / length
    few = (one for one in _steps(least) if least < one[0])
    return next(found for step in few if _have_room(found := _numbers(low, high, *step), length, upright))


def _steps(least: float) -> Iterator[tuple[float, int]]:
    """Round distances of the numbers of an axis, from about the least on, each with its decimals."""
    powers = itertools.count(floor(log10(least)))
    return ((float(f"{digit}e{power}"), max(0, -power)) for power in powers for digit in (1, 2, 5))


def _numbers(low: float, high: float, step: float, decimals: int) -> list[Tick]:
    numbers = [number * step for number in range(ceil(low / step), floor(high / step) + 1)]
    return [(number, f"{number:,.{decimals}f}".replace("-", "\N{MINUS SIGN}")) for number in numbers]


def _have_room(marks: Sequence[Tick], length: float, upright: bool) -> bool:
    """True for three numbers too, of which the next step might leave none."""
    room = sum(_UPRIGHT if upright else EM * (len(text) + _APART) for _, text in marks)
    return len(marks) <= 3 or room * FONT_SIZE <= length


def rank_ticks(ranks: int) -> list[Tick]:
    """The first rank, and round ones that leave room for each other."""
    step = next(int(step) for step, _ in _steps(max(1, ranks / 8)) if ranks <= 8 * step)
    found = range(1, ranks + 1, step) if step <= 2 else [1, *range(step, ranks + 1, step)]
    return [(rank, str(rank)) for rank in found]


def cells(frame: Frame, colours: Colours) -> Iterator[Polygon]:
    """Draw the runs of equal cells in all rows, from the left top of the frame on, as one shape a colour."""
    (begin, _), (top, _) = frame.across, frame.down
    for colour in np.unique(colours).tolist():
        rings = []
        for row, start, stop in runs(colours == colour):
            left, high = frame.at(begin + start, top + row)
            right, low = frame.at(begin + stop, top + row + 1)
            rings.append(((left, high), (right, high), (right, low), (left, low)))
        # Thin edges close the seams that viewers leave between shapes.
        yield Polygon(rings, colour, colour, 0.1)


def shades(shares: Floats) -> Colours:
    """A colour for each share from 0 to 1, darker for more."""
    steps = np.arange(_SHADES + 1)[:, None] / _SHADES
    mixed = np.rint(_LIGHT + (_DARK - _LIGHT) * steps).astype(int)
    colours = np.array(["#{:02x}{:02x}{:02x}".format(*one) for one in mixed.tolist()])
    chosen: Colours = colours[np.rint(shares * _SHADES).astype(int)]
    return chosen


def text_on(share: float) -> str:
    """The colour of text that stands out from the shade of a share."""
    return "white" if share >= _DARK_FROM else "black"


def runs(cells: Bools) -> list[tuple[int, int, int]]:
    """Row, start and stop of each run of cells that are set, row by row."""
    edges = np.diff(np.pad(cells.astype(int), ((0, 0), (1, 1))), axis=1)
    starts, stops = (np.argwhere(edges == sign).tolist() for sign in (1, -1))
    return [(row, start, stop) for (row, start), (_, stop) in zip(starts, stops, strict=True)]


def rows_height(rows: int) -> float:
    """The height of so many rows of names."""
    return min(ROW * rows, TALLEST)


def shown(name: str) -> str:
    """A name on one line and short enough for a figure; wide letters need more room."""
    name = one_line(name)
    return short(name, _LONGEST_WIDE if any(map(_is_wide, name)) else _LONGEST)


def room(names: Sequence[str]) -> float:
    """The width that the longest name needs, and at least the note on names left out."""
    pitch = rows_height(len(names)) / len(names)
    widths = [sum(_WIDE_EM if _is_wide(letter) else EM for letter in shown(name)) for name in names]
    return max(EM * _NOTE_LETTERS * (pitch < ROW), *widths) * fitted(pitch)[0] + 2 * GAP


def fitted(pitch: float) -> tuple[float, int]:
    """The size of names so many points apart, and every which of them there is room for."""
    return max(SMALLEST, FONT_SIZE * min(1, pitch / ROW)), ceil(round(SMALLEST / pitch, 6))


def each(names: Sequence[str], step: int) -> Iterator[tuple[int, str]]:
    """Yield every so many names with their places; empty ones are not written."""
    return ((place, names[place]) for place in range(0, len(names), step) if names[place])


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def paragraph(
    x: float, top: float, lines: Iterable[str], size: float = FONT_SIZE, anchor: str = "middle"
) -> Iterator[Text]:
    """Write lines below each other."""
    for number, line in enumerate(lines):
        yield Text(x, top + size * (_LEADING * number + 0.5), line, size, anchor)


def lines(text: str, width: float = COLUMN) -> list[str]:
    """Break text into lines that fit into a figure of this width."""
    letters = int((width - 2 * MARGIN) / (_TEXT_EM * FONT_SIZE))
    return [line for part in text.split("\n") for line in wrap(part, letters)]


def legended(
    top: float, text: str, strokes: Sequence[Stroke], width: float = COLUMN
) -> tuple[float, float, list[Stroke]]:
    """The width, the height and the strokes of a figure that ends with how it is read."""
    written = lines(text, width)
    height = top + AXIS - BELOW + _LEADING * FONT_SIZE * (len(written) - 1)
    return width, height, [*strokes, *paragraph(width / 2, top, written)]


def swatches(entries: Sequence[tuple[str, str]], y: float, edge: str = "none") -> Iterator[Stroke]:
    """Draw a legend in one line: a box in each colour beside its text."""
    widths = [_SWATCH + _BESIDE + _TEXT_EM * FONT_SIZE * len(text) + _BETWEEN for text, _ in entries]
    left = (COLUMN - sum(widths) + _BETWEEN) / 2
    for (text, fill), width in zip(entries, widths, strict=True):
        yield from swatch(left, y, text, fill, edge)
        left += width


def swatch(left: float, y: float, text: str, fill: str, edge: str = "none") -> tuple[Box, Text]:
    box = Box(left, y - _HIGH / 2, _SWATCH, _HIGH, fill, edge)
    return box, Text(left + _SWATCH + _BESIDE, y, text, anchor="start")

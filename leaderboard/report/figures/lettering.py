"""Letters of figures, large enough for print: the room that they need is estimated from their number."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from textwrap import wrap

from leaderboard.report.figures.drawing import COLUMN, FONT_SIZE, SMALLEST, Box, Stroke, Text
from leaderboard.report.words.names import short
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


def rows_height(rows: int) -> float:
    """Return the height of so many rows of names."""
    return min(ROW * rows, TALLEST)


def shown(name: str) -> str:
    """Return a name on one line and short enough for a figure; wide letters need more room."""
    name = one_line(name)
    return short(name, _LONGEST_WIDE if any(map(_is_wide, name)) else _LONGEST)


def room(names: Sequence[str]) -> float:
    """Return the width that the longest name needs, and at least the note on names left out."""
    pitch = rows_height(len(names)) / len(names)
    widths = [sum(_WIDE_EM if _is_wide(letter) else EM for letter in shown(name)) for name in names]
    return max(EM * _NOTE_LETTERS * (pitch < ROW), *widths) * fitted(pitch)[0] + 2 * GAP


def fitted(pitch: float) -> tuple[float, int]:
    """Return the size of names so many points apart, and every which of them there is room for."""
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
    """Return the width, the height and the strokes of a figure that ends with how it is read."""
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

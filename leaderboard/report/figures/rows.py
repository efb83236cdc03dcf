"""Rows and columns of systems: their names, large enough for print, and the room that these need."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.report.figures.drawing import FONT_SIZE, INK, POINTS, SMALLEST
from leaderboard.report.words.names import short
from leaderboard.text import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Transform

# In inches: a row where there are few, all rows of a figure that fits on a page of a paper, and what is
# between names and axes.
_ROW, TALLEST, _GAP = 0.15, 8.4, 0.05
# The width of most letters and of wide ones in em.
_EM, _WIDE_EM = 0.62, 1.05
# Letters beside each other stand so many letters apart.
_APART = 0.5
# Names have at most so many letters, or so many if some are wide.
_LONGEST, _LONGEST_WIDE = 24, 14
# Steps between ranks that are written out.
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
# What stands below names where not all are written, and the letters that it has room for.
_NOTE, _NOTE_LETTERS = "1 in {}\nnamed", 7


def rows_height(rows: int) -> float:
    """Return the height in inches of so many rows of names."""
    return min(_ROW * rows, TALLEST)


def name_size(names: Sequence[str]) -> float:
    return _size(rows_height(len(names)) / len(names))


def _size(pitch: float) -> float:
    """Return the size of names whose lines are so many inches apart, never too small for print."""
    return float(np.clip(FONT_SIZE * pitch / _ROW, SMALLEST, FONT_SIZE))


def weight(rows: int) -> float:
    """Return the scale of dots and lines: smaller where many rows share the height."""
    return rows_height(rows) / (_ROW * rows)


def shown(name: str) -> str:
    """Return a name on one line and short enough for a figure; wide letters need more room."""
    name = one_line(name)
    return short(name, _LONGEST_WIDE if any(map(_is_wide, name)) else _LONGEST)


def room(names: Sequence[str]) -> float:
    """Return the width in inches that the longest name needs, and at least the note on names left out."""
    widths = [sum(_WIDE_EM if _is_wide(letter) else _EM for letter in shown(name)) for name in names]
    longest = max(_EM * _NOTE_LETTERS * (weight(len(names)) < 1), *widths)
    return longest * name_size(names) / POINTS + 2 * _GAP


def name_rows(axes: Axes, names: Sequence[str], inset: float = 0, noted: bool = True) -> None:
    """Name the rows from top to bottom, ``inset`` inches from the axes; ticks are slow by the hundred.

    Rows that are too close for legible names are not all named, and a note says so if ``noted``.
    """
    axes.set_yticks([])
    axes.set_ylim(len(names) - 0.5, -0.5)
    beside = axes.get_yaxis_transform() + _aside(axes, -_GAP - inset, 0)
    size, step = _fitted(pitches(axes, len(names), 1)[0])
    for row, name in _each(names, step):
        axes.text(0, row, shown(name), ha="right", va="center", fontsize=size, transform=beside)
    if step > 1 and noted:
        below = axes.transAxes + _aside(axes, -_GAP, -_GAP)
        note = _NOTE.format(step)
        axes.text(0, 0, note, ha="right", va="top", fontsize=SMALLEST, style="italic", transform=below)


def dots(axes: Axes, values: Sequence[float]) -> None:
    """A dot a row; with a white edge it is seen on any ground."""
    rows, size = range(len(values)), weight(len(values))
    axes.plot(
        values,
        rows,
        "o",
        color=INK,
        markersize=3.5 * size,
        markeredgecolor="white",
        markeredgewidth=0.5 * size,
    )


def name_columns(axes: Axes, names: Sequence[str]) -> None:
    """Name the columns, to be read from below; as many as there is room for."""
    axes.set_xticks([])
    below = axes.get_xaxis_transform() + _aside(axes, 0, -_GAP)
    size, step = _fitted(pitches(axes, 1, len(names))[1])
    for column, name in _each(names, step):
        text = shown(name)
        axes.text(column, 0, text, ha="center", va="top", fontsize=size, transform=below, rotation=90)


def head_columns(axes: Axes, letters: Sequence[str]) -> None:
    """Write the letter of each column above it; where they are too close, a note says how many are."""
    above = axes.get_xaxis_transform() + _aside(axes, 0, _GAP)
    size = (max(map(len, letters)) + _APART) * _EM * SMALLEST / POINTS
    step = ceil(round(size / pitches(axes, 1, len(letters))[1], 6))
    for column, letter in _each(letters, step):
        axes.text(column, 1, letter, ha="center", va="bottom", fontsize=SMALLEST, transform=above)
    if step > 1:
        beside = axes.transAxes + _aside(axes, -3 * _GAP, _GAP)
        note = _NOTE.format(step).replace("\n", " ")
        axes.text(0, 1, note, ha="right", va="bottom", fontsize=SMALLEST, style="italic", transform=beside)


def rank_ticks(ranks: int) -> list[int]:
    """Return the first rank, and round ones that leave room for each other."""
    step = next(step for step in _STEPS if ranks <= 8 * step)
    return [*range(1, ranks + 1, step)] if step <= 2 else [1, *range(step, ranks + 1, step)]


def _fitted(pitch: float) -> tuple[float, int]:
    """Return the size of names so many inches apart, and every which of them there is room for."""
    return _size(pitch), ceil(round(SMALLEST / (POINTS * pitch), 6))


def _each(names: Sequence[str], step: int) -> Iterator[tuple[int, str]]:
    """Yield every so many names with their places; empty ones are not written."""
    return ((place, names[place]) for place in range(0, len(names), step) if names[place])


def pitches(axes: Axes, rows: int, columns: int) -> tuple[float, float]:
    """Return the inches from row to row and from column to column."""
    box, figure = axes.get_position(), axes.get_figure(root=True)
    assert figure
    return box.height * figure.get_figheight() / rows, box.width * figure.get_figwidth() / columns


def _aside(axes: Axes, across: float, up: float) -> Transform:
    """A step in inches, however large the axes are."""
    from matplotlib.transforms import ScaledTranslation

    figure = axes.get_figure(root=True)
    assert figure
    return ScaledTranslation(across, up, figure.dpi_scale_trans)


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"

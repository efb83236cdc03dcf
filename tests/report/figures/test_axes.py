"""Cells are shapes: each cell gets the colour that it has, in as few shapes as there are colours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.report.figures.axes import Frame, cells, rank_ticks, runs, shades, text_on
from leaderboard.report.figures.drawing import Point

SQUARES = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.lists(st.booleans(), min_size=width, max_size=width), min_size=1, max_size=6)
)


@given(SQUARES)
def test_runs_cover_each_cell_that_is_set_once(square: list[list[bool]]) -> None:
    covered = [(row, column) for row, start, stop in runs(np.array(square)) for column in range(start, stop)]
    assert covered == [
        (row, column) for row, line in enumerate(square) for column, cell in enumerate(line) if cell
    ]


def test_runs_are_as_long_as_they_can_be() -> None:
    assert runs(np.array([[True, True, False, True], [False] * 4])) == [(0, 0, 2), (0, 3, 4)]


@pytest.mark.parametrize("left", [0, 1])
def test_each_cell_has_its_colour(left: int) -> None:
    colours = np.array([["#ff0000", "#ff0000", "#00ff00"], ["#00ff00", "#ff0000", "#0000ff"]])
    frame = Frame(10, 20, 40, 60, (left - 0.5, left + 2.5), (-0.5, 1.5))
    drawn = list(cells(frame, colours))
    assert len(drawn) == 3
    for (row, column), colour in np.ndenumerate(colours):
        x, y = frame.at(column + left, row)
        assert (x, y) == (15 + 10 * column, 30 + 20 * row)
        assert [one.fill for one in drawn if any(is_around(ring, x, y) for ring in one.rings)] == [colour]


def is_around(ring: Sequence[Point], x: float, y: float) -> bool:
    xs, ys = zip(*ring, strict=True)
    return min(xs) < x < max(xs) and min(ys) < y < max(ys)


def light(colour: str) -> float:
    """How light a colour is by the Web Content Accessibility Guidelines."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_more_is_darker_and_text_stands_out() -> None:
    shares = np.linspace(0, 1, 201)
    lights = [light(colour) for colour in shades(shares).tolist()]
    assert lights == sorted(lights, reverse=True)
    assert (lights[0], len(set(lights))) == (1, 11)
    for share, ground in zip(shares, lights, strict=True):
        text = {"white": 1.0, "black": 0.0}[text_on(share)]
        assert (max(text, ground) + 0.05) / (min(text, ground) + 0.05) >= 3.9


@pytest.mark.parametrize(
    ("ranks", "ticks"),
    [
        (1, [1]),
        (8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (9, [1, 3, 5, 7, 9]),
        (20, [1, 5, 10, 15, 20]),
        (300, [1, 50, 100, 150, 200, 250, 300]),
    ],
)
def test_ranks_begin_at_1(ranks: int, ticks: list[int]) -> None:
    assert rank_ticks(ranks) == [(rank, str(rank)) for rank in ticks]

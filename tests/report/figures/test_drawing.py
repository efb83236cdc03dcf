"""The writer of SVG: strokes in, bytes out, the same everywhere; and matplotlib draws the same strokes."""

from __future__ import annotations

import math
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.report.figures.drawing import (
    COLUMN,
    PAGE,
    Box,
    Dot,
    Drawing,
    Line,
    Polygon,
    Text,
    picture,
    svg,
)
from leaderboard.report.table import Table

GOLDEN = """\
<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="a-title a-desc" width="40pt" \
height="30.5pt" viewBox="0 0 40 30.5" \
font-family="'DejaVu Sans', 'Bitstream Vera Sans', Verdana, Geneva, Arial, Helvetica, sans-serif">
<title id="a-title">A &lt;b&gt;</title>
<desc id="a-desc">R&amp;D.</desc>
<rect width="100%" height="100%" fill="#fff"/>
<path d="M1 2L3.33 0" fill="none" stroke="red" stroke-width="0.5"/>
<path d="M1 2L3 4L5 6" fill="none" stroke="red" stroke-width="2" stroke-dasharray="3 1.5"/>
<rect x="1" y="2" width="3" height="4" fill="none" stroke="red" stroke-width="0.5"/>
<circle cx="5" cy="6" r="1.5" fill="red"/>
<circle cx="5" cy="6" r="1.5" fill="red" stroke="white" stroke-width="0.1" opacity="0.7"/>
<path d="M0 0L1 0L1 1zM2 2L3 2L3 3z" fill="red"/>
<text x="10" y="22.52" font-size="7" text-anchor="middle" fill="#111111">a &lt; "b"</text>
<text x="12.16" y="20" font-size="6" text-anchor="end" fill="red" font-style="italic" \
transform="rotate(-90 12.16 20)">\\u202eא</text>
</svg>
"""
STROKES = (
    Line([(1, 2), (10 / 3, -0.001)], "red"),
    Line([(1, 2), (3, 4), (5, 6)], "red", 2, (3, 1.5)),
    Box(1, 2, 3, 4, "none", "red"),
    Dot(5, 6, 1.5, "red"),
    Dot(5, 6, 1.5, "red", "white", 0.1, 0.7),
    Polygon([[(0, 0), (1, 0), (1, 1)], [(2, 2), (3, 2), (3, 3)]], "red"),
    Text(10, 20, 'a < "b"'),
    Text(10, 20, "\u202eא", 6, "end", "red", turned=True, italic=True),
)
DRAWING = Drawing("a", "A <b>", "R&D.", Table("", (), ()), 40, 30.5, STROKES)


def test_golden() -> None:
    assert svg(DRAWING).decode() == GOLDEN


@given(st.text(), st.text())
def test_any_text_is_text_and_nothing_else(title: str, text: str) -> None:
    root = ElementTree.fromstring(svg(replace(DRAWING, title=title, strokes=[Text(1, 2, text)])))
    assert [one.tag.rpartition("}")[2] for one in root] == ["title", "desc", "rect", "text"]
    if (title + text).isprintable():
        assert (root[0].text or "", root[3].text or "") == (title, text)


@given(st.floats(-1e3, 1e3), st.sampled_from([-1, 1]))
def test_the_last_digit_of_a_number_is_not_written(value: float, way: int) -> None:
    value = round(value, 2)
    near = math.nextafter(value, way * math.inf)
    one, other = (svg(replace(DRAWING, strokes=[Dot(number, 0, 1, "red")])) for number in (value, near))
    assert one == other
    assert b'"-0"' not in one
    assert float(ElementTree.fromstring(one)[3].attrib["cx"]) == pytest.approx(value, abs=1e-9)


def test_only_what_is_wider_than_a_column_is_wide() -> None:
    assert [picture(replace(DRAWING, width=width)).is_wide for width in (COLUMN, PAGE)] == [False, True]


def test_matplotlib_draws_every_stroke_and_the_same_bytes_again() -> None:
    pytest.importorskip("matplotlib")
    drawn = picture(DRAWING, ("pdf", "png"))
    assert list(drawn.images) == ["svg", "pdf", "png"]
    assert (drawn.images["pdf"][:5], drawn.images["png"][:4]) == (b"%PDF-", b"\x89PNG")
    assert picture(DRAWING, ("pdf", "png")) == drawn
    for number in range(len(STROKES)):
        fewer = replace(DRAWING, strokes=[*STROKES[:number], *STROKES[number + 1 :]])
        assert picture(fewer, ("pdf",)).images["pdf"] != drawn.images["pdf"]


def test_the_users_own_settings_of_matplotlib_change_nothing() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    drawn = picture(DRAWING, ("png",))
    with matplotlib.rc_context({"font.size": 30, "text.color": "red", "lines.dash_capstyle": "round"}):
        assert picture(DRAWING, ("png",)) == drawn
        assert matplotlib.rcParams["font.size"] == 30

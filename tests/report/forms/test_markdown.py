"""Markdown that shows every character as itself."""

from __future__ import annotations

import pytest

from leaderboard.report.forms.markdown import escape, line, render_markdown
from tests.report.special import MARKS, SCRIPT, table

GOLDEN = """\
Scores

| System   |    B³ |
|:---------|------:|
| one      | 50.00 |

A note.

Another \\| note.
"""


def test_a_table() -> None:
    assert render_markdown(table("one", notes=("A note.", "Another | note."))) == GOLDEN


def test_every_mark() -> None:
    assert escape(MARKS) == ("\\!\"\\#\\$%&amp;'()\\*+,-./:;&lt;=&gt;?\\@\\[\\\\\\]^\\_\\`\\{\\|\\}\\~")


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        (SCRIPT, "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("a\nb\r\n\tc", "a b c"),
        ("[x](javascript:y)", "\\[x\\](javascript:y)"),
        ("![x](y)", "\\!\\[x\\](y)"),
        ("https://example.org", "https\\://example.org"),
        ("www.example.org", "www\\.example.org"),
        ("&lt;", "&amp;lt;"),
        ("a\\|b", "a\\\\\\|b"),
        ("leaderboard:0.1.0", "leaderboard:0.1.0"),
        ("B³ 日本", "B³ 日本"),
    ],
)
def test_no_markup_links_html_or_lines(text: str, escaped: str) -> None:
    assert escape(text) == escaped


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("- x", "\\- x"),
        ("+ x", "\\+ x"),
        ("===", "\\==="),
        ("12. x", "12\\. x"),
        ("1) x", "1\\) x"),
        ("# x", "\\# x"),
        ("> x", "&gt; x"),
        ("9 lacks 1.5", "9 lacks 1.5"),
        ("alpha-1", "alpha-1"),
    ],
)
def test_a_note_is_a_paragraph(text: str, escaped: str) -> None:
    assert line(text) == escaped
    assert render_markdown(table("x", notes=(text,))).endswith(f"\n\n{escaped}\n")


def test_a_row_stays_one_row_of_as_many_cells() -> None:
    text = render_markdown(table(MARKS, "a|b\nc|d", "\\|"))
    rows = [row for row in text.splitlines() if row.startswith("|")]
    assert len(rows) == 5
    for row in rows:
        assert row.replace("\\\\", "").replace("\\|", "").count("|") == 3

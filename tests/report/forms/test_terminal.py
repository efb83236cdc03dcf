"""A terminal shows plain text, and text of strangers steers nothing."""

from __future__ import annotations

import pytest

from leaderboard.report.forms.terminal import render_fitted, render_terminal
from leaderboard.report.table import Column, Table
from leaderboard.text import one_line
from tests.report.special import MARKS, table

GOLDEN = """\
Scores

System       B³
--------  -----
one       50.00
two       50.00

First note.
Second note.
"""


def test_a_table() -> None:
    assert render_terminal(table("one", "two", notes=("First note.", "Second note."))) == GOLDEN


def test_a_table_without_notes_ends_with_its_rows() -> None:
    assert render_terminal(table("one")).endswith("one       50.00\n")


def test_notes_fit_a_width_that_the_table_may_exceed() -> None:
    text = render_terminal(table("a long name", notes=("First note.", "Second note.")), 12)
    assert text.endswith("a long name  50.00\n\nFirst note.\nSecond note.\n")
    assert "\nSecond\nnote.\n" in render_terminal(table("one", notes=("Second note.",)), 8)


def test_a_table_without_rows() -> None:
    assert render_terminal(Table("Nothing", table().columns, ())).startswith("Nothing\n\nSystem")


def test_marks_are_shown_as_they_are() -> None:
    assert MARKS in render_terminal(table(MARKS))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ærø B³ 日本", "Ærø B³ 日本"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
        ("a\u202eb", "a\\u202eb"),
        ("\x9b31m", "\\x9b31m"),
        ("a\x00\x01\x7f", "a\\x00\\x01\\x7f"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_could_steer_is_spelled_out(text: str, shown: str) -> None:
    assert one_line(text) == shown
    whole = render_terminal(table(f"x{text}", caption=text, notes=(text,)))
    assert whole.count(shown) == 3
    assert all(char.isprintable() or char == "\n" for char in whole)
    assert whole.count("\n") == 7


def test_cells_that_mean_something_to_tabulate_are_cells() -> None:
    # A first cell of \x01 would be a line, and these would be numbers.
    text = render_terminal(table("\x01", "1e5", "nan", "0x10", ""))
    assert [line.split() for line in text.splitlines()[4:]] == [
        ["\\x01", "50.00"],
        ["1e5", "50.00"],
        ["nan", "50.00"],
        ["0x10", "50.00"],
        ["50.00"],
    ]


WIDE = Table(
    "Wide",
    (
        Column("count", "Count", wraps=True),
        Column("only", "Only pronoun-blind", "count", spare=2),
        Column("value", "Value", "count"),
        Column("more", "More", "count", spare=1),
    ),
    (("Mentions without a correct link", 1, 2, 3),),
    ("A note.",),
)


NARROW = """\
Wide

Count                   Only  Value  More
                    pronoun-
                       blind
------------------  --------  -----  ----
Mentions without a         1      2     3
correct link

A note.
"""


def test_a_table_that_fits_stays_as_it_is() -> None:
    assert render_fitted(WIDE, 90) == render_terminal(WIDE)


def test_first_headings_and_long_texts_break() -> None:
    assert render_fitted(WIDE, 45) == NARROW


@pytest.mark.parametrize(("width", "left_out"), [(31, "Only pronoun-blind"), (5, "Only pronoun-blind, More")])
def test_then_spare_columns_are_left_out(width: int, left_out: str) -> None:
    text = render_fitted(WIDE, width)
    notes = f"Hidden columns: {left_out} (--columns all). A note."
    assert notes in " ".join(text.split())
    if width > 20:
        assert all(len(line) <= width for line in text.splitlines())
    assert "Value" in text


def test_columns_of_scores_go_from_the_right_but_for_one() -> None:
    names = ("system", "muc_f1", "lea_f1", "conll_f1")
    table = Table("Scores", tuple(Column(name, name) for name in names), (names,)).narrowing(
        1, but="conll_f1"
    )
    assert [column.spare for column in table.columns] == [0, 1, 2, 0]
    assert "Hidden columns: lea_f1 (--columns all)." in render_fitted(table, 30).replace("\n", " ")


def test_no_word_of_a_heading_is_cut() -> None:
    table = Table("Errors", (Column("share", "Overgeneration"), Column("kind", "Kind of error")), ())
    assert "Overgeneration" in render_fitted(table, 20)

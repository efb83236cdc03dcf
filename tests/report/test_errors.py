"""Kinds of errors as tables and records, and what one of two systems does better."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.denotation import Counts, ErrorProfile
from leaderboard.report.errors import (
    assignment_table,
    difference_table,
    error_record,
    error_tables,
    other_errors_table,
)
from leaderboard.report.forms import FORMS, render

NAMES = Counts(2, 3, 1, 1, 1, 0)
PRONOUNS = Counts(4, 2, 2, 0, 0, 2)
ALPHA = ErrorProfile(Counts(6, 5, 3, 1, 1, 2), {"PN": NAMES, "PRO": PRONOUNS}, 3, 1, 2, 0, 4)
# One more pronoun resolved that was missing, and an invented mention.
BETA = replace(
    ALPHA,
    counts=Counts(6, 6, 4, 1, 1, 1),
    by_class={"PN": NAMES, "PRO": Counts(4, 3, 3, 0, 0, 1)},
    invented=3,
)
BOTH = {"alpha": ALPHA, "beta": BETA}


def test_one_row_a_system_and_class() -> None:
    table = assignment_table(BOTH)
    assert [row[:2] for row in table.rows] == [
        (system, name) for system in BOTH for name in ("all", "PN", "PRO")
    ]
    assert table.rows[0] == ("alpha", "all", 6, 5, 3, 1, 1, 2, 1 / 4, 1 / 4, 2 / 4)
    assert table.labels[2:] == [
        "Possible",
        "Actual",
        "Correct",
        "Incorrect",
        "Spurious",
        "Missing",
        "Substitution",
        "Overgeneration",
        "Undergeneration",
    ]
    assert table.groups == {3}


def test_one_row_a_system_for_mentions_and_entities() -> None:
    table = other_errors_table(BOTH)
    assert table.rows == (("alpha", 3, 1, 2, 0, 4), ("beta", 3, 3, 2, 0, 4))


def test_what_the_second_does_better_and_worse_the_largest_first() -> None:
    table = difference_table(BOTH, "alpha", "beta")
    assert table.caption == "What beta does better and worse than alpha"
    assert table.rows == (
        ("Mentions invented", "all", 1, 3, 2, "worse"),
        ("Correct", "all", 3, 4, 1, "better"),
        ("Missing", "all", 2, 1, -1, "better"),
        ("Correct", "PRO", 2, 3, 1, "better"),
        ("Missing", "PRO", 2, 1, -1, "better"),
    )
    assert {row[-1] for row in difference_table(BOTH, "beta", "alpha").rows[1:]} == {"worse"}


def test_a_pair_is_compared_where_it_differs() -> None:
    assert len(error_tables(BOTH)) == 3
    assert len(error_tables({"alpha": ALPHA})) == 2
    assert len(error_tables({"alpha": ALPHA, "copy": ALPHA})) == 2
    assert len(error_tables({**BOTH, "copy": ALPHA})) == 2
    assert error_tables({}) == []


def test_every_form_shows_them() -> None:
    for form in FORMS:
        assert "beta" in render(form, *error_tables(BOTH))


def test_the_record() -> None:
    record = error_record(ALPHA)
    assert list(record) == [
        "possible",
        "actual",
        "correct",
        "incorrect",
        "spurious",
        "missing",
        "substitution",
        "overgeneration",
        "undergeneration",
        "by_class",
        "missed",
        "invented",
        "split",
        "merged",
        "unresolved",
    ]
    assert record["by_class"] == {
        name: {
            "possible": counts.possible,
            "actual": counts.actual,
            "correct": counts.correct,
            "incorrect": counts.incorrect,
            "spurious": counts.spurious,
            "missing": counts.missing,
            "substitution": counts.substitution,
            "overgeneration": counts.overgeneration,
            "undergeneration": counts.undergeneration,
        }
        for name, counts in ALPHA.by_class.items()
    }

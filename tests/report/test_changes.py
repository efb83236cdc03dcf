"""What one of two systems does better and worse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.denotation import ErrorProfile
from leaderboard.report.changes import LABELS, change_records, change_tables, changes, compared
from leaderboard.report.errors import error_record
from leaderboard.report.forms import FORMS, render
from tests.report.profiles import ALPHA, BETA, BOTH


def test_what_the_second_does_better_then_worse_the_largest_first() -> None:
    (table,) = change_tables(BOTH)
    assert table.caption == "What beta does better and worse than alpha"
    assert table.rows == (
        ("better", "Correct assignments", "all", 3, 4, 1),
        ("better", "Missing assignments", "all", 2, 1, -1),
        ("better", "Correct assignments", "PRO", 2, 3, 1),
        ("better", "Missing assignments", "PRO", 2, 1, -1),
        ("worse", "Mentions invented", "all", 1, 3, 2),
    )
    assert table.groups == {4}
    assert table.shown()[-1][-1] == "+2"
    assert table.notes == ("These counts describe the responses; they were not tested.",)


def test_the_other_way_round_what_was_better_is_worse() -> None:
    opposite = {"better": "worse", "worse": "better"}
    there, back = changes(ALPHA, BETA), changes(BETA, ALPHA)
    assert {(one.count, one.mention_class, one.change, one.verdict) for one in there} == {
        (one.count, one.mention_class, -one.change, opposite[one.verdict]) for one in back
    }


@pytest.mark.parametrize("name", [name for name in LABELS if name != "correct"])
def test_less_is_better_of_everything_but_correct_assignments(name: str) -> None:
    def one_less(profile: ErrorProfile) -> ErrorProfile:
        if name in ("incorrect", "spurious", "missing"):
            counts = replace(profile.counts, **{name: getattr(profile.counts, name) - 1})
            return replace(profile, counts=counts)
        return replace(profile, **{name: getattr(profile, name) - 1})

    (change,) = changes(ALPHA, one_less(ALPHA))
    assert (change.count, change.verdict) == (name, "better")


def test_without_classes_there_is_no_column_of_them() -> None:
    (short,) = change_tables(BOTH, classes=False)
    assert {row[2] for row in short.rows} == {"all"}
    assert "Class" in change_tables(BOTH)[0].main().labels
    assert "Class" not in short.main().labels


def test_a_class_that_one_of_them_lacks_is_not_compared() -> None:
    bare = replace(BETA, by_class={})
    assert {change.mention_class for change in changes(ALPHA, bare)} == {"all"}
    assert {change.mention_class for change in changes(bare, ALPHA)} == {"all"}


def test_copies_do_not_differ() -> None:
    assert change_tables({"alpha": ALPHA, "copy": ALPHA}) == []
    assert change_records({"alpha": ALPHA, "copy": ALPHA}) == []


def test_of_more_than_two_the_first_are_compared() -> None:
    assert change_tables({**BOTH, "copy": ALPHA}) == change_tables(BOTH)


def test_records_have_the_names_of_the_record_of_errors() -> None:
    records = change_records(BOTH)
    assert records[-1] == {
        "first": "alpha",
        "second": "beta",
        "count": "invented",
        "class": "all",
        "first_count": 1,
        "second_count": 3,
        "change": 2,
        "verdict": "worse",
    }
    assert {record["count"] for record in records} <= set(error_record(ALPHA))


def test_every_count_of_a_profile_is_compared() -> None:
    # Four kinds of assignments of all mentions and of two classes, and five other errors.
    assert len(compared(ALPHA)) == 4 * 3 + 5


def test_every_form_for_people_shows_them() -> None:
    for form in set(FORMS) - {"csv"}:
        assert "beta" in render(form, *change_tables(BOTH))

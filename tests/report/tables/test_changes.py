"""What the first of two systems does better and worse than the second."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.error_analysis.profile import ALL, ErrorProfile, Turn
from leaderboard.report.features.errors import (
    LABELS,
    change_records,
    change_tables,
    changes,
    compared,
    error_record,
)
from leaderboard.report.forms import FORMS, render
from tests.report.profiles import ALPHA, BETA, BOTH, TURNS

TURN = TURNS["alpha", "beta"]


def test_what_the_first_does_better_then_worse_then_only_differently() -> None:
    (table,) = change_tables(BOTH, TURNS)
    assert table.caption == "Error counts, alpha and beta (not tested)"
    assert table.rows == (
        ("better", "Mentions invented", "all", 1, 3, -2, 0, 2),
        ("worse", "Correct assignments", "all", 3, 4, -1, 1, 2),
        ("worse", "Missing assignments", "all", 2, 1, 1, 2, 1),
        ("worse", "Correct assignments", "PRO", 2, 3, -1, 1, 2),
        ("worse", "Missing assignments", "PRO", 2, 1, 1, 2, 1),
        ("even", "Mentions missed", "all", 3, 3, 0, 1, 1),
    )
    assert table.groups == {1, 5}
    assert table.shown()[0][-3] == "-2"
    assert table.labels[-2:] == ["Only alpha", "Only beta"]
    assert table.notes == (
        "Every difference is alpha minus beta.",
        "Only alpha: mentions counted here for alpha but not for beta.",
    )


def test_the_other_way_round_what_was_better_is_worse() -> None:
    opposite = {"better": "worse", "worse": "better", "even": "even"}
    turned = {kind: Turn(turn.only_second, turn.only_first) for kind, turn in TURN.items()}
    there, back = changes(ALPHA, BETA, TURN), changes(BETA, ALPHA, turned)
    assert {(one.count, one.mention_class, one.change, one.verdict) for one in there} == {
        (one.count, one.mention_class, -one.change, opposite[one.verdict]) for one in back
    }


def test_merged_entities_are_not_told_apart() -> None:
    (change,) = changes(ALPHA, replace(ALPHA, merged=2), {})
    assert (change.count, change.verdict, change.change, change.turn) == ("merged", "better", -2, None)
    (table,) = change_tables({"a": ALPHA, "b": replace(ALPHA, merged=2)}, {("a", "b"): {}})
    assert table.shown()[0][-3:] == ["-2", "–", "–"]


@pytest.mark.parametrize("name", [name for name in LABELS if name != "correct"])
def test_less_is_better_of_everything_but_correct_assignments(name: str) -> None:
    def one_less(profile: ErrorProfile) -> ErrorProfile:
        if name in ("incorrect", "spurious", "missing"):
            counts = replace(profile.counts, **{name: getattr(profile.counts, name) - 1})
            return replace(profile, counts=counts)
        return replace(profile, **{name: getattr(profile, name) - 1})

    (change,) = changes(ALPHA, one_less(ALPHA), {})
    assert (change.count, change.verdict) == (name, "worse")


def test_without_classes_there_is_no_column_of_them() -> None:
    unclassed = {name: replace(profile, by_class={}) for name, profile in BOTH.items()}
    (short,) = change_tables(unclassed, TURNS)
    assert {row[2] for row in short.rows} == {"all"}
    assert "Class" in change_tables(BOTH, TURNS)[0].main().labels
    assert "Class" not in short.main().labels


def test_a_class_that_one_of_them_lacks_is_not_compared() -> None:
    bare = replace(BETA, by_class={})
    assert {change.mention_class for change in changes(ALPHA, bare, TURN)} == {"all"}
    assert {change.mention_class for change in changes(bare, ALPHA, TURN)} == {"all"}


def test_copies_do_not_differ() -> None:
    copies, still = {"alpha": ALPHA, "copy": ALPHA}, {("alpha", "copy"): {("correct", ALL): Turn(0, 0)}}
    assert change_tables(copies, still) == []
    assert change_records(copies, still) == []


def test_of_more_than_two_the_first_pair_is_shown_and_the_records_have_all() -> None:
    three = {**BOTH, "copy": ALPHA}
    turns = {**TURNS, ("alpha", "copy"): {}, ("beta", "copy"): TURN}
    ((one,), (other,)) = change_tables(three, turns), change_tables(BOTH, TURNS)
    assert one == replace(other, notes=(*other.notes, "This is one of 3 pairs; JSON has all."))
    pairs = [(record["first"], record["second"]) for record in change_records(three, turns)]
    assert list(dict.fromkeys(pairs)) == [("alpha", "beta"), ("beta", "copy")]


def test_records_have_the_names_of_the_record_of_errors() -> None:
    records = change_records(BOTH, TURNS)
    assert records[0] == {
        "first": "alpha",
        "second": "beta",
        "count": "invented",
        "class": "all",
        "first_count": 1,
        "second_count": 3,
        "change": -2,
        "only_first": 0,
        "only_second": 2,
        "verdict": "better",
    }
    assert {record["count"] for record in records} <= set(error_record(ALPHA))


def test_every_count_of_a_profile_is_compared() -> None:
    # Four kinds of assignments of all mentions and of two classes, and five other errors.
    assert len(compared(ALPHA)) == 4 * 3 + 5


def test_every_form_for_people_shows_them() -> None:
    for form in set(FORMS) - {"csv"}:
        assert "beta" in render(form, *change_tables(BOTH, TURNS))

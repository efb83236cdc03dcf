"""Kinds of errors as tables and records."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.report.features.errors import (
    assignment_table,
    error_record,
    error_tables,
    kinds_table,
    other_errors_table,
    sum_notes,
)
from leaderboard.report.forms import FORMS, render
from tests.report.profiles import ALPHA, BOTH


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


def test_classes_are_explained_where_there_are_any() -> None:
    *legend, note = assignment_table({"alpha": ALPHA}).notes
    assert note.startswith("PN: proper names;")
    assert assignment_table({"alpha": replace(ALPHA, by_class={})}).notes == tuple(legend)


def test_a_legend_has_the_terms_of_its_columns() -> None:
    (kinds,) = kinds_table({"alpha": ALPHA}).notes
    assert kinds.startswith("An assignment says what an expression refers to.")
    assert "Possible: " not in kinds
    said = "Possible: the assignments of the key. Actual: the assignments of the system."
    assert assignment_table({"alpha": ALPHA}).notes[:2] == (kinds, said)


def test_no_systems_have_no_tables() -> None:
    assert len(error_tables(BOTH)) == 2
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


def test_a_class_may_have_other_expressions_for_another_system() -> None:
    notes = assignment_table(BOTH).notes[2:]
    assert notes[0].startswith("PN: proper names")
    assert len(notes) == 2
    assert "differs between systems" in notes[1]
    assert len(assignment_table({"alpha": ALPHA}).notes[2:]) == 1
    assert assignment_table({"alpha": replace(ALPHA, by_class={})}).notes[2:] == ()


def test_classes_that_are_fewer_than_all_are_explained() -> None:
    untagged = replace(ALPHA, counts=replace(ALPHA.counts, possible=7, missing=3))
    assert assignment_table({"alpha": untagged}).notes[-1].startswith("Mentions of datasets without tags")


def test_counts_of_several_datasets_are_no_mean() -> None:
    said = "Counts are sums over the datasets; DA is the mean of its scores on them."
    with_da, without = (sum_notes(2, [METRICS[name](MetricOptions())]) for name in ("da", "lea"))
    assert (with_da, without) == ((said,), ("Counts are sums over the datasets.",))
    assert sum_notes(1, [METRICS["da"](MetricOptions())]) == ()
    for table in (error_tables(BOTH, with_da)[0], kinds_table(BOTH, with_da)):
        assert table.notes[-1] == said
    assert error_tables(BOTH)[0].notes == assignment_table(BOTH).notes

"""A table holds raw values; people see them as each column says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.errors import UsageError
from leaderboard.report.table import Column, Table, Value, choose, show

TABLE = Table(
    "A table",
    (
        Column("system", "System"),
        Column("parts", "Parts", "count", main=False),
        Column("lea_f1", "LEA", "percent"),
    ),
    (("one", 1234, 0.5), ("two", 2, None)),
    ("A note.",),
)


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, "text", "–"),
        (None, "percent", "–"),
        ("a name", "text", "a name"),
        (True, "text", "yes"),
        (False, "count", "no"),
        (1234567, "count", "1,234,567"),
        (0, "count", "0"),
        (0.0, "percent", "0.00"),
        (1.0, "percent", "100.00"),
        (1 / 3, "percent", "33.33"),
        (2 / 3, "percent", "66.67"),
        (0.123456789, "number", "0.1235"),
        (123456.0, "number", "1.235e+05"),
        (0.0123, "signed", "+1.23"),
        (-0.0123, "signed", "-1.23"),
        (0.00012345, "effect", "+0.0123"),
        # The sign of a bound says whether 0 lies inside, that of a difference who is better.
        (-0.00004, "signed", "-0.00"),
        ((-0.00004, 0.2), "bounds", "[-0.00, 20.00]"),
        (0.05, "p", "0.0500"),
        (0.0001, "p", "0.0001"),
        (0.00009, "p", "<0.0001"),
        ((0.1, 0.2), "bounds", "[10.00, 20.00]"),
    ],
)
def test_values_for_people(value: Value, kind: str, text: str) -> None:
    assert show(value, kind) == text


def test_a_table_is_shown_by_its_columns() -> None:
    assert TABLE.labels == ["System", "Parts", "LEA"]
    assert TABLE.shown() == [["one", "1,234", "50.00"], ["two", "2", "–"]]


def test_columns_come_in_the_order_asked_for() -> None:
    assert TABLE.only(["lea_f1", "system"]).rows == ((0.5, "one"), (None, "two"))
    assert TABLE.only(["lea_f1"]).notes == TABLE.notes


def test_the_legend_of_best_cells_is_there_if_one_is_shown() -> None:
    marked = replace(TABLE, best=frozenset({(0, "lea_f1")}), marks="Bold: the best.", notes=())
    assert marked.everything == ("Bold: the best.",)
    assert marked.only(["system"]).everything == ()
    assert replace(marked, best=frozenset()).everything == ()


def test_columns_are_known_in_any_case_and_by_the_label_of_a_metric() -> None:
    assert TABLE.only(["LEA", "Parts", "lea", "lea_f1"]).labels == ["LEA", "Parts"]
    with pytest.raises(UsageError, match="there is no column 'PARS'; did you mean 'parts'"):
        TABLE.only(["PARS"])


def test_bounds_become_two_columns_where_values_are_raw() -> None:
    columns = (Column("system", "System"), Column("interval", "Interval", "bounds"))
    flat = Table("", columns, (("one", (0.1, 0.2)),)).flat()
    assert [column.name for column in flat.columns] == ["system", "interval_low", "interval_high"]
    assert flat.rows == (("one", 0.1, 0.2),)


@pytest.mark.parametrize(
    ("name", "remedy"), [("lea_f", "did you mean 'lea_f1'?"), ("x", "choose among system, parts, lea_f1")]
)
def test_an_unknown_column_is_explained(name: str, remedy: str) -> None:
    with pytest.raises(UsageError) as caught:
        TABLE.only(["system", name])
    assert str(caught.value) == f"there is no column {name!r}; {remedy}"


@pytest.mark.parametrize(
    ("columns", "form", "names"),
    [
        (None, "table", ["system", "lea_f1"]),
        (None, "html", ["system", "lea_f1"]),
        (None, "csv", ["system", "parts", "lea_f1"]),
        (["all"], "table", ["system", "parts", "lea_f1"]),
        (["lea_f1"], "csv", ["lea_f1"]),
        (["parts", "system"], "table", ["parts", "system"]),
    ],
)
def test_people_see_the_main_columns_and_programs_all(
    columns: list[str] | None, form: str, names: list[str]
) -> None:
    assert [column.name for column in choose(TABLE, columns, form).columns] == names

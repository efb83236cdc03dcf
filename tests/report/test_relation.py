"""A relation says the same in CSV, in JSON and as a table."""

from __future__ import annotations

import json

from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import render_json
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Column
from tests.support.running import csv_rows

ROWS = [
    ("=a,b", 1, (0.1, 0.2), True, None),
    ('"B³"\n{}', 1.0, (None, None), False, 0.25),
    ("", 2, (1, -0.5), None, 0.25),
]
COLUMNS = (
    Column("system", "System"),
    Column("count", "Count", "count", path="scores.lea.count"),
    Column("interval", "Interval", "bounds"),
    Column("exact", "Exact"),
    Column("f1", "F1", "percent", path="scores.lea.f1"),
)


def made() -> Relation:
    fields = [Field(column, lambda row, at=at: row[at]) for at, column in enumerate(COLUMNS)]
    return relation_of("systems", ["system"], fields, ROWS)


def records(relation: Relation) -> list[dict[str, object]]:
    return list(json.loads(render_json({"rows": relation.records()}))["rows"])


def test_csv_is_that_of_the_table() -> None:
    assert made().csv() == render_csv(made().table())
    rows = csv_rows(made().csv())
    assert [row["interval_low"] for row in rows] == ["0.1", "", "1"]
    assert [row["count"] for row in rows] == ["1", "1.0", "2"]
    assert [row["exact"] for row in rows] == ["true", "false", ""]


def test_members_of_one_beginning_stand_together() -> None:
    first, second, third = records(made())
    assert list(first) == ["system", "scores", "interval", "exact"]
    assert first["scores"] == {"lea": {"count": 1, "f1": None}}
    assert second == {
        "system": '"B³"\n{}',
        "scores": {"lea": {"count": 1.0, "f1": 0.25}},
        "interval": [None, None],
        "exact": False,
    }
    assert third["system"] == ""


def test_rows_may_come_in_blocks() -> None:
    whole = made()
    halves = Relation(
        "systems",
        ("system",),
        COLUMNS,
        lambda: [lambda half=half: list(zip(*half, strict=True)) for half in (ROWS[:2], ROWS[2:])],
    )
    assert halves.csv() == whole.csv()
    assert records(halves) == records(whole)
    assert halves.rows == whole.rows == tuple(ROWS)


def test_a_relation_without_rows_has_its_columns() -> None:
    empty = Relation("systems", ("system",), COLUMNS, list)
    assert empty.csv() == "system,count,interval_low,interval_high,exact,f1\n"
    assert records(empty) == []

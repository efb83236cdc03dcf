"""In a comparison every difference is the first system less the second, in every form."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest

from leaderboard.report.forms import render
from leaderboard.report.forms.json import render_json
from leaderboard.report.table import Table
from leaderboard.report.tables.comparisons import (
    compare_record,
    driver_tables,
    error_section,
    paper_text,
    people_table,
)
from leaderboard.verbs.compare import CompareResult, compare
from tests.support.made_task import made_task

PAIR = ("balanced", "merger")
SIGNED = re.compile(r"(?<![\w.])[+-]\d[\d,.]*")


@cache
def compared(*systems: str) -> CompareResult:
    paths = (made_task() / f"{system}.conll" for system in systems)
    return compare(*paths, metric=("muc", "conll"), draws=200, trials=200)


def tables(result: CompareResult) -> list[Table]:
    return [people_table(result).main(), *driver_tables(result), *error_section(result)]


def negated(numbers: list[str]) -> list[str]:
    return [number.translate(str.maketrans("+-", "-+")) for number in numbers]


@pytest.mark.parametrize("form", ["table", "markdown", "latex", "html"])
def test_swapped_systems_negate_every_signed_number(form: str) -> None:
    there, back = (render(form, *tables(compared(*pair))) for pair in (PAIR, PAIR[::-1]))
    # LaTeX and HTML have other numbers with signs, in lengths and styles; the cells of tables are compared.
    found, other = (
        sorted(SIGNED.findall(re.sub(r"\[[^\]]*\]|\\\w+\{[^}]*\}", "", text))) for text in (there, back)
    )
    assert len(found) > 20
    assert found == sorted(negated(other))


def test_swapped_systems_negate_and_swap_the_bounds() -> None:
    there, back = (tables(compared(*pair))[0] for pair in (PAIR, PAIR[::-1]))
    at = [column.name for column in there.columns].index("interval")
    for one, other in zip(there.rows, back.rows, strict=True):
        low, high = other[at]  # type: ignore[misc]
        assert one[at] == pytest.approx((-high, -low))


def records(pair: tuple[str, ...]) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(render_json(compare_record(compared(*pair))))
    return record


def test_swapped_systems_negate_the_numbers_of_json() -> None:
    there, back = records(PAIR), records(PAIR[::-1])
    for one, other in zip(there["comparisons"], back["comparisons"], strict=True):
        assert one["difference"] == -other["difference"]
        assert one["interval"] == pytest.approx([-bound for bound in other["interval"][::-1]])
    opposite = {"better": "worse", "worse": "better", "even": "even"}
    changes = {(one["count"], one["class"]): one for one in back["changes"]}
    assert len(changes) == len(there["changes"]) > 5
    for one in there["changes"]:
        other = changes[one["count"], one["class"]]
        assert (one["change"], one["verdict"]) == (-other["change"], opposite[other["verdict"]])
        assert one["change"] == one["first_count"] - one["second_count"]
    for side, opposed in (("for_first", "for_second"), ("for_second", "for_first")):
        effects = [driver["effect"] for driver in there["drivers"][side]]
        assert effects == pytest.approx([-driver["effect"] for driver in back["drivers"][opposed]])


def test_swapped_systems_negate_the_numbers_of_the_text() -> None:
    there, back = (SIGNED.findall(paper_text(compared(*pair))) for pair in (PAIR, PAIR[::-1]))
    difference, low, high = negated(back)
    assert there == [difference, high, low]

"""CSV that reads back as it was written, and that no spreadsheet runs."""

from __future__ import annotations

import csv
import io
import random
import sys

import pytest

from leaderboard.report.forms.csv import render_csv
from leaderboard.report.table import Column, Table, Value
from tests.report.special import MARKS


def one(*values: Value) -> Table:
    return Table("", (Column("value", "Value"),), tuple((value,) for value in values))


def read(text: str) -> list[str]:
    return [row[0] for row in csv.reader(io.StringIO(text, newline=""))][1:]


def test_a_table() -> None:
    columns = (Column("system", "System"), Column("muc_f1", "MUC", "percent", main=False))
    rows = (("a, b", 1 / 3), ('say "x"', None))
    assert render_csv(Table("Caption", columns, rows, ("Note.",))) == (
        'system,muc_f1\n"a, b",0.3333333333333333\n"say ""x""",\n'
    )


def test_numbers_read_back_to_the_last_bit() -> None:
    draw = random.Random(1)
    numbers = [draw.random() ** draw.randint(1, 40) for _ in range(500)]
    numbers += [0.0, 1.0, 1 / 3, -0.25, sys.float_info.min, 5e-324]
    assert [float(cell) for cell in read(render_csv(one(*numbers)))] == numbers


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx", "'\tx"),
        ("a=1", "a=1"),
        ("'=1", "'=1"),
        (-1, "-1"),
        (-0.5, "-0.5"),
        (1234567, "1234567"),
        (True, "true"),
        (False, "false"),
        ("", ""),
        (MARKS, MARKS),
        ("a\nb", "a\nb"),
    ],
)
def test_text_is_never_a_formula_and_numbers_are_never_text(value: Value, cell: str) -> None:
    assert read(render_csv(Table("", one().columns * 2, ((value, "x"),)))) == [cell]


def test_a_carriage_return_does_not_hide_a_formula() -> None:
    assert "'\r=1+1" in render_csv(one("\r=1+1"))


def test_nothing_is_an_empty_cell() -> None:
    assert render_csv(Table("", one().columns * 2, ((None, "x"),))).endswith("\n,x\n")

"""Entries that were chosen among several attempts: p-values times the number, before every correction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from leaderboard.options import read_options
from leaderboard.ranking.standings import ranking
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.tables.pairs import comparisons
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design, design, design_fields
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Family, corrected
from tests.support.made_units import made_units, random_units, reordered

UNITS = random_units(5, 40, seed=3, names=("four",))
STATED = (("s001", 12), ("s003", 3))


def only(units: Units, **changes: Any) -> Family:
    [family] = families(units, replace(Design(interval="t", draws=20, trials=999), **changes))
    return family


@pytest.mark.parametrize("adjust", ["shaffer", "holm", "bonferroni", "bh", "none"])
def test_p_times_the_larger_number_is_corrected(adjust: Any) -> None:
    plain, found = only(UNITS, adjust=adjust), only(UNITS, adjust=adjust, attempts=STATED)
    numbers = dict(STATED)
    expected = [max(numbers.get(row.first, 1), numbers.get(row.second, 1)) for row in plain]
    assert [row.attempts for row in found] == expected
    assert [row.p_value for row in found] == [row.p_value for row in plain]
    charged = np.minimum(plain.p_values.p * expected, 1)
    pairs = found.hypotheses
    assert found.p_adjusted == pytest.approx(
        pairs.by_pair(corrected(charged[pairs.largest(charged)], pairs, found.design), copies=1)
    )
    assert [row.interval for row in found] == [row.interval for row in plain]


def test_own_ranges_pay_for_attempts_too() -> None:
    many = tuple((name, 10_000) for name in UNITS.systems)
    lines = ranking(only(UNITS, attempts=many)).standings
    assert {(line.own_low, line.own_high) for line in lines} == {(1, 5)}


def test_of_copies_the_largest_number_counts() -> None:
    units = replace(reordered(UNITS, [0, 1, 2, 2]), systems=("a", "b", "c", "d"))
    rows = {(row.first, row.second): row for row in only(units, attempts=(("d", 4),), adjust="bonferroni")}
    assert (rows["a", "c"].attempts, rows["a", "d"].attempts) == (1, 4)
    assert rows["a", "c"].p_adjusted == rows["a", "d"].p_adjusted == min(1, 3 * 4 * rows["a", "c"].p_value)
    part = within(only(units, attempts=(("d", 4),), adjust="bonferroni"), ("a", "b", "c"))
    assert part[1].p_adjusted == min(1, 3 * part[1].p_value)


def test_few_units_cannot_pay_for_many_attempts() -> None:
    units = made_units({"sum": [[[9] * 6 + [0] * 30], [[0] * 36]]})
    assert only(units)[0].verdict == "significant"
    row = only(units, attempts=(("s000", 2),))[0]
    assert (row.verdict, row.p_adjusted, row.interval) == ("untestable", 2 * 2 / 64, None)


def test_trials_grow_with_the_attempts() -> None:
    units = random_units(2, 40, names=("four",))
    assert only(units, trials=None)[0].trials == 10_000
    assert only(units, trials=None, attempts=(("s000", 200),))[0].trials == 20_000
    few = only(units, trials=99, attempts=(("s000", 6),)).remarks[0].record
    assert (few["kind"], few["needed"]) == ("few_trials", 120)


def test_trials_are_too_few_for_the_pairs_that_pay_for_attempts_alone() -> None:
    units = random_units(4, 40, names=("four",))
    found = {one.kind: one.record for one in only(units, trials=200, attempts=(("s000", 30),)).remarks}
    assert (found["few_trials"]["tested"], found["few_trials"]["count"]) == (6, 3)
    assert "few_trials" not in {one.kind for one in only(units, trials=200).remarks}


def test_a_remark_has_the_numbers_of_the_systems_that_are_there() -> None:
    said = [one.record for one in only(UNITS, attempts=STATED).remarks if one.kind == "attempts"]
    assert said == [{"kind": "attempts", "systems": STATED}]
    part = within(only(UNITS, attempts=STATED), ("s000", "s003"))
    assert [one.record["systems"] for one in part.remarks if one.kind == "attempts"] == [(("s003", 3),)]
    assert not [one for one in only(UNITS).remarks if one.kind == "attempts"]


def test_tables_have_a_column_for_them() -> None:
    found = [only(UNITS, attempts=STATED, margin=0.05)]
    assert comparisons(found).csv() == render_csv(comparisons(found).table())
    assert (
        comparisons(found)
        .csv()
        .split("\n")[0]
        .endswith(",p_equivalence,p_equivalence_adjusted,equivalent,attempts")
    )


def test_only_numbers_above_one_are_part_of_a_design_and_signed() -> None:
    options = read_options({})
    assert design(options, {"b": 2, "a": 3, "c": 1}).attempts == (("a", 3), ("b", 2))
    assert design_fields(options, {"c": 1})["attempts"] is design_fields(options)["attempts"] is None
    one, other = (design_fields(options, {"a": count})["attempts"] for count in (2, 3))
    assert one != other
    assert read_options({"margin": 1.5}).margin == 1.5
    assert (design(read_options({"margin": 1.5})).margin, design(options).margin) == (0.015, None)
    assert design_fields(read_options({"margin": 1.5}))["margin"] == "1.5"

"""A family of some of the systems: what testing these alone with the same trials gives."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from leaderboard.options import read_options
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Family
from leaderboard.tasks.scored_task import task_of_folder
from tests.support.made_task import made_task
from tests.support.made_units import random_units, reordered

FEW = Design(draws=200, trials=500)
SYSTEMS = ("balanced", "careless", "close", "copy", "eager")


@pytest.fixture(scope="module")
def sheet() -> Scoresheet:
    return task_of_folder(made_task(), read_options({"metric": ("muc", "conll"), "jobs": 1})).sheet


def family_of(sheet: Scoresheet, design: Design) -> Family:
    return families(sheet.units("document"), design)[1]


def same(one: Any, other: Any) -> bool:
    """Whether two families, or parts of them, are equal to the last bit."""
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other, equal_nan=one.dtype == np.float64))
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__)
    return bool(one == other)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"adjust": "none", "test": "bootstrap"},
        {"adjust": "bh", "interval": "bca"},
        {"adjust": "bonferroni", "alpha": 0.2},
        {"against": "copy"},
    ],
)
@pytest.mark.parametrize("names", [SYSTEMS, ("close", "copy"), ("copy",)])
def test_it_is_what_the_systems_alone_give(
    sheet: Scoresheet, options: dict[str, Any], names: tuple[str, ...]
) -> None:
    design = replace(FEW, **options)
    assert same(within(family_of(sheet, design), names), family_of(sheet.of(names), design))


def test_p_values_are_those_of_all_and_corrected_for_fewer(sheet: Scoresheet) -> None:
    whole = family_of(sheet, FEW)
    part = within(whole, SYSTEMS)
    p = {(one.first, one.second): one for one in whole}
    assert {(one.first, one.second) for one in part} == set(combinations(SYSTEMS, 2))
    assert all(one.p_value == p[one.first, one.second].p_value for one in part)
    assert all(one.p_adjusted <= p[one.first, one.second].p_adjusted for one in part)
    assert any(one.p_adjusted < p[one.first, one.second].p_adjusted for one in part)
    assert any(one.verdict != p[one.first, one.second].verdict for one in part)


def test_trials_are_those_that_all_pairs_need() -> None:
    units = random_units(systems=17, units=20, names=["shared"])
    [whole] = families(units, Design(draws=100))
    [alone] = families(reordered(units, [0, 8, 16]), Design(draws=100))
    part = within(whole, [units.systems[0], units.systems[8], units.systems[16]])
    assert max(one.trials for one in part) == 20_000
    assert {one.trials for one in alone} == {10_000}
    assert same(part.draws, alone.draws)


def test_all_systems_are_the_family_itself(sheet: Scoresheet) -> None:
    whole = family_of(sheet, FEW)
    assert same(within(whole, whole.systems), whole)


def test_without_the_baseline_there_are_no_pairs(sheet: Scoresheet) -> None:
    part = within(family_of(sheet, replace(FEW, against="copy")), ("balanced", "close"))
    assert part.systems == ("balanced", "close")
    assert len(part) == len(list(part)) == 0
    assert not part.better().any()


def test_of_no_system_nothing_is_left(sheet: Scoresheet) -> None:
    part = within(family_of(sheet, FEW), ())
    assert (part.systems, len(part), part.scores.shape, part.remarks[1:]) == ((), 0, (0,), ())


def test_rows_of_a_scoresheet_are_in_its_order(sheet: Scoresheet) -> None:
    part = sheet.of(("copy", "nobody", "close"))
    assert part.systems == ("close", "copy")
    rows = [sheet.systems.index(system) for system in part.systems]
    assert np.array_equal(part.sums["muc"], sheet.sums["muc"][rows])
    assert (part.parts, part.key_mentions) == (sheet.parts, sheet.key_mentions)

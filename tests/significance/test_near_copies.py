"""Systems that hardly differ are told of, with the pairs that they add; no verdict changes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, slice_families, within
from leaderboard.significance.family import Family
from leaderboard.significance.pairing import all_pairs, near_classes
from tests.support.made_units import random_units, reordered

DESIGN = Design(draws=50, trials=999)


def only(units: Units, **changes: Any) -> Family:
    [family] = families(units, replace(DESIGN, **changes))
    return family


def near(family: Family) -> list[dict[str, object]]:
    return [one.record for one in family.remarks if one.kind == "near_copies"]


def versions(units: Units, *changed: tuple[int, int]) -> Units:
    """The systems, and versions of some of them, each changed on so many units, from unit 0 on."""
    rows = [*range(len(units.systems)), *(original for original, _ in changed)]
    names = [f"v{number}" for number in range(len(changed))]
    more = replace(reordered(units, rows), systems=(*units.systems, *names))
    sums = more.sums["four"].copy()
    for place, (_, count) in enumerate(changed):
        sums[len(units.systems) + place, 0, :count] += 1 + place
    return replace(more, sums={"four": sums})


def units_of(systems: int, units: int) -> Units:
    return random_units(systems, units, names=("four",))


def test_a_group_has_its_pairs_and_those_with_one_system_of_it() -> None:
    family = only(versions(units_of(4, 40), (1, 1), (1, 2), (1, 2)))
    assert near(family) == [
        {
            "kind": "near_copies",
            "groups": (("s001", "v0", "v1", "v2"),),
            "pairs": 21,
            "pairs_without": 6,
        }
    ]


@pytest.mark.parametrize(
    ("count", "changed", "groups"),
    [
        (40, 2, 1),
        (40, 3, 0),
        (59, 3, 0),
        (60, 3, 1),
        (100, 5, 1),
        (100, 6, 0),
        (20, 2, 1),
        (19, 2, 0),
        (19, 1, 0),
    ],
)
def test_few_units_are_two_or_a_twentieth_of_twenty_or_more(count: int, changed: int, groups: int) -> None:
    assert len(near(only(versions(units_of(4, count), (1, changed), (1, changed))))) == groups


def test_two_systems_are_no_group_and_copies_count_once() -> None:
    plain = units_of(4, 40)
    assert near(only(versions(plain, (1, 1)))) == []
    assert near(only(versions(plain, (1, 1), (1, 0), (1, 0)))) == []
    [said] = near(only(versions(plain, (1, 1), (1, 2), (1, 0))))
    assert said["groups"] == (("s001", "v0", "v1", "v2"),)
    assert (said["pairs"], said["pairs_without"]) == (15, 6)


def test_several_groups_and_those_that_a_third_one_joins() -> None:
    units = versions(units_of(5, 60), (1, 3), (1, 3), (2, 1), (2, 2), (4, 1))
    sums = units.sums["four"].copy()
    sums[6, 0, 3:6] += 1  # v1 is near v0, but not near s001
    [said] = near(only(replace(units, sums={"four": sums})))
    assert said["groups"] == (("s002", "v2", "v3"),)
    sums[6, 0] = sums[5, 0]
    sums[6, 0, 3:6] += 1
    [said] = near(only(replace(units, sums={"four": sums})))
    assert said["groups"] == (("s001", "v0", "v1"), ("s002", "v2", "v3"))
    assert (said["pairs"], said["pairs_without"]) == (45, 15)


def test_a_baseline_has_fewer_pairs_and_a_part_of_the_systems_its_own_groups() -> None:
    units = versions(units_of(4, 40), (1, 1), (1, 2))
    [said] = near(only(units, against="s001"))
    assert (said["groups"], said["pairs"], said["pairs_without"]) == ((("s001", "v0", "v1"),), 5, 3)
    family = only(units)
    assert len(near(within(family, ["s000", "s001", "v0", "v1"]))) == 1
    assert near(within(family, ["s000", "s001", "v0"])) == []
    assert near(within(family, [])) == []


def test_nothing_is_said_of_slices() -> None:
    [[family]] = slice_families([versions(units_of(4, 40), (1, 1), (1, 2))], DESIGN)
    assert near(family) == []


@given(st.lists(st.integers(0, 3), min_size=1, max_size=7), st.data())
def test_groups_are_those_of_the_definition(copies: list[int], data: st.DataObject) -> None:
    numbers = np.unique(copies, return_inverse=True)[1]
    pairs = list(combinations(range(len(copies)), 2))
    joined = [data.draw(st.booleans()) or numbers[one] == numbers[other] for one, other in pairs]
    found, grouped = near_classes(numbers, all_pairs(len(copies)), np.array(joined, dtype=bool))
    group = {system: {system} for system in range(len(copies))}
    for (one, other), near in zip(pairs, joined, strict=True):
        if near:
            both = group[one] | group[other]
            group |= dict.fromkeys(both, both)
    for system, members in group.items():
        large = len({int(numbers[member]) for member in members}) > 2
        assert grouped[system] == large
        same = {other for other in group if found[other] == found[system]}
        assert same == (members if large else {one for one in group if numbers[one] == numbers[system]})

"""Systems with equal sums count once; systems that hardly differ are told of, and no verdict changes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.ranking.standings import ranking
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, slice_families, within
from leaderboard.significance.family import Comparison, Family
from leaderboard.significance.pairing import (
    all_pairs,
    copy_classes,
    copy_groups,
    hypotheses,
    near_classes,
    pairs_against,
    places,
)
from tests.support.made_units import made_units, random_units, reordered

DESIGNS: tuple[dict[str, Any], ...] = (
    {"adjust": "shaffer"},
    {"adjust": "holm"},
    {"adjust": "bonferroni"},
    {"adjust": "bh"},
    {"adjust": "none", "test": "bootstrap"},
    {"adjust": "shaffer", "against": "s001"},
)


DESIGN = Design(draws=50, trials=999)


def only(units: Units, **changes: Any) -> Family:
    [family] = families(units, replace(DESIGN, **changes))
    return family


def with_copies(units: Units, *originals: int) -> Units:
    """The same systems, with a copy of each of these; ``a`` comes before and ``z`` after all others."""
    rows = [*range(len(units.systems)), *originals]
    names = [f"{'az'[number % 2]}{number}" for number in range(len(originals))]
    return replace(reordered(units, rows), systems=(*units.systems, *names))


def rows_of(family: Family) -> dict[tuple[str, str], Comparison]:
    return {(row.first, row.second): row for row in family}


def test_equal_sums_are_one_class() -> None:
    sums = made_units({"sum": [[[1, 2]], [[2, 1]], [[1, 2]], [[0.0, 0]], [[-0.0, 0]]]}).sums["sum"]
    assert copy_classes(sums).tolist() == [0, 1, 0, 2, 2]
    assert copy_groups(copy_classes(sums), "zyxwv") == (("x", "z"), ("v", "w"))


def test_places_are_those_of_the_best_placed() -> None:
    assert places(np.array([0, 1, 0, 2]), np.array([3, 2, 1, 0])).tolist() == [1, 2, 1, 0]


def test_hypotheses_are_pairs_of_distinct_systems() -> None:
    found = hypotheses(all_pairs(4), np.array([1, 0, 1, 2]))
    assert (found.systems, len(found)) == (3, 3)
    assert list(zip(found.first.tolist(), found.second.tolist(), strict=True)) == [(0, 1), (0, 2), (1, 2)]
    assert found.number.tolist() == [0, -1, 2, 0, 1, 2]
    assert found.by_pair(np.array([0.1, 0.2, 0.3]), copies=1).tolist() == [0.1, 1, 0.3, 0.1, 0.2, 0.3]
    assert found.largest(np.array([5.0, 9, 1, 6, 7, 2])).tolist() == [3, 4, 5]


def test_against_a_baseline_its_copies_are_no_hypotheses() -> None:
    found = hypotheses(pairs_against(0, 4), np.array([0, 0, 1, 1]))
    assert (len(found), found.number.tolist()) == (1, [-1, 0, 0])


@pytest.mark.parametrize("changes", DESIGNS)
def test_a_copy_changes_nothing_of_the_others(changes: dict[str, Any]) -> None:
    units = random_units(6, 40, seed=3, names=("four",))
    plain, more = only(units, **changes), only(with_copies(units, 2, 5, 5), **changes)
    found = rows_of(more)
    for pair, row in rows_of(plain).items():
        assert found[pair] == row
    assert (len(more.hypotheses), more.distinct) == (len(plain.hypotheses), 6)
    assert more.correction == plain.correction


@pytest.mark.parametrize("changes", DESIGNS)
def test_a_copy_changes_no_note_but_that_of_copies(changes: dict[str, Any]) -> None:
    kinds = set()
    for seed, trials in product(range(6), (19, 199)):
        units = random_units(5, 40, seed=seed, names=("four",))
        changes = {**changes, "trials": trials, "margin": 0.1}
        plain, more = only(units, **changes), only(with_copies(units, 1, 3, 3), **changes)
        assert [one for one in more.remarks if one.kind != "copies"] == list(plain.remarks)
        kinds |= {one.kind for one in plain.remarks}
    assert "borderline" in kinds or changes["adjust"] == "none"


@pytest.mark.parametrize("changes", DESIGNS)
def test_copies_share_what_is_said(changes: dict[str, Any]) -> None:
    units = random_units(5, 40, seed=3, names=("four",))
    family = only(with_copies(units, 2, 2), **changes)
    said: dict[frozenset[str], set[tuple[float, float, str, bool]]] = {}
    for row in family:
        pair = frozenset("s002" if name in ("a0", "z1") else name for name in (row.first, row.second))
        said.setdefault(pair, set()).add((row.p_value, row.p_adjusted, row.verdict, row.borderline))
    assert {len(some) for some in said.values()} == {1}
    if family.design.against is None:
        assert said[frozenset({"s002"})] == {(1.0, 1.0, "identical", False)}


def test_trials_are_those_that_distinct_systems_need() -> None:
    units = random_units(16, 20, names=("shared",))
    plain, more = only(units, trials=None), only(with_copies(units, *[0] * 10), trials=None)
    assert set(plain.p_values.trials) == set(more.p_values.trials[more.hypotheses.differ]) == {10_000}


def test_letters_are_found_among_the_distinct_and_shared() -> None:
    values = [[0.0] * 30, [1.0] * 30, [1.0] * 29 + [0.5], [2.0] * 30]
    units = made_units({"sum": [[row] for row in values]})
    plain = ranking(only(units, adjust="none"))
    more = ranking(only(with_copies(units, 0, 3, 3), adjust="none"))
    of = {line.system: line.letters for line in plain.standings}
    found = {line.system: line.letters for line in more.standings}
    assert {name: found[name] for name in of} == of
    assert found["a0"] == of["s000"]
    assert found["z1"] == found["a2"] == of["s003"]
    assert {line.system: (line.rank, line.low, line.high) for line in more.standings}["s000"] == (6, 6, 7)


def test_one_changed_document_makes_a_system_of_its_own() -> None:
    units = with_copies(random_units(4, 40, names=("four",)), 1)
    sums = units.sums["four"].copy()
    sums[4, 0, 7] += 1
    changed = only(replace(units, sums={"four": sums}))
    assert (changed.distinct, changed.copies, len(changed.hypotheses)) == (5, (), 10)


def test_a_track_counts_anew() -> None:
    units = with_copies(random_units(5, 40, seed=3, names=("four",)), 2, 4)
    family = only(units, adjust="shaffer")
    assert family.copies == (("a0", "s002"), ("s004", "z1"))
    part = within(family, ("s000", "s002", "a0", "z1"))
    assert (part.copies, part.distinct, len(part.hypotheses)) == ((("a0", "s002"),), 3, 3)


def test_a_remark_names_the_copies() -> None:
    units = with_copies(random_units(5, 40, names=("four",)), 0, 1, 2, 3)
    [said] = [one for one in only(units).remarks if one.kind == "copies"]
    assert said.record == {
        "kind": "copies",
        "groups": (("a0", "s000"), ("s001", "z1"), ("a2", "s002")),
        "more": 1,
        "tested": 10,
        "distinct": 5,
    }


@pytest.mark.parametrize(
    ("systems", "against", "correction"),
    [(60, None, "shaffer"), (61, None, "shaffer_static"), (300, None, "shaffer_static"), (301, None, "holm")],
)
def test_the_correction_depends_on_the_number_of_systems(
    systems: int, against: str | None, correction: str
) -> None:
    assert Design(adjust="shaffer").correction(systems) == correction
    assert Design(adjust="shaffer", against="s000").correction(systems) == "holm"
    assert Design(adjust="bh").correction(systems) == "bh"


def test_against_a_baseline_shaffer_is_holm() -> None:
    units = random_units(5, 40, seed=3, names=("four",))
    one, other = (only(units, adjust=name, against="s001") for name in ("shaffer", "holm"))
    assert list(one) == list(other)
    every, holm = only(units, adjust="shaffer"), only(units, adjust="holm")
    assert (every.p_adjusted <= holm.p_adjusted).all()
    assert (every.p_adjusted < holm.p_adjusted).any()


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

"""Systems with equal sums count once: an added copy changes nothing that is said of others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from leaderboard.ranking.standings import ranking
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Comparison, Family
from leaderboard.significance.pairing import (
    all_pairs,
    copy_classes,
    copy_groups,
    hypotheses,
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


def only(units: Units, **changes: Any) -> Family:
    [family] = families(units, replace(Design(draws=50, trials=999), **changes))
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

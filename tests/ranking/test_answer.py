"""Which system is best, by how much, and what the tests leave open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from leaderboard.ranking.answer import Answer, answer_of
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tests.support.made_units import made_units

# Ten documents: three clear steps, and one that is as often above as below the highest.
HIGH, MIDDLE, LOW = [9.0] * 10, [7.0] * 10, [2.0] * 10
UNEVEN = [12.0, 5.0] * 5
NEAR = [8.0] * 2 + [9.0] * 8


def answered(systems: dict[str, Sequence[float]], **design: Any) -> Answer:
    units = made_units({"sum": [[scores] for scores in systems.values()]}, systems=[*systems])
    return answer_of(families(units, Design(draws=20, **design))[0])


SITUATIONS: dict[str, tuple[dict[str, Sequence[float]], dict[str, Any]]] = {
    "single": ({"a": HIGH}, {}),
    "identical": ({"a": HIGH, "b": HIGH}, {}),
    "untested": ({"a": HIGH, "b": NEAR}, {}),
    "few_trials": ({"a": HIGH * 3, "b": MIDDLE * 3}, {"trials": 10}),
    "against": ({"a": HIGH, "b": MIDDLE, "c": LOW}, {"against": "b"}),
    "winner": ({"a": HIGH, "b": MIDDLE, "c": LOW}, {}),
    "tied": ({"a": HIGH, "b": UNEVEN}, {}),
    "open": ({"a": HIGH, "b": UNEVEN, "c": LOW}, {}),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_situation(situation: str) -> None:
    systems, design = SITUATIONS[situation]
    assert answered(systems, **design).situation == situation


def test_a_copy_does_not_hide_that_trials_are_too_few() -> None:
    assert answered({"a": HIGH * 3, "copy": HIGH * 3, "b": MIDDLE * 3}, trials=10).situation == "few_trials"


def test_the_best_comes_with_its_copies_and_pairs_are_of_distinct_systems() -> None:
    found = answered({"c": LOW, "b": HIGH, "a": HIGH, "d": MIDDLE})
    assert found.groups == (("a", "b"), ("d",), ("c",))
    assert found.best == found.not_beaten == ("a", "b")
    assert (found.counts.pairs, found.counts.significant) == (3, 3)
    assert found.lead is not None
    assert found.lead.over == "d"
    assert found.lead.difference == pytest.approx(20)


def test_a_system_alone_has_no_lead() -> None:
    found = answered({"a": HIGH})
    assert (found.lead, found.tested_lead, found.undecided, found.equivalent) == (None, None, None, ())
    assert found.counts.pairs == 0


def test_the_tested_lead_is_over_the_first_system_that_could_be_tested() -> None:
    found = answered({"a": HIGH, "b": NEAR, "c": LOW})
    assert found.lead is not None
    assert (found.lead.over, found.lead.verdict, found.lead.p_adjusted) == ("b", "untestable", None)
    assert found.lead.differing == 2
    assert found.tested_lead is not None
    assert (found.tested_lead.over, found.tested_lead.verdict) == ("c", "significant")
    assert (found.counts.untestable, found.counts.significant) == (1, 2)
    assert (found.undecided, found.not_beaten) == ("b", ("a", "b"))


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_intervals_are_of_the_best_less_the_other(order: str) -> None:
    scores = {"a": [0.009, 0.008] * 5, "b": [0.005, 0.006] * 5}
    found = answered({name: scores[name] for name in order})
    assert found.lead is not None
    assert found.lead.interval is not None
    low, high = found.lead.interval
    assert 0 < low < found.lead.difference < high


def test_against_a_baseline_those_above_and_below_are_counted() -> None:
    found = answered({"a": HIGH, "b": MIDDLE, "c": LOW, "d": LOW}, against="b")
    assert (found.above, found.below) == (1, 2)
    beside = answered({"a": HIGH, "b": MIDDLE, "c": LOW}, against="c")
    assert beside.lead is None
    assert beside.tested_lead is not None
    assert beside.tested_lead.over == "c"


def test_systems_within_the_margin_are_equivalent_to_the_best() -> None:
    units = {"a": [0.9, 0.8] * 10, "b": [0.8, 0.9] * 9 + [0.8, 0.89]}
    assert answered(units, margin=5.0).equivalent == ("b",)


def test_attempts_count() -> None:
    systems = {"a": HIGH[:6], "b": LOW[:6]}
    assert answered(systems).situation == "winner"
    assert answered(systems, attempts=(("a", 12),)).situation == "untested"


def test_without_a_correction_the_number_of_pairs_does_not_limit_trials() -> None:
    systems = {name: [float(9 - place), 6.0 - place] * 15 for place, name in enumerate("abc")}
    assert answered(systems, trials=30).situation == "few_trials"
    assert answered(systems, trials=30, adjust="none").situation != "few_trials"

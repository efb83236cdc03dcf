"""The answer of a ranking in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from leaderboard.ranking.answer import answer_of
from leaderboard.report.features.answer import named, who
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tests.support.made_units import made_units

HIGH, MIDDLE, LOW = [9.0] * 10, [7.0] * 10, [2.0] * 10
UNEVEN = [12.0, 5.0] * 5


def said(systems: dict[str, Sequence[float]], **design: Any) -> str:
    units = made_units({"sum": [[scores] for scores in systems.values()]}, systems=[*systems])
    [family] = families(units, Design(draws=20, **design))
    return who(answer_of(family), family)


@pytest.mark.parametrize(
    ("copies", "expected"),
    [
        ("a", "a"),
        ("ab", "a (= b)"),
        ("abc", "a (= b = c)"),
        ("abcde", "a (= b = 3 more)"),
    ],
)
def test_a_system_comes_with_its_copies(copies: str, expected: str) -> None:
    assert named(list(copies)) == expected


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        ({"a": HIGH}, "Only one system: a"),
        (
            {"a": HIGH, "b": [8.0, *HIGH[1:]]},
            "No pair could be tested: the systems differ on too few documents (1; at least 6 are needed).",
        ),
        ({"a": HIGH, "b": LOW}, "a is better than b."),
        ({"a": HIGH, "b": MIDDLE, "c": LOW}, "a is best: significantly better than both other systems."),
        (
            {"a": HIGH, "b": HIGH, "c": MIDDLE, "d": LOW},
            "a and b are identical and best: significantly better than both other systems.",
        ),
        ({"a": HIGH, "b": UNEVEN}, "No difference between the 2 systems is significant."),
        ({"a": HIGH, "b": UNEVEN, "c": LOW}, "No clear winner: a and b cannot be told apart."),
        ({"*a*": HIGH, "<b>": LOW}, "*a* is better than <b>."),
    ],
)
def test_each_situation_has_its_sentence(systems: dict[str, Sequence[float]], expected: str) -> None:
    assert said(systems) == expected


def test_too_few_trials_are_named() -> None:
    expected = "No difference can be significant with 10 trials and 1 pair; leave out --trials."
    assert said({"a": HIGH * 3, "b": MIDDLE * 3}, trials=10) == expected

"""Pairs of systems of which some metrics prefer one, and some the other."""

from __future__ import annotations

import numpy as np

from leaderboard.correlation.coefficients import Disagreement, disagreements
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from tests.support.made_units import made_units

LOW, HIGH = [1, 2] * 5, [2, 3] * 5


def found(shared: list[list[int]], total: list[list[int]]) -> tuple[Disagreement, ...]:
    key = [4] * 10
    units = made_units(
        {"shared": [[row, key, key] for row in shared], "sum": np.array(total)[:, None]},
        systems=["beta", "alpha", "gamma"],
    )
    return disagreements(families(units, Design(draws=100)))


def test_metrics_that_contradict_each_other() -> None:
    assert found([LOW, HIGH, LOW], [HIGH, LOW, LOW]) == (
        Disagreement("beta", "alpha", ("sum",), ("shared",)),
    )


def test_a_tie_contradicts_nothing() -> None:
    assert found([LOW, HIGH, LOW], [LOW, HIGH, LOW]) == ()
    assert found([LOW, LOW, LOW], [HIGH, LOW, LOW]) == ()

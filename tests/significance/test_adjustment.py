"""Adjusted p-values and the values at which single verdicts turn."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.significance.adjustment import Procedure, adjusted, critical
from tests.oracles import slow_significance

METHODS = get_args(Procedure)
STATSMODELS = {"holm": "holm", "bonferroni": "bonferroni", "bh": "fdr_bh"}
# Close to where the steps of the procedures are.
SMALL_P_VALUES = st.lists(st.integers(0, 240).map(lambda n: n / 4000), min_size=1, max_size=9)
P_VALUES = st.lists(st.integers(0, 200).map(lambda n: n / 1000), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("method", "p", "expected"),
    [
        ("holm", [0.01, 0.011], [0.02, 0.02]),
        ("bonferroni", [0.01, 0.011], [0.02, 0.022]),
        ("bh", [0.01, 0.011], [0.011, 0.011]),
        ("holm", [0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ("bonferroni", [0.01, 0.04, 0.03, 0.005], [0.04, 0.16, 0.12, 0.02]),
        ("bh", [0.01, 0.04, 0.03, 0.005], [0.02, 0.04, 0.04, 0.02]),
        ("holm", [0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09]),
        ("bonferroni", [0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.1, 0.15, 0.2, 0.25]),
        ("bh", [0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.05, 0.05, 0.05, 0.05]),
        ("holm", [0.6, 0.7], [1.0, 1.0]),
        ("none", [0.6, 0.01], [0.6, 0.01]),
        ("holm", [], []),
    ],
)
def test_known_adjustments(method: Procedure, p: list[float], expected: list[float]) -> None:
    assert adjusted(np.array(p), method) == pytest.approx(np.array(expected), abs=1e-15)


@settings(deadline=None)
@given(P_VALUES, st.sampled_from(sorted(STATSMODELS)))
def test_adjusted_as_statsmodels_does(p: list[float], method: Procedure) -> None:
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]  # slow to load

    expected = multipletests(p, method=STATSMODELS[method])[1]
    assert adjusted(np.array(p), method) == pytest.approx(expected, abs=1e-12)


@given(P_VALUES, st.sampled_from(["holm", "bh"]))
def test_rejections_are_those_of_the_stepwise_definition(p: list[float], method: Procedure) -> None:
    alpha = 0.0501
    rejected = getattr(slow_significance, method)(p, alpha)
    assert (adjusted(np.array(p), method) <= alpha).tolist() == rejected


@settings(max_examples=500)
@given(SMALL_P_VALUES, st.sampled_from(METHODS), st.data())
def test_a_verdict_turns_at_the_critical_value(
    p: list[float], method: Procedure, data: st.DataObject
) -> None:
    alpha = 0.0501
    place = data.draw(st.integers(0, len(p) - 1))
    limit = critical(np.array(p), method, alpha)[place]
    for nudge, significant in ((1 - 1e-9, True), (1 + 1e-9, False)):
        moved = np.array(p)
        moved[place] = limit * nudge
        assert (adjusted(moved, method)[place] <= alpha) == significant


@pytest.mark.parametrize("method", METHODS)
def test_verdicts_of_three_turn_at_the_critical_value(method: Procedure) -> None:
    """Every triple of p-values on both sides of the steps of alpha / 3, alpha / 2 and alpha."""
    alpha = 0.05
    for p in product((0.004, 0.0168, 0.024, 0.026, 0.034, 0.049, 0.06), repeat=3):
        limits = critical(np.array(p), method, alpha)
        for place, nudge in product(range(3), (1 - 1e-9, 1 + 1e-9)):
            moved = np.array(p)
            moved[place] = limits[place] * nudge
            assert (adjusted(moved, method)[place] <= alpha) == (nudge < 1)


def test_a_p_value_at_a_step_of_holm_is_rejected() -> None:
    assert critical(np.array([0.025, 0.05]), "holm", 0.05).tolist() == [0.025, 0.05]
    assert critical(np.array([0.01, 0.025]), "holm", 0.05).tolist() == [0.05, 0.05]


def test_known_critical_values_of_benjamini_and_hochberg() -> None:
    """Alone, with a larger one, and beside one that is not rejected even if this one is 0."""
    for p, expected in (([0.5], [1]), ([0.01, 0.5], [1, 2]), ([0.04, 0.5, 0.6], [1, 1, 1])):
        limits = critical(np.array(p), "bh", 0.05)
        assert limits == pytest.approx(0.05 * np.array(expected) / len(p))


def test_no_p_values_have_no_critical_values() -> None:
    for method in METHODS:
        assert len(critical(np.array([]), method, 0.05)) == 0


@pytest.mark.parametrize("pairs", [3, 6, 12, 24, 41, 48, 53])
@pytest.mark.parametrize("method", ["holm", "bh", "none"])
def test_p_values_at_the_level_itself_are_not_lost_to_rounding(pairs: int, method: Procedure) -> None:
    p = np.full(pairs, 0.05)
    assert (adjusted(p, "bh") <= 0.05).all()
    limit = critical(p, method, 0.05)
    assert ((adjusted(p, method) <= 0.05) == (p <= limit)).all()


def test_seven_of_ten_at_the_step_of_benjamini_and_hochberg_are_rejected() -> None:
    p = np.array([35 / 1000] * 7 + [0.9] * 3)
    assert adjusted(p, "bh")[:7].tolist() == [0.05] * 7
    assert (critical(p, "bh", 0.05)[:7] >= p[:7]).all()


@pytest.mark.parametrize("trials", [999, 9999, 127])
@pytest.mark.parametrize("alpha", ["0.01", "0.05", "0.1"])
def test_every_exact_tie_with_a_step_of_benjamini_and_hochberg_is_rejected(trials: int, alpha: str) -> None:
    for pairs in range(1, 80):
        for rank in range(1, pairs + 1):
            hits = Fraction(alpha) * rank / pairs * (trials + 1)
            if hits.denominator == 1:
                p = np.array([int(hits) / (trials + 1)] * rank + [1.0] * (pairs - rank))
                assert adjusted(p, "bh")[:rank].tolist() == [float(alpha)] * rank
                assert critical(p, "bh", float(alpha))[0] == pytest.approx(float(alpha) * rank / pairs)


@given(P_VALUES)
def test_no_adjusted_p_value_is_below_the_p_value(p: list[float]) -> None:
    assert (adjusted(np.array(p), "bh") >= p).all()

"""Coefficients against SciPy's, and what they say where little can be said."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from leaderboard.correlation.coefficients import (
    Correlation,
    Points,
    constant_columns,
    correlations,
    fisher,
    p_value,
    pearson,
    spearman,
)
from leaderboard.metrics.metric import Floats
from leaderboard.significance.pairing import kendall

# F1 of five systems by three metrics, and what SciPy 1.17 says of them.
MUC, BCUB, LEA = ([0.71, 0.67, 0.68, 0.66, 0.64], [0.58, 0.55, 0.54, 0.53, 0.52], [0.4, 0.5, 0.5, 0.3, 0.4])


def points(**columns: list[float]) -> Points:
    values = {name: np.array(column) for name, column in columns.items()}
    count = len(next(iter(columns.values())))
    return Points(tuple(f"s{n}" for n in range(count)), {"recall": {}, "precision": {}, "f1": values})


def test_three_metrics_of_five_systems() -> None:
    found = correlations(points(muc=MUC, bcub=BCUB, lea=LEA))
    assert [(one.first, one.second, one.points) for one in found] == [
        ("muc", "bcub", 5),
        ("muc", "lea", 5),
        ("bcub", "lea", 5),
    ]
    for one, (first, second) in zip(found, combinations((MUC, BCUB, LEA), 2), strict=True):
        expected = stats.pearsonr(first, second)
        interval = expected.confidence_interval(0.95)
        assert one.pearson == pytest.approx(expected.statistic, abs=1e-14)
        assert one.p_value == pytest.approx(expected.pvalue, rel=1e-10)
        assert (one.low, one.high) == pytest.approx((interval.low, interval.high), abs=1e-12)
        assert one.spearman == pytest.approx(stats.spearmanr(first, second).statistic, abs=1e-14)
        assert one.kendall == pytest.approx(stats.kendalltau(first, second).statistic, abs=1e-14)


def undefined(points: int) -> Correlation:
    return Correlation(
        first="muc",
        second="lea",
        quantity="f1",
        points=points,
        pearson=None,
        p_value=None,
        low=None,
        high=None,
        spearman=None,
        kendall=None,
    )


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=3, max_size=30))
def test_any_columns(pairs: list[tuple[int, int]]) -> None:
    one, other = (np.array(column) / 20 for column in zip(*pairs, strict=True))
    (found,) = correlations(points(muc=one.tolist(), lea=other.tolist()))
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        assert found == undefined(len(pairs))
        return
    assert found.pearson == pytest.approx(stats.pearsonr(one, other).statistic, abs=1e-12)
    assert found.spearman == pytest.approx(stats.spearmanr(one, other).statistic, abs=1e-12)
    assert found.kendall == pytest.approx(stats.kendalltau(one, other).statistic, abs=1e-12)
    assert found.pearson is not None
    assert found.low is None or (
        found.high is not None and found.low - 1e-12 <= found.pearson <= found.high + 1e-12
    )


def test_the_order_of_systems_does_not_matter() -> None:
    generator = np.random.default_rng(1)
    one, other = generator.random((2, 50))
    order = generator.permutation(50)
    for coefficient in (pearson, spearman, lambda one, other: kendall(one, other[:, None])):
        assert coefficient(one, other) == coefficient(one[order], other[order])
        assert coefficient(one, other) == coefficient(other, one)


def test_two_points_lie_on_a_line() -> None:
    (found,) = correlations(points(muc=[0.1, 0.2], lea=[0.4, 0.3]))
    assert (found.pearson, found.p_value, found.low, found.high) == (-1, 1, None, None)


def test_one_point_says_nothing() -> None:
    (found,) = correlations(points(muc=[0.1], lea=[0.4]))
    assert found == undefined(1)
    assert constant_columns(points(muc=[0.1], lea=[0.4])) == []


def test_no_interval_below_four_points() -> None:
    assert fisher(0.5, 3, 0.05) == (None, None)
    low, high = fisher(0.5, 4, 0.05)
    assert low == pytest.approx(math.tanh(math.atanh(0.5) - stats.norm.ppf(0.975)))
    assert high == pytest.approx(math.tanh(math.atanh(0.5) + stats.norm.ppf(0.975)))


@pytest.mark.parametrize("r", [1.0, -1.0])
def test_a_perfect_line(r: float) -> None:
    assert p_value(r, 5) == 0
    assert fisher(r, 5, 0.05) == (r, r)


def test_a_constant_column_is_named() -> None:
    assert constant_columns(points(muc=[0.1, 0.1 + 1e-16, math.nan], lea=[0.2, 0.3, 0.4])) == [("muc", "f1")]


def test_unknown_scores_leave_their_point_out() -> None:
    (found,) = correlations(points(muc=[*MUC, math.nan, 0.9], lea=[*LEA, 0.9, math.nan]))
    (expected,) = correlations(points(muc=MUC, lea=LEA))
    assert found == expected


def test_intervals_from_draws_are_added() -> None:
    (found,) = correlations(points(muc=MUC, lea=LEA), drawn={("f1", "muc", "lea"): (0.1, 0.2)})
    assert (found.bootstrap_low, found.bootstrap_high) == (0.1, 0.2)


def test_only_some_metrics() -> None:
    kept = points(muc=MUC, bcub=BCUB, lea=LEA).only(["lea", "muc"])
    assert list(kept.values["f1"]) == ["muc", "lea"]


def test_recall_and_precision_come_before_f1() -> None:
    column: Floats = np.array(MUC)
    both = {"muc": column, "lea": np.array(LEA)}
    found = correlations(Points(("a",) * 5, {"recall": both, "precision": both, "f1": both}))
    assert [one.quantity for one in found] == ["recall", "precision", "f1"]

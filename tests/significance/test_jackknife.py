"""Standard errors, degrees of freedom and t intervals, by leaving out one unit after the other."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student_t

from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Family
from leaderboard.significance.resampling import effective, sampling
from tests.oracles import slow_significance
from tests.support.made_units import made_units, metric, random_units, reordered

T = Design(interval="t", draws=10, trials=99, adjust="shaffer")


def only(units: Units, design: Design = T) -> Family:
    [family] = families(units, design)
    return family


def weighted(units: Units, *rows: Floats) -> Units:
    return replace(units, weights={units.metrics[0].name: np.array(rows, dtype=np.float64)})


def rows_of(units: Units, system: int) -> list[list[int]]:
    return units.sums["four"][system].T.round().astype(int).tolist()


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([[9], [6, 8], [2, 7], [5, 5, 5], [3, 2, 4], [1, 6], [2, 1]]))
def test_errors_are_those_of_leaving_out(seed: int, sizes: list[int]) -> None:
    """Everything anew, in fractions, from the definition."""
    generator = np.random.default_rng(seed)
    datasets = [number for number, size in enumerate(sizes) for _ in range(size)]
    key = generator.integers(3, 20, len(datasets))
    right = generator.integers(0, key + 1, (3, len(key)))
    right[2, :-1] = right[1, :-1]
    sums = np.stack([right, np.broadcast_to(key, right.shape), right, right + 2], axis=1)
    units = weighted(made_units({"four": sums}, datasets), key)
    family = only(units)
    of = slow_significance.jackknife
    for system in range(3):
        error, df = of(rows_of(units, system), None, datasets, key.tolist())
        _same(family.score_errors.error[system], family.score_errors.df[system], error, df)
    for pair, (one, other) in enumerate(zip(family.pairing.first, family.pairing.second, strict=True)):
        error, df = of(rows_of(units, one), rows_of(units, other), datasets, key.tolist())
        if family[pair].verdict in ("identical", "untestable"):
            error = None
        _same(family.errors.error[pair], family.errors.df[pair], error, df)


def _same(error: float, df: float, expected: float | None, expected_df: float) -> None:
    if expected is None:
        assert np.isnan(error)
        assert np.isnan(df)
    else:
        assert error == pytest.approx(expected, rel=1e-9)
        assert df == pytest.approx(expected_df, rel=1e-9)


def test_intervals_are_the_estimate_with_t_standard_errors() -> None:
    family = only(random_units(4, 30, names=("four",)))
    for row in family:
        reach = student_t.ppf(0.975, row.df) * row.difference_error
        joint = student_t.ppf(1 - 0.025 / 6, row.df) * row.difference_error
        assert row.interval == pytest.approx((row.difference - reach, row.difference + reach))
        assert row.interval_joint == pytest.approx((row.difference - joint, row.difference + joint))
        assert row.df == pytest.approx(29)
    for score, error, bounds in zip(
        family.scores, family.score_errors.error, family.score_intervals.bounds, strict=True
    ):
        reach = student_t.ppf(0.975, 29) * error / (score * (1 - score))
        assert np.log(bounds / (1 - bounds)) == pytest.approx(
            np.log(score / (1 - score)) + np.array([-1, 1]) * reach
        )


def test_joint_intervals_are_the_single_ones_where_nothing_is_corrected_or_only_one_pair_is() -> None:
    units = random_units(3, 30, names=("four",))
    for family in (only(units, replace(T, adjust="none")), only(reordered(units, [0, 1]))):
        assert np.array_equal(family.joint, family.intervals.bounds)
    drawn = only(units, replace(T, interval="percentile"))
    assert np.isnan(drawn.joint).all()
    assert np.array_equal(drawn.errors.error, only(units).errors.error)


def test_bounds_lie_within_where_scores_end() -> None:
    sums = np.array(
        [
            [[1] * 6, [1, 1, 1, 1, 1, 9], [1] * 6, [1] * 6],
            [[0, 0, 0, 0, 0, 1], [9] * 6, [0] * 5 + [1], [9] * 6],
        ]
    )
    family = only(made_units({"four": sums}), replace(T, alpha=0.05, trials=100))
    bounds = family.score_intervals.bounds
    assert ((bounds > 0) & (bounds < 1)).all()
    assert (bounds[:, 0] < family.scores).all()
    assert (family.scores < bounds[:, 1]).all()
    assert (np.abs(family.intervals.bounds) <= 1).all()


def test_a_sum_is_known_as_well_as_its_terms_vary() -> None:
    values = np.random.default_rng(1).normal(0, 1, 30)
    family = only(made_units({"sum": [[values], [values * 0]]}))
    # Leaving out a unit of n leaves a sum of n - 1, so the influence is (n - 1) times that of a mean.
    assert family.errors.error[0] == pytest.approx(29 * values.std(ddof=1) / sqrt(30))


def test_the_effective_number_of_units() -> None:
    assert effective(np.ones(7)) == pytest.approx(7)
    assert effective(np.array([8.0, 1, 1])) == pytest.approx(100 / 66)
    assert effective(np.array([1.0, 0])) == 1
    assert effective(np.zeros(3)) == 0
    some = np.array([[True, False, True], [False] * 3])
    assert effective(np.array([1.0, 5, 1]), some).tolist() == [2, 0]


def test_weights_are_mean_shares_of_the_key() -> None:
    units = weighted(random_units(2, 4, names=("four",)), np.array([1, 1, 2, 0]), np.zeros(4))
    assert sampling(units, metric("four")).weights == pytest.approx(np.array([1, 1, 2, 0]) / 8)
    nothing = weighted(units, np.zeros(4))
    assert sampling(nothing, metric("four")).weights.tolist() == [1] * 4
    two = weighted(random_units(2, 4, datasets=2, names=("four",)), np.array([1, 3, 0, 0]))
    assert sampling(two, metric("four")).weights == pytest.approx([0.25, 0.75, 1, 1])


@pytest.mark.parametrize(
    ("sizes", "drawn", "fixed"),
    [
        ([5, 4, 1], [5], [("set1", 4), ("set2", 1)]),
        ([4, 2, 1], [4, 2], [("set2", 1)]),
        ([1, 1], [], [("set0", 1), ("set1", 1)]),
        ([7], [7], []),
    ],
)
def test_small_datasets_are_taken_as_they_are(
    sizes: list[int], drawn: list[int], fixed: list[tuple[str, int]]
) -> None:
    datasets = [number for number, size in enumerate(sizes) for _ in range(size)]
    units = made_units({"sum": np.random.default_rng(0).normal(size=(2, 1, len(datasets)))}, datasets)
    found = sampling(units, units.metrics[0])
    assert [part.stop - part.start for part in found.strata] == drawn
    assert list(found.fixed) == fixed
    assert found.effective_units == sum(drawn)
    remarks = [one.record for one in only(units).remarks if one.kind == "fixed_datasets"]
    assert remarks == (
        [{"kind": "fixed_datasets", "datasets": tuple(fixed), "unit": "document"}] if fixed and drawn else []
    )
    assert np.isnan(only(units).score_errors.error).all() == (not drawn)


def test_nothing_is_known_where_no_score_varies() -> None:
    family = only(made_units({"sum": [[[3] * 8], [[2] * 8]]}))
    assert (family[0].verdict, family[0].interval, family[0].df) == ("significant", None, None)
    one = only(made_units({"sum": [[[3]], [[2]]]}))
    assert np.isnan(one.score_intervals.bounds).all()


def test_another_system_changes_no_interval() -> None:
    units = weighted(random_units(5, 30, datasets=2, names=("four",)), np.arange(30))
    whole, part = only(units), only(reordered(units, [3, 1, 2]))
    few = within(whole, units.systems[1:4])
    for family in (part, few):
        rows = {frozenset((row.first, row.second)): row for row in whole}
        for row in family:
            other = rows[frozenset((row.first, row.second))]
            assert (row.difference_error, row.df) == (other.difference_error, other.df)
    assert few.joint == pytest.approx(np.sort(few.joint, axis=1))
    assert (few.joint[:, 0] > whole.joint[4:7, 0][:0].sum() - 1).all()


def test_the_order_of_units_does_not_matter() -> None:
    units = weighted(random_units(3, 30, names=("four",)), np.arange(30))
    order = np.random.default_rng(2).permutation(30)
    turned = replace(
        units,
        sums={"four": units.sums["four"][:, :, order]},
        weights={"four": units.weights["four"][:, order]},
    )
    for one, other in zip(only(units), only(turned), strict=True):
        assert (one.difference_error, one.df) == pytest.approx((other.difference_error, other.df), rel=1e-12)

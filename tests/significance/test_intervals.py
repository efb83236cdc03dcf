"""Percentile and BCa intervals against plain formulas and SciPy, and the jackknife below them."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import bootstrap

from leaderboard.report.words.remarks import sentences
from leaderboard.scoresheet import mean_score
from leaderboard.significance import resampling
from leaderboard.significance.design import Design, Interval
from leaderboard.significance.families import families
from leaderboard.significance.intervals import bca, percentile
from leaderboard.significance.jackknife import acceleration, influence, scores_without
from leaderboard.significance.resampling import resamples, score_draws
from leaderboard.threads import Work
from tests.support.made_units import made_units, random_units


def test_percentiles_interpolate_between_draws() -> None:
    draws = np.array([np.arange(101.0)[::-1], np.arange(101.0) / 2])
    assert percentile(draws, 0.05).bounds == pytest.approx(np.array([[2.5, 97.5], [1.25, 48.75]]))
    assert percentile(draws, 0.1).bounds == pytest.approx(np.quantile(draws, [0.05, 0.95], axis=1).T)


@pytest.mark.parametrize("alpha", [0, 0.02, 0.3, 0.7])
def test_percentiles_of_few_draws_reach_the_last(alpha: float) -> None:
    draws = np.array([[3.0, 1, 4, 1.5, 9], [2, 6, 5, 3.5, 8]])
    found = percentile(draws, alpha)
    assert found.bounds == pytest.approx(np.quantile(draws, [alpha / 2, 1 - alpha / 2], axis=1).T)
    assert found.degenerate.dtype == np.bool_


def test_draws_depend_on_no_size_of_the_working_set(monkeypatch: pytest.MonkeyPatch) -> None:
    units = random_units(3, 14, datasets=3, names=("four", "mean"))
    whole = score_draws(units, 1100, 6)
    monkeypatch.setattr(resampling, "WORKING_SET", 1)
    for name, drawn in score_draws(units, 1100, 6).items():
        assert np.array_equal(drawn, whole[name])


def test_leaving_out_a_unit_is_scoring_the_rest() -> None:
    units = random_units(3, 9, datasets=2, names=("four",))
    without = scores_without(units, units.metrics[0])
    for unit in range(9):
        rest = np.delete(np.arange(9), unit)
        expected = mean_score(units.metrics[0], units.sums["four"][:, :, rest], units.dataset[rest]).f1
        assert without[:, unit] == pytest.approx(expected, abs=1e-14)


def test_bca_is_its_formula() -> None:
    generator = np.random.default_rng(0)
    draws = generator.gamma(2, 1, (1, 999)).round(2)
    observed, skewness = np.array([1.9]), np.array([0.07])
    normal = NormalDist()
    bias = normal.inv_cdf(float((draws < observed).mean() + (draws == observed).mean() / 2))
    levels = [
        normal.cdf(bias + (bias + z) / (1 - 0.07 * (bias + z)))
        for z in (normal.inv_cdf(0.05), normal.inv_cdf(0.95))
    ]
    found = bca(draws, observed, skewness, 0.1)
    assert found.bounds[0] == pytest.approx(np.quantile(draws[0], levels), abs=1e-12)
    assert not found.degenerate.any()


def test_acceleration_of_one_dataset_is_that_of_efron() -> None:
    values = np.random.default_rng(1).gamma(2, 1, (2, 30))
    off = values.mean(axis=1, keepdims=True) - values
    expected = (off**3).sum(axis=1) / (6 * (off**2).sum(axis=1) ** 1.5)
    dataset = np.zeros(30, dtype=np.int64)
    assert acceleration(influence(values, dataset), dataset) == pytest.approx(expected)


def test_acceleration_of_several_datasets_is_the_formula_of_davison_and_hinkley() -> None:
    dataset = np.repeat([0, 1, 2], [5, 9, 4])
    values = np.random.default_rng(8).gamma(2, 0.01, (2, 18))
    for row, found in zip(values, acceleration(influence(values, dataset), dataset), strict=True):
        cubes = squares = 0.0
        for number in range(3):
            own = row[dataset == number]
            off = [(len(own) - 1) * (own.mean() - value) for value in own]
            cubes += sum(each**3 for each in off) / len(own) ** 3
            squares += sum(each**2 for each in off) / len(own) ** 2
        assert found == pytest.approx(cubes / squares**1.5 / 6)
    assert np.isnan(acceleration(np.zeros((1, 18)), dataset)).all()


def test_one_degenerate_row_leaves_the_others() -> None:
    draws = np.tile(np.random.default_rng(9).normal(size=200), (3, 1))
    found = bca(draws, np.array([0.1, 0.1, 9.0]), np.array([0.02, 0.9, 0.02]), 0.05)
    assert found.degenerate.tolist() == [False, True, True]
    assert found.bounds[1].tolist() == found.bounds[2].tolist() != found.bounds[0].tolist()


def test_bca_agrees_with_scipy() -> None:
    values = np.random.default_rng(2).gamma(1, 1, 60)
    units = made_units({"sum": [[values], [values * 0]]})
    (family,) = families(units, Design(draws=20_000, interval="bca", trials=100))
    theirs = bootstrap((values,), np.sum, n_resamples=20_000, method="BCa", vectorized=True, rng=3)
    expected = [theirs.confidence_interval.low, theirs.confidence_interval.high]
    assert family.score_intervals.bounds[0] == pytest.approx(expected, rel=0.02)
    assert family.intervals.bounds[0] == pytest.approx(family.score_intervals.bounds[0])


@pytest.mark.parametrize(
    ("draws", "observed", "skewness"),
    [
        ([1.0, 2.0, 3.0], 0.0, 0.0),
        ([1.0, 2.0, 3.0], 4.0, 0.0),
        ([1.0, 2.0, 3.0], 2.0, np.nan),
        ([1.0, 2.0, 3.0], 2.0, 0.9),
    ],
    ids=["all above", "all below", "no variation", "a pole"],
)
def test_degenerate_bca_is_percentile(draws: list[float], observed: float, skewness: float) -> None:
    found = bca(np.array([draws]), np.array([observed]), np.array([skewness]), 0.05)
    assert found.degenerate.tolist() == [True]
    assert found.bounds == pytest.approx(percentile(np.array([draws]), 0.05).bounds)


def test_a_note_says_where_percentiles_stand_in_for_bca() -> None:
    generator = np.random.default_rng(4)
    first = generator.normal(0.5, 1, 40)
    same = np.ones(40)
    units = made_units({"sum": [[first], [same], [same], [same + 1]]})
    (family,) = families(units, Design(draws=1, interval="bca"))
    assert family.score_intervals.degenerate.tolist() == [True, False, False, False]
    assert family.intervals.degenerate.tolist() == [True, True, True, False, False, False]
    note = "BCa intervals do not exist for 3 differences and 1 score; percentile intervals are used instead."
    assert note in sentences(family.remarks)
    assert [family[pair].interval for pair in (3, 4)] == [None, None]


def test_draws_have_the_mean_and_spread_of_the_bootstrap() -> None:
    values = np.random.default_rng(5).normal(1, 2, 50)
    drawn = score_draws(made_units({"sum": [[values]]}), 20_000, 1, Work(2))["sum"]
    assert drawn.shape == (1, 20_000)
    assert drawn.mean() == pytest.approx(values.sum(), abs=4 * values.std() * np.sqrt(50 / 20_000))
    assert drawn.std() == pytest.approx(values.std() * np.sqrt(50), rel=0.03)


def test_a_draw_is_the_score_of_the_resampled_units() -> None:
    units = random_units(3, 14, datasets=3, names=("four", "mean"))
    weights = resamples(6, 0, units.dataset)[:, :20]
    drawn = score_draws(units, 20, 6)
    for metric in units.metrics:
        for draw, weight in enumerate(weights.T):
            expected = mean_score(metric, units.sums[metric.name] * weight, units.dataset).f1
            assert drawn[metric.name][:, draw] == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("kind", ["percentile", "bca"])
def test_coverage_of_a_difference_is_near_its_level(kind: Interval) -> None:
    generator = np.random.default_rng(6)
    inside = 0
    for _ in range(200):
        units = made_units({"sum": generator.gamma(2, 1, (2, 1, 60))})
        (family,) = families(units, Design(draws=300, trials=1, interval=kind))
        low, high = family[0].interval
        inside += low <= 0 <= high
    assert 0.88 <= inside / 200 <= 0.99

"""The smallest detectable difference, between outputs and methods, by its formula and by simulated tests."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

from leaderboard.errors import NothingToDo
from leaderboard.remark import remark
from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.power import PLANNED, run_power, sensitivities, standard_errors
from leaderboard.significance.resampling import score_draws
from tests.significance.test_runs import random_runs, shuffled, with_runs
from tests.support.made_units import made_units, random_units


def test_the_detectable_difference_is_a_multiple_of_the_standard_error() -> None:
    units = random_units(4, 50, names=("four", "shared"))
    found = sensitivities(units, alpha=0.05, draws=500, seed=3, sizes=(50, 200))
    draws = score_draws(units, 500, 3)
    z = NormalDist().inv_cdf
    for one in found:
        pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)]
        scores = draws[one.metric]
        errors = [np.std(scores[a] - scores[b], ddof=1) for a, b in pairs]
        smallest = (z(0.975) + z(0.8)) * np.array(errors)
        assert one.pairs == 6
        assert one.standard_error == pytest.approx(np.median(errors))
        assert (one.single.low, one.single.median, one.single.high) == pytest.approx(
            (smallest.min(), np.median(smallest), smallest.max())
        )
        assert one.corrected.alpha == 0.05 / 6
        assert one.corrected.median == pytest.approx((z(1 - 0.025 / 6) + z(0.8)) * np.median(errors))
        assert one.curve[0] == (one.single, one.corrected)
        assert one.curve[1][0].median == pytest.approx(one.single.median / 2)
        assert one.curve[1][1].units == 200


def test_standard_errors_are_those_of_a_paired_sum() -> None:
    first, second = np.random.default_rng(0).normal(0, 1, (2, 80))
    units = made_units({"sum": [[first], [second]]})
    errors = standard_errors(score_draws(units, 10_000, 1)["sum"], all_pairs(2))
    assert errors == pytest.approx([np.sqrt(80) * (first - second).std()], rel=0.03)


def test_a_difference_of_that_size_is_found_four_times_in_five() -> None:
    generator = np.random.default_rng(7)
    found = 0
    for _ in range(200):
        noise = generator.normal(0, 1, 60)
        flat = made_units({"sum": [[noise - noise.mean()], [np.zeros(60)]]})
        (power,) = sensitivities(flat, draws=200)
        moved = generator.normal(power.single.median / 60, 1, 60)
        (family,) = families(made_units({"sum": [[moved], [np.zeros(60)]]}), Design(trials=999, draws=2))
        found += family[0].verdict == "significant"
    assert found / 200 == pytest.approx(0.8, abs=0.09)


def test_one_system_has_no_power() -> None:
    with pytest.raises(NothingToDo, match="needs two"):
        sensitivities(random_units(1, 30))


def test_identical_pairs_have_nothing_to_detect() -> None:
    units = made_units({"sum": [[[5, 0, 3, 1]], [[1, 4, 3, 0]], [[5, 0, 3, 1]]]})
    [found] = sensitivities(units, draws=200)
    assert (found.pairs, found.identical) == (1, 1)
    assert found.single.low > 0


def test_without_any_difference_there_is_no_power() -> None:
    with pytest.raises(NothingToDo, match="all systems are identical"):
        sensitivities(made_units({"sum": [[[5, 0]], [[5, 0]]]}), draws=200)


FEW = Design(trials=5, draws=2)


def effects(generator: np.random.Generator, runs: int, units: int, between: float, apart: float = 0) -> Units:
    """Two methods whose runs differ by ``between``, over documents of unit variance."""
    shift = generator.normal(0, between, (2, runs)) + np.array([[apart], [0]])
    common = generator.normal(0, 1, (2, 1, units))
    values = common + shift[..., None]
    return with_runs(made_units({"sum": values.reshape(2 * runs, 1, units) / units}), (runs, runs))


def test_the_detectable_difference_is_by_the_formula() -> None:
    units = random_runs(runs=(3, 2))
    [found] = run_power(units, sizes=(20, 60))
    [row] = families(units, FEW)[0]
    scores = units.run_scores(units.metrics[0]).f1
    spread = np.var(scores[:3], ddof=1), np.var(scores[3:], ddof=1)
    between = spread[0] / 3, spread[1] / 2
    assert row.difference_error is not None
    assert row.df is not None
    documents = row.difference_error**2 - sum(between)
    # Both have the degrees of freedom of two runs.
    below = row.difference_error**4 / row.df - between[0] ** 2 - between[1] ** 2
    assert (found.documents, found.between) == pytest.approx((documents, sum(between)))
    assert [plan.runs for plan in found.plans] == list(PLANNED) == [2, 3, 5, 10]
    for plan in found.plans:
        for (single, corrected), size in zip(plan.curve, (20, 60), strict=True):
            terms = [value / plan.runs for value in spread]
            variance = documents * 20 / size + sum(terms)
            df = variance**2 / (below * (20 / size) ** 3 + sum(term**2 for term in terms) / (plan.runs - 1))
            factor = stats.t.ppf(0.975, df) + stats.t.ppf(0.8, df)
            assert single == corrected
            assert single.units == size
            assert (single.low, single.median, single.high) == pytest.approx((factor * variance**0.5,) * 3)


def test_pairs_are_those_that_t_tests() -> None:
    [found] = run_power(random_runs(), sizes=(20,))
    assert found.pairs == 5
    [(single, corrected)] = found.plans[0].curve
    assert corrected.alpha == 0.05 / 6
    assert single.low < single.median < single.high < corrected.high


def test_one_run_each_has_no_plans() -> None:
    assert run_power(random_units(3, 20), sizes=(20,)) == ()


def test_nothing_is_planned_where_nothing_varies() -> None:
    assert run_power(random_runs(units=4, datasets=4), sizes=(4,)) == ()
    assert run_power(shuffled(random_runs(runs=(2, 2)), [0, 0, 0, 0]), sizes=(20,)) == ()


@pytest.mark.parametrize(("between", "more"), [(1.0, "runs"), (0.01, "documents")])
def test_the_larger_part_of_the_variance_says_what_helps_more(between: float, more: str) -> None:
    units = effects(np.random.default_rng(3), 3, 40, between)
    [found] = run_power(units, sizes=(40,))
    assert found.remarks == (remark("helps_more", more=more),)


def test_a_difference_of_that_size_between_methods_is_found_four_times_in_five() -> None:
    generator = np.random.default_rng(11)
    [planned] = run_power(effects(generator, 400, 4000, 0.1), sizes=(30,))
    [(single, _)] = [plan.curve[0] for plan in planned.plans if plan.runs == 5]
    hits = sum(
        families(effects(generator, 5, 30, 0.1, single.median), FEW)[0][0].verdict == "significant"
        for _ in range(400)
    )
    assert 0.76 <= hits / 400 <= 0.92

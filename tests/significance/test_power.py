"""The smallest detectable difference, by its formula and by simulated tests."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from leaderboard.errors import NothingToDo
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.power import sensitivities, standard_errors
from leaderboard.significance.resampling import score_draws
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

"""Speed of the tests: run with ``pytest --benchmark-only``."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from scipy.stats import permutation_test

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats
from leaderboard.ranking.letters import letters
from leaderboard.scoresheet import Units, mean_score
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.pairing import all_pairs
from leaderboard.significance.randomization import randomization
from tests.support.made_units import random_units

NAMES = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll")
SHAPES = {"bcub": "four", "lea": "four", "blanc": "blanc"}


def units_of_all_metrics(systems: int, documents: int) -> Units:
    """Eight metrics with sums of their own, but for the average, which repeats those it averages."""
    made = {
        name: random_units(systems, documents, seed, names=(SHAPES.get(name, "shared"),))
        for seed, name in enumerate(NAMES[:-1])
    }
    sums: dict[str, Floats] = {name: units.sums[SHAPES.get(name, "shared")] for name, units in made.items()}
    sums["conll"] = np.concatenate([sums[name] for name in ("muc", "bcub", "ceafe")], axis=1)
    metrics = tuple(METRICS[name](MetricOptions()) for name in NAMES)
    plain = made["muc"]
    return Units(plain.systems, plain.names, plain.dataset, metrics, sums)


@pytest.mark.parametrize("systems", [14, 30])
def test_randomization_of_all_pairs_by_all_metrics(benchmark: BenchmarkFixture, systems: int) -> None:
    units = units_of_all_metrics(systems, 348)
    pairing = all_pairs(systems)
    scores = [mean_score(metric, units.sums[metric.name], units.dataset).f1 for metric in units.metrics]
    differences = [score[pairing.first] - score[pairing.second] for score in scores]
    found = benchmark(randomization, units, pairing, differences, (10_000,), 1, 2)
    assert len(found) == 8


@pytest.mark.parametrize("systems", [14, 30])
def test_families_with_intervals(benchmark: BenchmarkFixture, systems: int) -> None:
    units = units_of_all_metrics(systems, 348)
    found = benchmark(families, units, Design(trials=10_000), 2)
    assert len(found[0]) == systems * (systems - 1) // 2


def test_exact_pairs_of_a_small_test_set(benchmark: BenchmarkFixture) -> None:
    units = units_of_all_metrics(14, 12)
    found = benchmark(families, units, Design(), 2)
    assert found[0].p_values.exact.all()


def test_letters_of_two_hundred_systems(benchmark: BenchmarkFixture) -> None:
    apart = np.triu(np.random.default_rng(0).random((200, 200)) < 0.5, k=1)
    assert len(benchmark(letters, apart | apart.T)) == 200


def test_scipy_on_one_pair_and_metric(benchmark: BenchmarkFixture) -> None:
    """What one of the 91 x 8 tests of fourteen systems takes where it is called once for each."""
    units = units_of_all_metrics(2, 348)
    metric = units.metrics[1]
    table = np.concatenate(list(units.sums[metric.name]), axis=1)

    def difference(first: Floats, second: Floats, axis: int) -> Floats:
        totals = [table[:, side.astype(np.int64)].sum(axis=-1) for side in (first, second)]
        return metric.score(totals[0]).f1 - metric.score(totals[1]).f1

    places = np.arange(348.0)
    found = benchmark(
        permutation_test,
        (places, 348 + places),
        difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=10_000,
        batch=500,
        rng=1,
    )
    assert 0 < found.pvalue <= 1

"""Sums of systems: scores of datasets, units of documents, and rounding that makes addition exact."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.links import RAND
from leaderboard.metrics.mentions import MENTIONS
from leaderboard.scoresheet import PartName, Scoresheet, exact, mean_of_runs, mean_score

# Two datasets, out of order; "x" is a document of two parts in one and another document in the other.
PARTS = (
    PartName("nl", "x", 0),
    PartName("en", "x", 1),
    PartName("en", "y", 0),
    PartName("en", "x", 0),
)
# Common, key's and response's mentions, of two systems.
SUMS = np.array(
    [
        [[4, 1, 2, 3], [4, 2, 4, 4], [8, 1, 2, 3]],
        [[0, 2, 4, 4], [4, 2, 4, 4], [0, 2, 4, 4]],
    ],
    dtype=np.float64,
)
SHEET = Scoresheet(("good", "half"), PARTS, 14, (MENTIONS,), {"mentions": SUMS})


def test_a_score_is_the_mean_over_datasets_of_scores_of_totals() -> None:
    scores = SHEET.scores(MENTIONS)
    assert scores.recall is not None
    assert scores.precision is not None
    assert scores.recall.tolist() == [(6 / 10 + 1) / 2, (1 + 0) / 2]
    assert scores.precision.tolist() == [(1 + 4 / 8) / 2, (1 + 0) / 2]
    assert scores.f1 == pytest.approx([(12 / 16 + 8 / 12) / 2, 0.5], abs=1e-15)


def test_a_metric_without_recall_has_none_of_datasets_either() -> None:
    scores = mean_score(RAND, np.array([[1.0, 1.0], [2.0, 4.0]]), np.array([0, 1]))
    assert scores.recall is None
    assert scores.precision is None
    assert scores.f1 == 0.375


def test_units_are_documents_or_parts_in_order_of_name() -> None:
    documents = SHEET.units("document")
    assert documents.systems == ("good", "half")
    assert documents.metrics == (MENTIONS,)
    assert documents.names == (PartName("en", "x", 0), PartName("en", "y", 0), PartName("nl", "x", 0))
    assert documents.dataset.tolist() == [0, 0, 1]
    assert documents.sums["mentions"][0].tolist() == [[4, 2, 4], [6, 4, 4], [4, 2, 8]]
    parts = SHEET.units("part")
    assert parts.names == (PARTS[3], PARTS[1], PARTS[2], PARTS[0])
    assert parts.dataset.tolist() == [0, 0, 0, 1]
    assert parts.sums["mentions"][0].tolist() == [[3, 1, 2, 4], [4, 2, 4, 4], [3, 1, 2, 8]]
    assert parts.sums["mentions"].shape == (2, 3, 4)


def test_rounding_is_by_a_power_of_two_that_the_key_sets() -> None:
    assert exact(np.array([1 / 3]), 1)[0] == round(2**49 / 3) / 2**49
    assert exact(np.array([1 / 3]), 4)[0] == round(2**47 / 3) / 2**47
    assert exact(np.array([1 / 3]), 5)[0] == round(2**46 / 3) / 2**46
    assert exact(np.array([1 / 3]), 0)[0] == round(2**50 / 3) / 2**50
    # Whole numbers stay, however many links there are.
    assert exact(np.array([2.0**52 + 1]), 100)[0] == 2**52 + 1


def test_credits_of_links_are_rounded_by_the_number_of_links() -> None:
    third = np.full((1, 6, len(PARTS)), 1 / 3)
    for how, largest in (("ignore", 14), ("score", 14 * 13 // 2)):
        metric = METRICS["blanc"](MetricOptions(split_antecedents=how))
        units = Scoresheet(("one",), PARTS, 14, (metric,), {"blanc": third}).units("part")
        assert np.array_equal(units.sums["blanc"], exact(third, largest))


@given(
    quotients=st.lists(st.tuples(st.integers(0, 300), st.integers(1, 300)), min_size=1, max_size=60),
    seed=st.integers(0, 9),
)
def test_rounded_sums_have_exact_totals_in_any_order(quotients: list[tuple[int, int]], seed: int) -> None:
    values = np.array([min(n, d) / d for n, d in quotients])
    rounded = exact(values, len(values))
    assert np.abs(rounded - values).max() <= 2.0**-44
    total = sum(map(Fraction, rounded.tolist()), Fraction(0))
    shuffled = rounded.tolist()
    random.Random(seed).shuffle(shuffled)
    assert Fraction(sum(shuffled)) == total == Fraction(float(np.cumsum(rounded)[-1]))


@given(st.lists(st.floats(0, 1), min_size=3, max_size=12), st.integers(0, 9))
def test_the_mean_over_runs_is_the_same_in_any_order(scores: list[float], seed: int) -> None:
    other = random.Random(seed).sample(scores, len(scores))
    both = mean_of_runs(np.array([*scores, *other]), (len(scores), len(scores)))
    assert both[0] == both[1]
    assert both[0] == pytest.approx(np.mean(scores))

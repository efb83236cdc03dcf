"""Adjusted p-values and the values at which single verdicts turn; Shaffer's is between closed and Holm's."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.metrics.metric import Floats
from leaderboard.options.options import Procedure
from leaderboard.significance.adjustment import (
    MOST_COLOURED,
    adjusted,
    critical,
    shaffer,
    shaffer_critical,
    static_factors,
)
from leaderboard.significance.pairing import Indices
from tests.oracles import slow_shaffer, slow_significance

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


P = st.integers(1, 60).map(lambda n: n / 400) | st.just(0.0025) | st.integers(1, 9).map(lambda n: n / 10_000)


def every_pair(systems: int) -> tuple[Indices, Indices]:
    first, second = np.triu_indices(systems, k=1)
    return first.astype(np.int64), second.astype(np.int64)


def found(p: list[float] | Floats, systems: int) -> Floats:
    return shaffer(np.array(p), *every_pair(systems), systems)


@st.composite
def families(draw: st.DrawFn, most: int) -> tuple[int, list[float]]:
    systems = draw(st.integers(2, most))
    pairs = systems * (systems - 1) // 2
    return systems, draw(st.lists(P, min_size=pairs, max_size=pairs))


@pytest.mark.parametrize(
    ("systems", "factors"),
    [(1, []), (2, [1]), (3, [3, 1, 1]), (4, [6, 3, 3, 3, 2, 1]), (5, [10, 6, 6, 6, 6, 4, 4, 3, 2, 1])],
)
def test_known_factors(systems: int, factors: list[int]) -> None:
    assert static_factors(systems).tolist() == factors


@pytest.mark.parametrize("systems", range(2, 8))
def test_factors_are_the_most_pairs_within_a_partition(systems: int) -> None:
    pairs = systems * (systems - 1) // 2
    equal = {
        sum(len(list(combinations(group, 2))) for group in one) for one in slow_shaffer.partitions(systems)
    }
    assert static_factors(systems).tolist() == [
        max(count for count in equal if count <= pairs - passed) for passed in range(pairs)
    ]


@settings(max_examples=80, deadline=None)
@given(families(7))
def test_it_lies_between_closed_testing_and_holm(family: tuple[int, list[float]]) -> None:
    systems, p = family
    ours = found(p, systems)
    assert (ours >= np.array(slow_shaffer.closed_testing(p, systems)) - 1e-12).all()
    assert (ours <= adjusted(np.array(p), "holm") + 1e-12).all()
    assert (ours >= p).all()


@settings(max_examples=60, deadline=None)
@given(families(9))
def test_it_is_what_every_step_from_scratch_gives(family: tuple[int, list[float]]) -> None:
    systems, p = family
    assert found(p, systems) == pytest.approx(np.array(slow_shaffer.coloured(p, systems)), abs=1e-14)


@settings(max_examples=60, deadline=None)
@given(families(7), st.data())
def test_a_smaller_p_is_never_adjusted_to_a_larger_one(
    family: tuple[int, list[float]], data: st.DataObject
) -> None:
    systems, p = family
    ours = found(p, systems)
    order = np.argsort(p, kind="stable")
    assert (np.diff(ours[order]) >= 0).all()
    same = [len(set(ours[np.array(p) == value])) for value in set(p)]
    assert same == [1] * len(same)


def test_three_systems_need_no_correction_after_the_first_pair() -> None:
    assert found([0.001, 0.002, 0.04], 3) == pytest.approx([0.003, 0.003, 0.04])


def test_beyond_the_colours_only_the_number_of_passed_pairs_counts() -> None:
    systems = MOST_COLOURED + 1
    first, second = every_pair(systems)
    p = np.random.default_rng(0).integers(1, 40, len(first)) / 20_000
    static = static_factors(systems)
    expected = np.ones(len(p))
    highest = 0.0
    for value in np.unique(p):
        highest = max(highest, value * static[(p < value).sum()])
        expected[p == value] = min(1, highest)
    assert shaffer(p, first, second, systems) == pytest.approx(expected, abs=1e-14)


def test_one_system_has_nothing_to_adjust() -> None:
    assert len(found([], 1)) == 0


@pytest.mark.parametrize("systems", [3, 4, 5])
def test_critical_values_are_those_after_exactly_the_other_significant_pairs(systems: int) -> None:
    alpha, pairs = 0.05, systems * (systems - 1) // 2
    first, second = every_pair(systems)
    generator = np.random.default_rng(systems)
    for _ in range(30):
        significant = generator.random(pairs) < 0.5
        doubtful = generator.random(pairs) < 0.7
        limits = shaffer_critical(significant, doubtful, first, second, systems, alpha)
        for pair in range(pairs):
            passed = {tuple(row) for row in np.argwhere(_table(first, second, significant, systems, pair))}
            factor = slow_shaffer.factor(int(first[pair]), int(second[pair]), passed, systems)
            assert limits[pair] == pytest.approx(alpha / (factor if doubtful[pair] else pairs))


def test_critical_values_beyond_the_colours_follow_the_number_of_the_others() -> None:
    systems = MOST_COLOURED + 1
    first, second = every_pair(systems)
    significant = np.arange(len(first)) < 500
    everywhere = np.ones(len(first), dtype=bool)
    limits = shaffer_critical(significant, everywhere, first, second, systems, 0.05)
    static = static_factors(systems)
    assert set(limits[:500]) == {0.05 / static[499]}
    assert set(limits[500:]) == {0.05 / static[500]}
    every = shaffer_critical(everywhere, everywhere, first, second, systems, 0.05)
    assert set(every) == {0.05}


def _table(first: Indices, second: Indices, significant: np.ndarray, systems: int, but: int) -> np.ndarray:
    table = np.zeros((systems, systems), dtype=bool)
    for pair, (one, other) in enumerate(zip(first, second, strict=True)):
        table[one, other] = significant[pair] and pair != but
    return table


def test_all_patterns_of_small_and_large_p_of_four_systems() -> None:
    """The bound is exact for four systems or fewer once equal p-values are apart."""
    for bits in product((0.001, 0.02), repeat=6):
        p = [value + place * 1e-6 for place, value in enumerate(bits)]
        assert (found(p, 4) <= adjusted(np.array(p), "holm")).all()
        assert (found(p, 4) >= np.array(slow_shaffer.closed_testing(p, 4)) - 1e-12).all()

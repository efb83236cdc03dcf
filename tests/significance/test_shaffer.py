"""Shaffer's correction: between closed testing and Holm, and what is computed step by step from scratch."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.metrics.metric import Floats
from leaderboard.significance.adjustment import (
    MOST_COLOURED,
    adjusted,
    shaffer,
    shaffer_critical,
    static_factors,
)
from leaderboard.significance.pairing import Indices
from tests.oracles import slow_shaffer

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

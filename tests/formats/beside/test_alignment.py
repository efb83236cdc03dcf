"""Alignments of least cost, with their rule of ties."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.formats.beside.repair import cells, partners
from tests.oracles.slow_alignment import steps

TEXTS = st.lists(st.integers(0, 3), max_size=12) | st.lists(st.integers(0, 1), max_size=14)


def expected(response: list[int], key: list[int]) -> list[int]:
    pairs = {i: j for i, j in steps(response, key) if i is not None and j is not None}
    return [pairs.get(i, -1) for i in range(len(response))]


def found(response: list[int], key: list[int]) -> list[int]:
    return partners(np.array(response, np.int64), np.array(key, np.int64)).tolist()


@given(TEXTS, TEXTS)
def test_the_alignment_is_that_of_the_definition(response: list[int], key: list[int]) -> None:
    assert found(response, key) == expected(response, key)


@given(TEXTS, st.lists(st.integers(0, 3), max_size=3), st.lists(st.integers(0, 3), max_size=3), TEXTS)
def test_equal_ends_change_nothing(
    end: list[int], response: list[int], key: list[int], begin: list[int]
) -> None:
    assert found(begin + response + end, begin + key + end) == expected(
        begin + response + end, begin + key + end
    )


def test_units_alone_may_be_many() -> None:
    many = [1] * 300
    assert found([0, *many, 2], [0, 2]) == [0, *[-1] * 300, 1]
    assert found([9, 2], [8, *many, 2]) == [0, 301]
    assert found([*many, 3, 4], [3]) == [*[-1] * 300, 0, -1]
    assert found([3], [*many, 3, 4]) == [300]
    assert found([5, 6], [1]) == [0, -1]
    assert found([5], [1, 6]) == [0]
    assert found([9, 0, 1], [0, 1, 2, 3]) == [-1, 0, 1]
    assert found([5, 6, 7], [6, 1]) == [-1, 0, 1]


def test_costs_beyond_a_byte_are_told_apart() -> None:
    response, key = [1] * 600, [2] * 300
    assert found(response, key) == [*range(300), *[-1] * 300]


def test_cells_are_those_of_the_middle() -> None:
    one, other = np.array([1, 2, 3, 4]), np.array([1, 5, 6, 4])
    assert cells(one, other) == 9
    assert cells(one, one) == 1

"""The best one-to-one alignment, whatever the shape of what overlaps and however it is divided."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from leaderboard.metrics import correspondence
from leaderboard.metrics.ceaf import CEAF_E, CEAF_M
from leaderboard.overlap import Overlap, Side
from tests.support.columns import overlap_of, single

# Key, response, and the most mentions that an alignment can share.
SHAPES = [
    (["ab"], ["ab"], 2),
    (["abcd"], ["a", "bc", "d"], 2),  # a star of one key entity
    (["a", "bc", "d"], ["abcd"], 2),
    (["abc", "de"], ["ab", "cde"], 4),  # a chain
    (["abc", "def"], ["abd", "cef"], 4),
    (["abcd", "ef"], ["abe", "cdf"], 3),  # not both of the best cells
    (["ab", "cd", "ef"], ["bc", "de", "fa"], 3),  # a ring
    (["abc", "d", "e"], ["ade", "b", "c"], 2),
    (["ab"], ["c"], 0),
]


@pytest.mark.parametrize(("key", "response", "best"), SHAPES)
def test_the_best_alignment_of_each_shape(key: list[str], response: list[str], best: int) -> None:
    for left, right in ((key, response), (response, key)):
        assert CEAF_M.sums(overlap_of([single(*left)], [single(*right)]))[0].tolist() == [best]


@pytest.mark.parametrize("batch", [1, 2, 5, 9, 1000])
def test_parts_that_are_solved_together_do_not_meet(monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    monkeypatch.setattr(correspondence, "ROUNDS", 0)
    monkeypatch.setattr(correspondence, "FEW", 0)
    monkeypatch.setattr(correspondence, "BATCH", batch)
    keys, responses, best = zip(*SHAPES, strict=True)
    table = overlap_of([single(*key) for key in keys], [single(*response) for response in responses])
    assert CEAF_M.sums(table)[0].tolist() == list(best)


def test_batches_are_whole_parts_of_enough_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correspondence, "BATCH", 4)
    part = np.repeat([1, 2, 4, 5, 6], [3, 2, 1, 4, 1])
    found = correspondence._batches(np.arange(11) + 100, part)
    assert [batch.tolist() for batch in found] == [
        [100, 101, 102, 103, 104],
        [105, 106, 107, 108, 109],
        [110],
    ]
    assert len(correspondence._batches(np.arange(4), part[:4])) == 1


def test_similarity_chooses_not_size_alone() -> None:
    # Two shared mentions of a large entity are worth less than one of a small entity.
    table = overlap_of([single("a", "bcdef")], [single("abc")])
    assert CEAF_M.sums(table)[0].tolist() == [2]
    assert CEAF_E.sums(table)[0].tolist() == [0.5]
    table = overlap_of([single("abcdef")], [single("a", "bcghi")])
    assert CEAF_E.sums(table)[0].tolist() == [pytest.approx(4 / 11)]


def random_table(seed: int, height: int, width: int) -> tuple[Overlap, NDArray[np.int64]]:
    """Some cells of a table of one part, many of them worth the same; a worth of 0 is no cell."""
    worth = np.random.default_rng(seed).integers(0, 4, (height, width))
    row, column = np.nonzero(worth)
    key, response = (Side(np.ones(n, np.int64), np.zeros(n, np.int64), 1) for n in (height, width))
    matching = overlap_of([single("a")], [single("a")]).matching
    table = Overlap(
        matching=matching,
        key=key,
        response=response,
        key_entity=row,
        response_entity=column,
        shared=worth[row, column],
    )
    return table, worth


def greatest_total(worth: NDArray[np.int64]) -> int:
    """Over every way to give each row a column of its own, or none."""
    height, width = worth.shape
    padded = np.hstack([worth, np.zeros((height, height), np.int64)])
    return max(
        sum(int(padded[row, column]) for row, column in enumerate(columns))
        for columns in permutations(range(width + height), height)
    )


@pytest.mark.parametrize(("rounds", "few"), [(0, 10**6), (0, 0), (1, 10**6), (8, 0), (8, 10**6)])
@pytest.mark.parametrize("size", [(1, 3), (2, 2), (3, 4), (4, 3), (4, 4)])
def test_with_and_without_the_cells_that_are_sure_and_by_either_solver(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], rounds: int, few: int
) -> None:
    monkeypatch.setattr(correspondence, "ROUNDS", rounds)
    monkeypatch.setattr(correspondence, "FEW", few)
    for seed in range(30):
        table, worth = random_table(seed, *size)
        chosen = correspondence.best_cells(table, table.shared)
        assert len(set(table.key_entity[chosen])) == len(set(table.response_entity[chosen])) == chosen.sum()
        assert table.shared[chosen].sum() == greatest_total(worth)


def test_a_cell_is_sure_where_the_best_others_are_worth_no_more() -> None:
    rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert correspondence._sure(rows, columns, np.array([3.0, 1, 2, 0])).tolist() == [0]
    assert correspondence._sure(rows, columns, np.array([3.0, 2, 2, 0])).tolist() == []
    assert correspondence._sure(rows, columns, np.array([2.0, 0, 0, 2])).tolist() == [0, 3]
    # Of equals in a line the first is taken.
    assert correspondence._sure(rows[:2], columns[:2], np.array([2.0, 2])).tolist() == [0]

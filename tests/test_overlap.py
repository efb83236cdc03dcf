"""The cells are the shared mentions of every two entities that share any."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.corpus import first_places, in_order
from tests.support.columns import overlap_of, single


def cells(table: object) -> list[tuple[int, int, int]]:
    from leaderboard.overlap import Overlap

    assert isinstance(table, Overlap)
    return sorted(
        zip(table.key_entity.tolist(), table.response_entity.tolist(), table.shared.tolist(), strict=True)
    )


def test_cells_and_margins() -> None:
    table = overlap_of([single("abc", "d")], [single("ab", "cd", "e")])
    assert cells(table) == [(0, 0, 2), (0, 1, 1), (1, 1, 1)]
    assert table.key.size.tolist() == [3, 1]
    assert table.response.size.tolist() == [2, 2, 1]
    assert sorted(zip(table.key_size.tolist(), table.response_size.tolist(), strict=True)) == [
        (1, 2),
        (3, 2),
        (3, 2),
    ]


def test_sums_by_part() -> None:
    table = overlap_of([single("ab"), single("cd", "e"), single("f")], [single("a"), single("cde"), []])
    assert table.by_part(table.shared).tolist() == [1, 3, 0]
    assert table.by_part(np.ones(len(table.shared))).tolist() == [1, 2, 0]
    assert table.key.mentions.tolist() == [2, 3, 1]
    assert table.key.entities.tolist() == [1, 2, 1]
    assert table.response.mentions.tolist() == [1, 3, 0]
    assert table.response.entities.tolist() == [1, 1, 0]
    assert table.key.by_part([0.5, 1, 2, 4]).tolist() == [0.5, 3, 4]


def test_nothing_shared_and_nothing_there() -> None:
    for key, response in ((["ab"], ["cd"]), (["ab"], []), ([], ["ab"]), ([], [])):
        table = overlap_of([single(*key)], [single(*response)])
        assert cells(table) == []
        assert table.by_part(table.shared).tolist() == [0]
        assert table.by_part(table.shared).dtype == np.float64


def test_equal_spans_of_other_parts_are_not_shared() -> None:
    table = overlap_of([single("ab"), []], [[], single("ab")])
    assert cells(table) == []


def test_cells_stand_in_an_order_of_sizes_whatever_the_order_of_entities() -> None:
    key, response = ["abc", "de", "f"], ["ad", "be", "cf"]
    one = overlap_of([single(*key)], [single(*response)])
    other = overlap_of([single(*reversed(key))], [single(*reversed(response))])
    for column in ("shared", "key_size", "response_size"):
        assert getattr(one, column).tolist() == getattr(other, column).tolist()


@pytest.mark.parametrize("greatest", [3, 1 << 40])
def test_the_order_goes_by_one_column_after_the_other(greatest: int) -> None:
    columns = np.random.default_rng(1).integers(0, 3, (4, 50))
    columns[columns == 2] = greatest
    assert in_order(*columns).tolist() == np.lexsort(columns[::-1]).tolist()


def test_where_labels_occur_first() -> None:
    assert first_places(np.array([3, 0, 3, 1, 0])).tolist() == [0, 1, 0, 3, 1]
    assert first_places(np.zeros(0, np.int64)).tolist() == []

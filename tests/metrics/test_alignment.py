"""The best one-to-one alignment, whatever the shape of what overlaps and however it is divided."""

from __future__ import annotations

import pytest

from leaderboard.metrics import alignment
from leaderboard.metrics.ceaf import CEAF_E, CEAF_M
from tests.columns import overlap_of, single

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
    monkeypatch.setattr(alignment, "BATCH", batch)
    keys, responses, best = zip(*SHAPES, strict=True)
    table = overlap_of([single(*key) for key in keys], [single(*response) for response in responses])
    assert CEAF_M.sums(table)[0].tolist() == list(best)


def test_similarity_chooses_not_size_alone() -> None:
    # Two shared mentions of a large entity are worth less than one of a small entity.
    table = overlap_of([single("a", "bcdef")], [single("abc")])
    assert CEAF_M.sums(table)[0].tolist() == [2]
    assert CEAF_E.sums(table)[0].tolist() == [0.5]
    table = overlap_of([single("abcdef")], [single("a", "bcghi")])
    assert CEAF_E.sums(table)[0].tolist() == [pytest.approx(4 / 11)]

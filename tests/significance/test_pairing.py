"""Which systems are one where only pairs are known to be the same."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.significance.pairing import Pairing, all_pairs, pairs_against, same_as


@pytest.mark.parametrize(
    ("pairing", "same", "classes"),
    [
        (all_pairs(3), [True, True, True], [0, 0, 0]),
        (all_pairs(3), [True, False, False], [0, 0, 1]),
        (all_pairs(3), [False, True, False], [0, 1, 0]),
        # The second is as both others, which differ: nobody is called a copy.
        (all_pairs(3), [True, False, True], [0, 1, 2]),
        (pairs_against(1, 4), [True, False, True], [0, 0, 1, 0]),
        (pairs_against(0, 3), [False, False], [0, 1, 2]),
    ],
)
def test_systems_that_are_the_same(pairing: Pairing, same: list[bool], classes: list[int]) -> None:
    assert same_as(pairing, np.array(same), len(classes)).tolist() == classes

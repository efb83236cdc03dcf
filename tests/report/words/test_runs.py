"""Sentences about systems that have several runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from leaderboard.remark import remark
from leaderboard.report.words.methods import is_drawn
from leaderboard.report.words.remarks import sentence


class Pairs(list[bool]):
    """What that needs of a family."""

    @property
    def by_t(self) -> NDArray[np.bool_]:
        return np.array(self, dtype=np.bool_)


@pytest.mark.parametrize(
    ("by_t", "drawn"), [([], True), ([False], True), ([True, False], True), ([True], False)]
)
def test_t_tests_draw_nothing(by_t: list[bool], drawn: bool) -> None:
    pairs: Any = Pairs(by_t)
    assert is_drawn(pairs) == drawn


@pytest.mark.parametrize(
    ("systems", "runs", "rejected", "said"),
    [
        (("alpha",), "125", "", "alpha: mean of 3 runs (1, 2, 5)."),
        (("alpha", "beta"), "12", "", "alpha and beta: means of 2 runs (1, 2)."),
        (("alpha",), "15", "2", "alpha: mean of 2 of 3 runs (1, 5)."),
        (("alpha",), "5", "12", "alpha: 1 of 3 runs (5)."),
        (
            tuple("abcdefg"),
            [str(run) for run in range(1, 13)],
            "",
            "a, b, c, d, e and 2 more: means of 12 runs (1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more).",
        ),
    ],
)
def test_the_note_on_runs(systems: tuple[str, ...], runs: Any, rejected: Any, said: str) -> None:
    assert sentence(remark("runs", systems=systems, runs=tuple(runs), rejected=tuple(rejected))) == said

"""What a metric's scores of better and worse versions say of it."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.experiments.identification import Reaction, reaction
from leaderboard.metrics.metric import Scores
from tests.support.made_units import metric

VERSIONS = ("base", "more_precise", "less_precise_a", "less_precise_b", "singletons", "one_entity")


@pytest.mark.parametrize(
    ("recall", "f1", "moved", "misled", "verdict"),
    [
        ([5, 5, 5, 5, 0, 9], [5, 6, 4, 4, 0, 9], (), (), "holds"),
        ([5, 5, 5, 5, 0, 9], [5, 5, 5, 5, 9, 0], (), (), "holds"),
        (None, [5, 6, 4, 4, 0, 9], (), (), "F1 holds"),
        (None, [5, 6, 6, 4, 0, 9], (), ("less_precise_a",), "misleads"),
        ([5, 4, 5, 6, 0, 9], [5, 6, 4, 4, 0, 9], ("more_precise", "less_precise_b"), (), "recall moves"),
        ([5, 4, 5, 5, 0, 9], [5, 4, 4, 4, 0, 9], ("more_precise",), ("more_precise",), "misleads"),
        ([5, 5, 5, 5, 0, 9], [5, 6, 6, 4, 0, 9], (), ("less_precise_a",), "misleads"),
    ],
)
def test_verdicts(
    recall: list[float] | None, f1: list[float], moved: tuple[str, ...], misled: tuple[str, ...], verdict: str
) -> None:
    scores = Scores(None if recall is None else np.array(recall) / 10, None, np.array(f1) / 10)
    assert reaction(metric("sum"), scores, VERSIONS) == Reaction("sum", VERSIONS[1:4], moved, misled, verdict)  # type: ignore[arg-type]


def test_what_floats_alone_change_is_no_move() -> None:
    near = np.array([0.3, 0.3 + 1e-14, 0.3 + 1e-14])
    found = reaction(metric("sum"), Scores(near, near, near), ("base", "more_precise", "less_precise_a"))
    assert found.verdict == "holds"


def test_a_response_that_leaves_nothing_to_change_tests_nothing() -> None:
    one = np.array([1.0, 0.5])
    found = reaction(metric("sum"), Scores(one, one, one), ("base", "singletons"))
    assert (found.tested, found.verdict) == ((), "untested")

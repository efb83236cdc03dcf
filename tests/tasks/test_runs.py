"""Several runs of a system: which rows are one system, and how far apart its runs are."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.metrics.mentions import MENTIONS
from leaderboard.scoresheet import PartName, Scoresheet
from leaderboard.tasks.account import grouped

PARTS = (PartName("", "x", 0), PartName("", "y", 0))
# Common, key's and response's mentions of three entries.
SUMS = np.array(
    [[[4, 1], [4, 4], [4, 4]], [[2, 2], [4, 4], [4, 4]], [[4, 4], [4, 4], [4, 4]]], dtype=np.float64
)
SHEET = Scoresheet(("a1", "b", "a2"), PARTS, 8, (MENTIONS,), {"mentions": SUMS})
RUNS = grouped(SHEET, {"a1": "a", "a2": "a"})


def test_the_rows_of_a_system_stand_together() -> None:
    assert RUNS.systems == ("a", "b")
    assert RUNS.runs == (2, 1)
    assert RUNS.sums["mentions"].tolist() == SUMS[[0, 2, 1]].tolist()


def test_the_score_of_a_system_is_the_mean_over_its_runs() -> None:
    assert RUNS.run_scores(MENTIONS).f1.tolist() == pytest.approx([5 / 8, 1, 1 / 2])
    assert RUNS.scores(MENTIONS).f1.tolist() == pytest.approx([13 / 16, 1 / 2])
    assert RUNS.unit_scores("document")["mentions"].f1.tolist() == [[1, 5 / 8], [1 / 2, 1 / 2]]


def test_some_systems_keep_their_runs() -> None:
    assert RUNS.of({"a"}).runs == (2,)
    assert RUNS.of({"a"}).sums["mentions"].shape[0] == 2
    assert RUNS.of({"b"}).runs == ()
    assert RUNS.of({"b"}).sums["mentions"].tolist() == SUMS[[1]].tolist()


def test_single_entries_are_as_they_were() -> None:
    assert grouped(SHEET, {}).runs == ()
    assert grouped(SHEET, {}).scores(MENTIONS).f1.tolist() == SHEET.scores(MENTIONS).f1.tolist()


def test_units_know_the_runs() -> None:
    assert RUNS.units("document").runs == (2, 1)

"""The hard cases of the calibration page are what it says of them."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.scoresheet import Units
from tools import calibration, hard_calibration
from tools.hard_calibration import LEVEL
from tools.known_truth import MEDIAN_SIZE, Shape

MANY = Shape(30_000, 1.0, 0.8, even=True)


def f1_of(units: Units) -> list[float]:
    found: list[float] = units.scores(units.metrics[0]).f1.tolist()
    return found


def test_a_short_run_has_all_tables_and_depends_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard_calibration, "SETS", 3)
    monkeypatch.setattr(hard_calibration, "TRIALS", 20)
    hard_calibration.detectable.cache_clear()
    text = list(hard_calibration.lines(1, 2))
    tables = hard_calibration.tables()
    rows = [line for line in text if line.startswith("| ")]
    assert len(rows) == sum(1 + len(table.rows) for table in tables.values())
    assert text[:4] == ["", f"## {hard_calibration.TITLE}", "", hard_calibration.INTRODUCTION]
    cost = list(hard_calibration.lines(1, 2, ["cost"]))
    start = text.index(tables["cost"].text)
    assert cost[1:] == text[start : start + len(cost) - 1]
    hard_calibration.detectable.cache_clear()


@pytest.mark.parametrize("kind", hard_calibration.RECALL)
def test_systems_that_trade_recall_for_precision_have_one_f1(kind: str) -> None:
    units = hard_calibration.balanced(np.random.default_rng(0), MANY, kind, 2)
    scores = units.scores(units.metrics[0])
    assert scores.f1 == pytest.approx([LEVEL] * 4, abs=0.005)
    assert scores.recall == pytest.approx(hard_calibration.RECALL[kind] * 2, abs=0.005)


def test_one_system_is_better_on_long_documents_and_the_other_on_short_ones() -> None:
    units = hard_calibration.balanced(np.random.default_rng(0), MANY._replace(length=0.5), "interchangeable")
    assert f1_of(units) == pytest.approx([LEVEL] * 2, abs=0.01)
    found, key, _ = np.moveaxis(units.sums["muc"], 1, 0)
    apart = (found[0] - found[1]) / key[0]
    long = key[0] > 4 * MEDIAN_SIZE
    assert apart[long].mean() > 0.05
    assert apart[~long].mean() < -0.05


def test_a_system_that_fails_loses_the_margin() -> None:
    rates = (0.0, 0.1)
    units = hard_calibration.failing(np.random.default_rng(0), MANY, 0.05, rates)
    assert f1_of(units) == pytest.approx([LEVEL, LEVEL - hard_calibration.loss_of(0.1)], abs=0.005)
    assert units.empty("muc").mean(axis=1) == pytest.approx(rates, abs=0.005)


def test_runs_of_equal_number_have_the_same_test_without_the_bound() -> None:
    for counts, same in (((5, 5), True), ((10, 2), False)):
        once = hard_calibration.runs(counts, False, Shape(20, 1.0, 0.5))
        found = np.array([once(seed) for seed in range(100)])
        assert (found[:, 0] == found[:, 1]).all() == same
        assert (found[:, 0] <= found[:, 1]).all()


def test_a_score_has_one_interval_around_it_or_beside_it() -> None:
    once = hard_calibration.scores(0.986, Shape(5, 1.0, 0))
    assert {sum(once(seed)) for seed in range(100)} == {1}


def test_the_page_has_the_texts_of_the_tool() -> None:
    page = calibration.OUTPUT.read_text("utf-8")
    for text in (hard_calibration.INTRODUCTION, *(one.text for one in hard_calibration.tables().values())):
        assert text in page

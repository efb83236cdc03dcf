"""A result as a DataFrame of raw values."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import leaderboard
from tests import small_task
from tests.made_task import made_task
from tests.small_task import BROKEN, FAIR, HAND_SCORES, KEY


@pytest.fixture(autouse=True)
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, broken=BROKEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)


def test_one_row_a_system() -> None:
    frame = leaderboard.frame(leaderboard.score("fair.conll", "key.conll"))
    assert frame["system"].tolist() == ["fair", "key"]
    assert frame["parts"].tolist() == [3, 3]
    assert frame["conll_f1"].dtype == float
    assert "conll_recall" not in frame.columns
    for metric, scores in HAND_SCORES.items():
        assert math.isclose(frame.loc[0, f"{metric}_f1"], float(scores[2] or 0), rel_tol=1e-14)


def test_one_row_a_system_and_part() -> None:
    frame = leaderboard.frame(leaderboard.score("fair.conll", "key.conll", per_document=True))
    assert frame[["system", "document", "part"]].values.tolist() == [
        [system, *part] for system in ("fair", "key") for part in (["a", 0], ["a", 1], ["b", 0])
    ]


def test_no_row_where_all_were_rejected() -> None:
    frame = leaderboard.frame(leaderboard.score("broken.conll"))
    assert len(frame) == 0
    assert list(frame.columns) == ["system", "documents", "parts", "missing", "repairs"]


def test_one_row_a_pair_and_metric() -> None:
    frame = leaderboard.frame(leaderboard.compare("fair.conll", "key.conll", draws=100))
    assert frame["metric"].tolist() == list(HAND_SCORES)
    assert frame["interval_low"].dtype == float


def test_one_row_a_system_in_order_of_rank() -> None:
    frame = leaderboard.frame(leaderboard.rank(made_task(), metric=("muc", "conll"), draws=100, trials=100))
    assert frame["conll_f1"].is_monotonic_decreasing
    assert {"rank", "letters", "conll_low", "conll_high", "muc_recall"} <= set(frame.columns)


def test_one_row_a_pair_of_metrics() -> None:
    frame = leaderboard.frame(leaderboard.correlate(made_task(), metric=("muc", "lea"), draws=100))
    assert frame["quantity"].tolist() == ["recall", "precision", "f1"]
    assert frame["pearson"].between(-1, 1).all()

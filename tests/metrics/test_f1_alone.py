"""A metric without recall and precision says so itself, and everything that is written follows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

import leaderboard
from leaderboard import metrics
from leaderboard.metrics.links import RAND
from leaderboard.report.figures import pictures
from leaderboard.report.files.contents import report_files
from tests.support.made_task import made_task

MADE_UP = replace(RAND, name="made_up", label="Made up")


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(metrics.METRICS, "made_up", lambda options: MADE_UP)
    metrics._names.cache_clear()
    yield
    metrics._names.cache_clear()


@pytest.mark.usefixtures("made_up")
def test_a_metric_that_has_f1_alone_is_ranked() -> None:
    result = leaderboard.rank(made_task(), metric=("made_up", "muc"), primary="made_up", draws=100, trials=50)
    files = report_files(result, pictures(result))
    for name in ("leaderboard.csv", "documents.csv"):
        [head, *_] = files[name].decode().splitlines()
        assert "made_up_f1" in head.split(",")
        assert not {"made_up_recall", "made_up_precision"} & set(head.split(","))
    [first, *_] = json.loads(files["leaderboard.json"])["systems"]
    assert first["scores"]["made_up"]["recall"] is None
    assert first["scores"]["made_up"]["f1"] == result.scores[first["system"]]["made_up"].f1
    frame = leaderboard.frame(result)
    assert "made_up_f1" in frame
    assert "made_up_recall" not in frame
    probed = leaderboard.frame(leaderboard.probe("split", metric="made_up"))
    assert "made_up_f1" in probed
    assert "made_up_recall" not in probed


def test_metrics_say_whether_they_have_recall() -> None:
    built = [build(metrics.MetricOptions()) for build in metrics.METRICS.values()]
    assert [one.name for one in built if one.f1_alone] == ["conll", "rand"]

"""The calibration script: its yardsticks, and a run too short to prove anything."""

from __future__ import annotations

import numpy as np
import pytest

from tools import calibration


def test_attainable_sizes() -> None:
    assert calibration.attainable_size(10, 1999) == 50 / 1024
    assert calibration.attainable_size(4, 1999) == 0
    assert calibration.attainable_size(30, 1999) == pytest.approx(0.05)
    assert calibration.attainable_size(30, 1990) == 99 / 1991


def test_the_floor_forbids_what_holm_cannot_reach() -> None:
    assert calibration.floor_forbids(20, 10)
    assert not calibration.floor_forbids(5, 10)


def test_systems_of_one_profile_score_alike() -> None:
    units = calibration.exchangeable(np.random.default_rng(0), 200, 100)
    for metric in units.metrics:
        scores = metric.score(np.moveaxis(units.sums[metric.name].sum(axis=2), 1, 0)).f1
        first, second = scores[:100].mean(), scores[100:].mean()
        assert abs(first - second) < 4 * scores.std() * np.sqrt(2 / 100)


def test_a_short_calibration_has_a_line_for_every_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "SIZES", (10, 30))
    monkeypatch.setattr(calibration, "FAMILIES", ((5, 10, 2), (8, 10, 3)))
    monkeypatch.setattr(calibration, "MIRROR_SIZES", (30,))
    monkeypatch.setattr(calibration, "MIRROR_REPLICATIONS", 3)
    monkeypatch.setattr(calibration, "POWER", ((30, 0.1),))
    monkeypatch.setattr(calibration, "POWER_REPLICATIONS", 3)
    text = calibration.report(replications=3)
    assert f"seed {calibration.SEED}" in text
    assert text.count("| conll |") == 6
    assert "| 8 | 28 | 10 | 3 | muc | 0 | 0.0 ± 0.0 | yes |" in text
    assert text == calibration.report(replications=3)


def test_mirrored_systems_have_one_f1_and_exchange_recall_and_precision() -> None:
    units = calibration.mirrored(np.random.default_rng(0), 3000)
    for metric in units.metrics:
        scores = metric.score(np.moveaxis(units.sums[metric.name].sum(axis=2), 1, 0))
        assert scores.f1[0] == pytest.approx(scores.f1[1], abs=0.01)
        if scores.recall is not None and scores.precision is not None:
            assert scores.recall[0] == pytest.approx(scores.precision[1], abs=0.01)
            assert scores.precision[0] > scores.recall[0] + 0.05


def test_power_is_found_as_often_as_promised() -> None:
    """A system that mends no error is no better; one that mends half of them is always found."""
    for mended, expected in ((0, 0.05), (0.5, 1)):
        for _, difference, promised, rate in calibration.power_rates(60, mended, 100):
            assert promised == pytest.approx(expected, abs=0.05)
            assert rate.share == pytest.approx(expected, abs=0.08)
            assert abs(difference - 0.2 * (mended > 0)) < 0.05

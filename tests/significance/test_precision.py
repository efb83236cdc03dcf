"""Digits that are the same on every machine."""

from __future__ import annotations

import pytest

from leaderboard.significance.intervals import portable


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (0.12345678901234, 0.123456789),
        (4.748093062411841e-09, 4.748093062e-09),
        (1.0, 1.0),
        (-2 / 3, -0.6666666667),
    ],
)
def test_ten_significant_digits(value: float, kept: float) -> None:
    assert portable(value) == kept

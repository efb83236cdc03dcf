"""Long names are shortened in the middle."""

from __future__ import annotations

import pytest

from leaderboard.report.words.names import short


@pytest.mark.parametrize(
    ("name", "longest", "shown"),
    [
        ("", 6, ""),
        ("abcdef", 6, "abcdef"),
        ("abcdefg", 6, "abc…fg"),
        ("abcdefgh", 7, "abcd…gh"),
        ("system-variant-number-01", 24, "system-variant-number-01"),
        ("a-system-variant-number-01", 24, "a-system-varian…umber-01"),
    ],
)
def test_the_end_stays(name: str, longest: int, shown: str) -> None:
    assert short(name, longest) == shown
    assert len(shown) <= longest

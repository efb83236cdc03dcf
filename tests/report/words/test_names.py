"""Long names are shortened in the middle."""

from __future__ import annotations

import pytest

from leaderboard.report.words.names import short
from leaderboard.report.words.remarks import mentions_of_key


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


def test_one_system_has_and_two_systems_have() -> None:
    said = "exactly the mentions of the key, and {} not. Do not compare their scores."
    assert mentions_of_key(["gold"], 2) == f"gold has {said.format('2 other systems do')}"
    assert mentions_of_key(["a", "b"], 1) == f"a and b have {said.format('1 other system does')}"

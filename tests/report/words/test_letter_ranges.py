"""Many letters are told as ranges, and nothing is lost."""

from __future__ import annotations

from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.report.words.letter_ranges import shortened

ALL = [*ascii_lowercase, *(f"{one}{two}" for one in ascii_lowercase for two in ascii_lowercase)]


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ("", ""),
        ("a", "a"),
        ("abc", "abc"),
        ("acegi", "acegi"),
        ("abcd", "a–d"),
        ("acdefz", "a c–f z"),
        ("bcdefklmn", "b–f k–n"),
        ("a b c", "a b c"),
        ("w x y z aa ab ad", "w–ab ad"),
        ("ay az ba bb bd be", "ay–bb bd be"),
        ("di dj dk dl", "di–dl"),
    ],
)
def test_a_run_of_four_or_more_is_a_range(held: str, shown: str) -> None:
    assert shortened(held) == shown


def letters_meant(shown: str) -> list[str]:
    """Every letter that a reader of ranges finds, by looking each end up in the list of all."""
    found: list[str] = []
    for part in shown.split(" "):
        first, _, last = part.partition("–")
        found += ALL[ALL.index(first) : ALL.index(last or first) + 1]
    return found


@given(st.sets(st.integers(0, len(ALL) - 1), min_size=2))
def test_ranges_mean_the_same_letters(places: set[int]) -> None:
    held = [ALL[place] for place in sorted(places)]
    assert letters_meant(shortened(" ".join(held))) == held

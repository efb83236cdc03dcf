"""Edges begin bands, and what cannot be edges is refused."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.errors import UsageError, in_python
from leaderboard.slices.attributes import BANDS, band_names, band_of, checked_edges, with_edges


@pytest.mark.parametrize(
    ("attribute", "names"),
    [
        ("words", ("0-499", "500-1999", "2000-9999", "10000+")),
        ("size", ("1", "2", "3-4", "5-9", "10+")),
        ("range", ("0-49", "50-199", "200-999", "1000+")),
        ("length", ("0", "1", "2", "3", "4", "5+")),
    ],
)
def test_default_bands(attribute: str, names: tuple[str, ...]) -> None:
    assert band_names(attribute, BANDS[attribute]) == names


def test_a_count_is_in_the_band_that_begins_at_or_before_it() -> None:
    assert band_of(np.array([1, 2, 3, 4, 5, 9, 10, 400]), BANDS["size"]).tolist() == [0, 1, 2, 2, 3, 3, 4, 4]


def test_given_edges_replace_those_of_their_attribute() -> None:
    assert with_edges([]) == BANDS
    assert with_edges(["size = 2, 4", "range=10"]) == {**BANDS, "size": (2, 4), "range": (10,)}
    assert checked_edges("length", [1]) == (1,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size", "--bands is 'size'; write it as size=2,4"),
        ("size=a", "--bands is 'size=a'; write it as size=2,4"),
        ("genre=1", "'genre' has no bands; the attributes with bands are words, size, range, length"),
        ("size=1,2", r"the bands of size are \[1, 2\]; give increasing numbers above 1, up to 1,000,000,000"),
        ("range=0", r"the bands of range are \[0\]; give increasing numbers above 0"),
        ("range=5,5", "give increasing numbers"),
        ("range=5,2000000000", "give increasing numbers"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=in_python(message)):
        with_edges([text])


@pytest.mark.parametrize("edges", [2, [], ["2"], [True], [2.5], {}])
def test_what_a_settings_file_may_not_say(edges: object) -> None:
    with pytest.raises(UsageError, match=r"the bands of size are .*; give a list of numbers, as \[2, 4\]"):
        checked_edges("size", edges)

"""A corpus is checked on construction, and its entities can be thinned and numbered again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from leaderboard.corpus import Part, Texts, renumbered, span_numbers
from tests.support.columns import corpus, single


def texts(*words: str) -> Texts:
    encoded = [word.encode() for word in words]
    ends = np.cumsum([len(word) for word in encoded]).astype(np.int64)
    return Texts(np.frombuffer(b"".join(encoded), np.uint8), ends)


def test_a_part_names_itself() -> None:
    assert str(Part("nw/wsj_0001", 2)) == "nw/wsj_0001 (part 2)"


def test_texts_are_found_by_number() -> None:
    words = texts("Ærø", "", "is", "new")
    assert [words[number] for number in range(4)] == ["Ærø", "", "is", "new"]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [(0, 2, ["Ann", "sees"]), (1, 3, ["sees", "her"]), (2, 2, []), (0, 0, [])],
)
def test_texts_between(first: int, last: int, expected: list[str]) -> None:
    cut = texts("Ann", "sees", "her").between(first, last)
    assert [cut[number] for number in range(len(cut.ends))] == expected


def test_the_first_different_text() -> None:
    words = texts("Ann", "sees", "her")
    assert words.first_difference(texts("Ann", "sees", "her")) is None
    assert words.first_difference(texts("Ann", "saw", "him")) == 1
    # The same characters, cut elsewhere.
    assert words.first_difference(texts("Anns", "ees", "her")) == 0
    assert not words.equals(texts("Anns", "ees", "her"))
    assert not words.equals(texts("Ann", "sees", "him"))


def test_columns_must_be_equally_long() -> None:
    whole = corpus(single("ab"))
    with pytest.raises(ValueError, match="equally long"):
        replace(whole, line=whole.line[1:])


@pytest.mark.parametrize("span", [(-1, 0), (2, 1), (9, 10)])
def test_mentions_must_lie_within_their_part(span: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="within the tokens"):
        corpus([[span]])


def test_entities_are_counted() -> None:
    assert corpus(single("ab", "c"), single("a")).entities == 3
    assert corpus([]).entities == 0


def test_singletons_are_dropped_and_the_rest_is_numbered_again() -> None:
    thin = corpus(single("a", "bd", "c"), single("e"), single("f", "gh")).without_singletons()
    assert thin.entities == 2
    assert thin.part.tolist() == [0, 0, 2, 2]
    assert thin.start.tolist() == [1, 3, 6, 7]
    assert thin.end.tolist() == thin.start.tolist()
    assert thin.entity.tolist() == [0, 0, 1, 1]
    assert len(thin.line) == 4
    assert corpus([]).without_singletons().entities == 0
    assert corpus(single("a")).without_singletons().entities == 0


def test_labels_are_numbered_in_their_order() -> None:
    assert renumbered(np.array([7, 3, 7, 5])).tolist() == [2, 0, 2, 1]
    assert renumbered(np.array([], np.int64)).tolist() == []


def test_spans_are_numbered_in_order_of_the_text() -> None:
    spans = [(0, 0, 0), (0, 0, 4), (0, 1, 1), (2, 0, 0), (2, 0, 1)]  # part 1 has no tokens
    part, start, end = np.array(spans).T
    found = span_numbers(np.array([5, 0, 2]), part, start, end)
    assert np.unique(found).tolist() == found.tolist()

"""Clusters as Python objects: what counts as a mention, and which message names what does not."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from leaderboard.errors import InputError
from leaderboard.formats.clusters import document_of


class Tensor:
    """What libraries of neural networks call a tensor: compared and hashed by identity, not by value."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def tolist(self) -> Any:
        return self.values

    def item(self) -> Any:
        return self.values


class Number:
    """A number of a library that has no lists."""

    def __init__(self, value: int) -> None:
        self.value = value

    def item(self) -> int:
        return self.value


@dataclass(frozen=True)
class Record:
    """A mention of somebody's own, which has a field that arrays have as a method."""

    item: int
    tolist: int = 0


SPAN = (3, 5)


def shared(one: object, other: object) -> int:
    """How many mentions two entities of one mention have in common."""
    document = document_of([[one]], [[other]])  # type: ignore[list-item]
    return len({*document.key.mention} & {*document.response.mention})


@pytest.mark.parametrize(
    "mention",
    [
        SPAN,
        [3, 5],
        np.array([3, 5]),
        np.array([3, 5], np.int32),
        (np.int64(3), np.uint8(5)),
        [np.array(3), Tensor(5)],
        Tensor([3, 5]),
        (Tensor(3), Number(5)),
        np.array([Number(3), 5]),
    ],
    ids=lambda mention: type(mention).__name__,
)
def test_a_span_is_a_span_whatever_holds_it(mention: object) -> None:
    assert shared(SPAN, mention) == 1
    assert shared((3, 6), mention) == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (7, np.int64(7)),
        (7, Tensor(7)),
        (7, Number(7)),
        ("m1", np.str_("m1")),
        (("a", 0, 0), ["a", 0, 0]),
        (((0, 1), (4, 5)), [[0, 1], [4, 5]]),
        (Record(1), Record(1)),
        (frozenset({1, 2}), frozenset({2, 1})),
        (None, None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_equal_objects_are_the_same_mention(one: object, other: object) -> None:
    assert shared(one, other) == 1


def test_spans_are_numbered_in_the_order_of_the_text() -> None:
    document = document_of([[(4, 4), (0, 2)], [(0, 1)]], [[(0, 2), (9, 9)]])
    assert document.key == ([0, 1, 2], [1, 0, 0])
    assert document.response == ([1, 3], [0, 0])
    assert (document.mentions, document.repeats) == (4, 0)


def test_mentions_without_an_order_stay_as_they_are_given() -> None:
    document = document_of([["b", 1], ["a"]], [["a"]])
    assert document.key == ([0, 1, 2], [0, 0, 1])
    assert document.response.mention == [2]


def test_a_repeated_mention_stays_in_the_first_entity() -> None:
    document = document_of([[1, 1, 2], [2, 3]], {"x": [1], "y": iter([1])})
    assert document.key == ([0, 1, 2], [0, 0, 1])
    assert document.response == ([0], [0])
    assert document.repeats == 3


def test_each_generator_is_read_once_and_at_its_time() -> None:
    read: list[int] = []

    def entity(number: int) -> Iterable[Hashable]:
        read.append(number)
        yield number

    document = document_of((entity(number) for number in (1, 2)), iter(()))
    assert read == [1, 2]
    assert document.key.mention == [0, 1]


@pytest.mark.parametrize(
    ("key", "response", "message"),
    [
        ("ab", [], "key: 'ab' is a text; give the clusters as a list of entities"),
        ([], 7, "response: 7 is not iterable; give the clusters as a list of entities"),
        (["ab"], [], "key, entity 1: 'ab' is a text; give each entity as a list of mentions"),
        ([], [[1], b"x"], "response, entity 2: b'x' is a text; give each entity as a list of mentions"),
        ([{1: 2}], [], "key, entity 1: {1: 2} is a mapping; give each entity as a list of mentions"),
        ([], {"e7": 3}, "response, entity 'e7': 3 is not iterable; give each entity as a list of mentions"),
    ],
)
def test_what_is_no_entity_is_named(key: Any, response: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        document_of(key, response)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "mention",
    [{1, 2}, {}, (0, {1}), np.zeros((2, 2)), np.array({}), Tensor([[1, 2]]), Tensor([{1}])],
    ids=lambda mention: type(mention).__name__,
)
def test_what_is_no_mention_is_named(mention: Any) -> None:
    with pytest.raises(
        TypeError, match=r"^response, entity 2, mention 3: .* cannot be a mention; give a hash"
    ):
        document_of([], [[1], [2, 3, mention]])
    with pytest.raises(TypeError, match=r"^key, entity 'e\\n', mention 1: "):
        document_of({"e\n": [mention]}, [])


def test_a_refused_repeat_is_named() -> None:
    with pytest.raises(InputError) as caught:
        document_of([], [[1], [2, 1]], refuse_repeats=True)
    text = "response: entity 2, mention 2: 1 occurs a second time; remove one of the two"
    assert str(caught.value) == text
    assert document_of([[1], [2]], [[1, 2]], refuse_repeats=True).repeats == 0

from __future__ import annotations

import json
import sys

import pytest

from leaderboard.formats.json_places import member_column, mention_columns, word_column
from tests.formats.texts import problems

LINE = (
    ' { "doc_key" :"a{[,", "x": {"clusters": [1]} ,"sentences":[ ["a","\\"b"],[] , [ "c\u00e9" ] ],'
    '"clusters":[[] ,[[0,1], [2,2]]] } '
)


def column_of(text: str) -> int:
    return LINE.index(text) + 1


def test_members_begin_where_their_values_do() -> None:
    assert member_column(LINE, "doc_key") == column_of('"a{')
    assert member_column(LINE, "clusters") == column_of("[[] ,")
    assert member_column(LINE, "none") == 0


def test_words_are_counted_over_sentences() -> None:
    assert [word_column(LINE, number) for number in range(3)] == [
        column_of('"a",'),
        column_of('"\\"b"'),
        column_of('"c\u00e9"'),
    ]
    assert word_column('{"tokens": ["a", "b"]}', 1) == 18
    assert word_column("{}", 0) == 0


def test_mentions_are_counted_over_clusters() -> None:
    assert list(mention_columns(LINE, "clusters")) == [column_of("[0,1]"), column_of("[2,2]")]
    assert list(mention_columns(LINE, "none")) == []


def nested(depth: int, **fields: object) -> bytes:
    """A document with something deep in front of what is read of it."""
    rest = json.dumps({"doc_key": "d", "tokens": ["a"], "clusters_token_offsets": [], **fields})
    return f'{{"deep": {"[" * depth}{"]" * depth}, {rest[1:]}\n'.encode()


@pytest.mark.parametrize("fields", [{"tokens": [1]}, {"clusters_token_offsets": [[[7, 7]]]}])
def test_what_is_just_not_too_deep_has_places_or_none(fields: dict[str, object]) -> None:
    shallow, deep = 1, 10 * sys.getrecursionlimit()
    while deep - shallow > 1:
        middle = (shallow + deep) // 2
        shallow, deep = (shallow, middle) if problems(nested(middle)) else (middle, deep)
    for depth in range(max(1, shallow - 20), shallow + 20):
        assert problems(nested(depth, **fields))

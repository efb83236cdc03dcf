"""JSON of language models beside a key: texts of mentions, zeros, and repairs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leaderboard.formats import Examined, Reading, examine
from tests.formats.text.test_text import COREFUD, key, problems, spans

TOKENS = ["Ann_Lee", "ran", "##", "She"]


def read(repair: bool = False, **members: Any) -> Examined:
    record = {"doc_id": "d", "tokens": TOKENS, "clusters_token_offsets": [[[0, 2], [3, 3]]], **members}
    return examine("f", json.dumps([record]).encode(), Reading(beside=key(COREFUD), repair=repair))


@pytest.mark.parametrize("texts", [["Ann Lee ran _", "She"], ["Ann_Lee ##x", "She"], ["Ann_Lee", "_She"]])
def test_texts_may_leave_words_out(texts: list[str]) -> None:
    assert read(clusters_text_mentions=[texts]).faults is None


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            [["ran Ann_Lee", "She"]],
            "f:1: tokens 0 to 2 are 'Ann_Lee ran ##', but `clusters_text_mentions` has",
        ),
        ([["Ann", "She"]], "f:1: tokens 0 to 2 are"),
        ([["_", "She"]], "f:1: tokens 0 to 2 are"),
        ([["ran ##x", "She"]], "f:1: tokens 0 to 2 are"),
        ([["Ann_Lee"]], "f:1: `clusters_text_mentions` and the offsets have different clusters; "),
    ],
)
def test_other_texts_are_refused_or_passed_over(texts: list[list[str]], message: str) -> None:
    [problem] = problems(read(clusters_text_mentions=texts))
    assert problem.startswith(message)
    assert problem.endswith(", or repair it with --repair align")
    found = read(True, clusters_text_mentions=texts)
    assert found.faults is None
    assert [tuple(one)[:-1] for one in found.mends.values()] == [(1, 0, 0, 0, 0, 0, 0)]
    assert spans(found) == [(0, 0, 1), (0, 2, 2)]


@pytest.mark.parametrize(
    ("span", "text", "stands"),
    [
        ([0, 1], "Ann_Lee ran", True),
        ([0, 1], "ran", False),
        ([0, 1], "Ann_Lee", False),
        ([0, 3], "Ann_Lee She", True),
        ([0, 3], "Ann_Lee ran", False),
        ([0, 3], "ran She", False),
        ([0, 3], "Ann_Lee She She", False),
        ([2, 3], "She", True),
        ([2, 3], "ran She", False),
    ],
)
def test_the_first_word_and_the_last_are_in_no_gap(span: list[int], text: str, stands: bool) -> None:
    found = read(clusters_token_offsets=[[span]], clusters_text_mentions=[[text]])
    assert (found.faults is None) == stands


def test_a_word_is_not_the_first_and_the_last() -> None:
    words = ["her", "dog", "her"]
    record = {"doc_id": "d", "tokens": words, "clusters_token_offsets": [[[0, 2]]]}
    for text, stands in (("her", False), ("her her", True), ("her dog her", True)):
        data = json.dumps([{**record, "clusters_text_mentions": [[text]]}]).encode()
        assert (examine("f", data, Reading()).faults is None) == stands


def test_mentions_beyond_the_tokens_are_dropped_and_other_faults_stay() -> None:
    found = read(True, clusters_token_offsets=[[[0, 0], [3, 9]]])
    assert [tuple(one)[:-1] for one in found.mends.values()] == [(1, 0, 0, 0, 0, 1, 0)]
    assert spans(found) == [(0, 0, 0)]
    assert "is not a mention" in problems(read(True, clusters_token_offsets=[[[0]]]))[0]

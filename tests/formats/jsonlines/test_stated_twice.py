"""Texts and spans that toolkits write beside the offsets of mentions: where they differ, it is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leaderboard.formats import Reading, examine, read_corpus
from leaderboard.formats.jsonlines.stated_twice import contradictions
from tests.formats.texts import conll

WORDS = ["Ann", "Lee", "sees", "her"]
MAVERICK = {
    "tokens": WORDS,
    "clusters_token_offsets": [[[0, 1], [3, 3]]],
    "clusters_token_text": [["Ann Lee", "her"]],
}
SEVERAL = {
    "tokens": [WORDS, WORDS],
    "clusters_token_offsets": [[[0, 0, 1], [1, 3, 3]]],
    "clusters_token_text": [["Ann Lee", "her"]],
}
ALLENNLP = {"document": WORDS, "top_spans": [[0, 1], [2, 2], [3, 3]], "clusters": [[[0, 1], [3, 3]]]}
OFFSETS = [("clusters_token_offsets", "clusters_token_text")]


def corenlp(*mentions: dict[str, Any]) -> dict[str, Any]:
    """Ann Lee in the second sentence."""
    place = {"sentNum": 2, "startIndex": 1, "endIndex": 3}
    sentences = [{"tokens": [{"word": word} for word in words]} for words in (WORDS[2:], WORDS[:2])]
    return {"sentences": sentences, "corefs": {"1": [{**place, **one} for one in mentions]}}


@pytest.mark.parametrize(
    ("record", "found"),
    [
        (MAVERICK, []),
        (MAVERICK | {"clusters_token_text": [["AnnLee", "her"]]}, []),
        (MAVERICK | {"clusters_token_text": None}, []),
        (MAVERICK | {"clusters_token_text": [["Ann", "her"]]}, OFFSETS),
        (MAVERICK | {"clusters_token_text": [["Ann Lee"]]}, OFFSETS),
        (MAVERICK | {"clusters_token_text": [[0, 1]]}, OFFSETS),
        (MAVERICK | {"clusters_token_text": 5}, OFFSETS),
        (MAVERICK | {"clusters_token_offsets": {"e": [[0, 1], [3, 3]]}}, []),
        (MAVERICK | {"clusters_token_offsets": {"e": [[0, 1], [2, 3]]}}, OFFSETS),
        (SEVERAL, []),
        (SEVERAL | {"clusters_token_text": [["her", "Ann Lee"]]}, []),
        (SEVERAL | {"clusters_token_text": [["Ann Lee", ["her"]]]}, OFFSETS),
        (SEVERAL | {"clusters_token_text": [["Ann Lee"]]}, OFFSETS),
        (corenlp({"text": "Ann Lee"}), []),
        (corenlp({}), []),
        (corenlp({"text": "Ann Lee"}, {"text": "Ann Lee", "endIndex": 2}), [("startIndex", "text")]),
        (ALLENNLP, []),
        (ALLENNLP | {"top_spans": [[0, 1]]}, [("clusters", "top_spans")]),
        (ALLENNLP | {"top_spans": {}}, [("clusters", "top_spans")]),
        ({"top_spans": [], "clusters": [[[0, 1]]]}, []),
        ({"doc_key": "d", "sentences": [WORDS], "clusters": []}, []),
    ],
)
def test_what_is_said_twice(record: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert contradictions(record) == found


def test_it_is_said_once_a_file() -> None:
    rows = [f"d 0 0 {word} -" for word in WORDS]
    texts = b"".join(conll(*rows, name=f"({name})") for name in "abc")
    key = read_corpus("key", texts, Reading(key=True))
    other = MAVERICK | {"clusters_token_offsets": [[[0, 1], [2, 3]]]}
    text = "".join(f"{json.dumps(record)}\n" for record in (MAVERICK, other, other))
    found = examine("f", text.encode(), Reading(beside=key.corpus))
    assert found.faults is None
    what = "`clusters_token_offsets` and `clusters_token_text` differ in 2 documents"
    remedy = "a response is scored by `clusters_token_offsets`, and `clusters_token_text` was not read"
    assert str(found.remarks[0]) == f"f:2: {what}; {remedy}"

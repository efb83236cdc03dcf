"""Which clusters of a record count, and what is said of files that are something else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leaderboard.formats import Reading, examine, read_corpus
from leaderboard.formats.jsonlines.documents import word_column
from tests.formats.texts import problems, read, spans

KEY = Reading(key=True)
GOLD, PREDICTED = [[[0, 0], [1, 2]]], [[[3, 4], [0, 0]]]
OF_GOLD, OF_PREDICTED = [[(0, 0), (1, 2)]], [[(0, 0), (3, 4)]]


def data(*records: dict[str, Any]) -> bytes:
    """Documents of five words."""
    return "".join(
        json.dumps({"doc_key": str(number), "sentences": [["a", "b", "c", "d", "e"]], **one}) + "\n"
        for number, one in enumerate(records)
    ).encode()


def remarks(reading: Reading, *records: dict[str, Any]) -> list[str]:
    return [str(problem) for problem in read_corpus("f", data(*records), reading).remarks]


@pytest.mark.parametrize(
    ("names", "reading", "read_name"),
    [
        (("clusters", "predicted_clusters", "clusters_token_offsets"), Reading(), "predicted_clusters"),
        (("clusters", "clusters_token_offsets"), Reading(), "clusters_token_offsets"),
        (("clusters", "clusters_token_offsets"), KEY, "clusters"),
        (("clusters", "predicted_clusters"), KEY, "clusters"),
        (("predicted_clusters", "clusters_token_offsets"), KEY, "clusters_token_offsets"),
        (("predicted_clusters", "clusters"), Reading(offsets="token"), "predicted_clusters"),
        (("clusters", "clusters_token_offsets"), Reading(offsets="token", key=True), "clusters"),
    ],
)
def test_predicted_clusters_count_in_a_response_and_gold_ones_in_a_key(
    names: tuple[str, ...], reading: Reading, read_name: str
) -> None:
    one = {name: PREDICTED if name == read_name else GOLD for name in names}
    assert spans(read(data(one), reading)) == OF_PREDICTED
    side = "key" if reading.key else "response"
    assert remarks(reading, one) == [
        f"f:1: `{read_name}` and `{other}` differ in 1 document; "
        f"a {side} is scored by `{read_name}`, and `{other}` was not read"
        for other in ("predicted_clusters", "clusters_token_offsets", "clusters")
        if other in names and other != read_name
    ]


def test_documents_without_predictions_beside_others_that_have_them() -> None:
    predicted, gold = {"predicted_clusters": PREDICTED}, {"clusters": GOLD}
    assert remarks(Reading(), predicted, gold, gold, {"clusters_token_offsets": GOLD}) == [
        "f:2: `predicted_clusters` is missing in 3 of 4 documents, where `clusters` or "
        "`clusters_token_offsets` was read; write it in every document, as an empty list where there are none"
    ]
    assert remarks(Reading(), predicted, gold)[0].startswith(
        "f:2: `predicted_clusters` is missing in 1 of 2 documents, where `clusters` was read;"
    )
    faulty = examine("f", data(predicted, {}), Reading())
    assert not faulty.remarks
    for reading, records in ((Reading(), [gold, gold]), (Reading(), [predicted] * 2), (KEY, [gold, gold])):
        assert not remarks(reading, *records)
    assert not [one for one in remarks(KEY, predicted | gold, gold) if "missing" in one]


def test_characters_that_are_stated_count_before_clusters() -> None:
    one = {"clusters": GOLD, "clusters_char_offsets": [[[0, 0], [6, 8]]]}
    for key in (False, True):
        reading = Reading(offsets="char", ends="inclusive", key=key)
        assert spans(read(data(one), reading)) == OF_PREDICTED
    assert spans(read(data(one))) == OF_GOLD
    assert remarks(Reading(), one) == []


def test_the_two_that_differ_are_said_once() -> None:
    both = {"clusters": GOLD, "predicted_clusters": PREDICTED}
    same = {"clusters": GOLD, "predicted_clusters": [[], [[1, 2], [0, 0], [1, 2]]]}
    assert remarks(Reading(), same, both, same, both) == [
        "f:2: `predicted_clusters` and `clusters` differ in 2 documents; "
        "a response is scored by `predicted_clusters`, and `clusters` was not read"
    ]


@pytest.mark.parametrize("reading", [Reading(), KEY])
def test_of_two_names_the_first_counts(reading: Reading) -> None:
    one = {"doc_id": "x", "clusters": GOLD}
    same = {"doc_id": " 1 ", "document_id": 7, "clusters": GOLD}
    third = {"doc_id": "2", "document_id": "x", "clusters": GOLD}
    assert [part.document for part in read(data(one, same, third), reading).parts] == ["0", "1", "2"]
    assert remarks(reading, one, same, third, one) == [
        "f:1: `doc_key` and `doc_id` differ in 2 documents; "
        "the name is that in `doc_key`, and `doc_id` was not read",
        "f:3: `doc_key` and `document_id` differ in 1 document; "
        "the name is that in `doc_key`, and `document_id` was not read",
    ]


WORDS = ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"tokens": [*WORDS[:4], "x"]}, "`sentences` and `tokens` have different words"),
        ({"tokens": WORDS[:4]}, "`sentences` and `tokens` have different words"),
        ({"tokens": WORDS, "cased_words": ["A", *WORDS[1:]]}, "`sentences` and `cased_words` have"),
        ({"tokens": WORDS, "cased_words": WORDS}, ""),
        ({"tokens": [1, 2, 3]}, ""),
        ({"tokens": 5}, ""),
    ],
)
def test_words_that_stand_twice_are_the_same(members: dict[str, Any], message: str) -> None:
    found = problems(data({"clusters": GOLD}, {"clusters": GOLD, **members}))
    assert bool(found) == bool(message)
    for problem in found:
        assert str(problem).startswith(f"f:2: {message}")
        assert problem.remedy == "write the words once"


def test_tokens_and_cased_words_without_sentences_are_the_same() -> None:
    one = {"doc_key": "0", "tokens": ["a"], "cased_words": ["A"], "clusters_token_offsets": []}
    [problem] = problems(json.dumps(one).encode())
    assert problem.what == "`tokens` and `cased_words` have different words"


@pytest.mark.parametrize("clusters", [None, 7, [7], [[[0, 0], "a"]], [[[0, 0], None]]])
def test_clusters_that_are_none_are_not_compared(clusters: Any) -> None:
    assert remarks(Reading(), {"clusters": clusters, "predicted_clusters": PREDICTED}) == []


def test_strings_are_not_those_of_predicted_clusters() -> None:
    gold = {"clusters": GOLD, "clusters_strings": [["a", "b c"]]}
    assert spans(read(data({**gold, "predicted_clusters": PREDICTED}))) == OF_PREDICTED


def test_predicted_clusters_are_plain_where_clusters_are() -> None:
    (one,) = problems(data({"predicted_clusters": PREDICTED, "text": "a b c d e"}))
    assert one.what == "it is unclear what the numbers in `predicted_clusters` count"


MENTION = {"doc_id": "d", "mention_id": "m", "tokens_number": [0]}
LIST = "a list of mentions, not of documents"
CHAINS = "`coref_chains` are not read"
NOT_DOCUMENTS: dict[str, tuple[bytes, Reading, str, int]] = {
    "a key of predictions": (
        data({"predicted_clusters": GOLD}),
        KEY,
        "a key with `predicted_clusters`, but without `clusters`",
        1,
    ),
    "a blind file": (data({"clusters": None}), Reading(), "`clusters` is null, as in a blind file", 1),
    "a blind key": (data({"clusters": None}), KEY, "`clusters` is null, as in a blind file", 1),
    "chains": (b'\n{"id": "a", "coref_chains": []}', Reading(), f"{CHAINS} (Hugging Face, coref-data)", 1),
    "mentions": (json.dumps([MENTION] * 9, indent=1).encode(), Reading(), LIST, 1),
    "mentions after a document": (data({"clusters": []}) + json.dumps(MENTION).encode(), Reading(), LIST, 2),
    "names": (
        b'{"a": {"clusters": []}}',
        Reading(),
        "documents under their names, `{name: document}`",
        1,
    ),
    "an empty object": (b"{}", Reading(), "the document name is missing", 1),
}


@pytest.mark.parametrize(("content", "reading", "what", "line"), NOT_DOCUMENTS.values(), ids=NOT_DOCUMENTS)
def test_what_is_not_a_file_of_documents_is_said_once(
    content: bytes, reading: Reading, what: str, line: int
) -> None:
    assert [(one.what, one.line) for one in problems(content, reading)] == [(what, line)]


def of_words(**members: Any) -> bytes:
    """A document as wl-coref writes it."""
    return json.dumps({"document_id": "a", "cased_words": ["a", "b", "c"], **members}).encode()


def test_wl_coref_has_stated_ends() -> None:
    one = of_words(span_clusters=[[[0, 2], [2, 3]]], sent_id=[0, 0, 1])
    for reading in (Reading(ends="exclusive"), Reading(ends="exclusive", key=True)):
        assert spans(read(one, reading)) == [[(0, 1), (2, 2)]]
    assert spans(read(of_words(span_clusters=[[[0, 1], [2, 2]]]), Reading(ends="inclusive"))) == [
        [(0, 1), (2, 2)]
    ]
    assert [str(problem) for problem in problems(one)] == [
        "f:1: it is unclear whether the ends in `span_clusters` are inclusive; "
        "state --ends inclusive|exclusive"
    ]


def test_clusters_of_wl_coref_are_predictions_in_a_response_and_gold_clusters_count_in_a_key() -> None:
    one = of_words(span_clusters=[[[0, 1]]], clusters=[[[1, 2]]])
    for key, start in ((False, 0), (True, 1)):
        found = read_corpus("f", one, Reading(offsets="token", ends="exclusive", key=key))
        assert spans(found.corpus) == [[(start, start)]]
        assert len(found.remarks) == 1


def test_the_column_of_a_word_of_wl_coref() -> None:
    (problem,) = problems(of_words(cased_words=["a", 7], span_clusters=[]), Reading(ends="inclusive"))
    assert (problem.what, problem.column) == ("a word is not a string", 37)
    assert word_column(of_words(span_clusters=[]).decode(), 1) == 43

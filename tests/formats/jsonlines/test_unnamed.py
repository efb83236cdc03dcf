"""Texts without names and words, as fastcoref writes them, beside the words of a key."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from leaderboard.formats.beside import KeyText
from leaderboard.formats.beside.repair import Mend
from leaderboard.formats.faults import REPAIR, Faults
from leaderboard.formats.jsonlines import has_its_strings
from leaderboard.formats.jsonlines.order import Order
from leaderboard.formats.limits import WITHOUT_KEY
from tests.formats.texts import conll, mentions, read

Spans = list[tuple[int, int]]

KEY_WORDS = ("Ann", "Lee", "sees", "her", "dog", ".")
KEY = read(
    conll(*(f"a 0 {number} {word} NN -" for number, word in enumerate(KEY_WORDS)), name="(a); part 003")
    + conll("b 0 0 Bob NN -", "b 0 1 left NN -", name="(b)")
)
BESIDE = Reading(beside=KEY)
FIRST = {
    "text": "Ann Lee  sees her dog.",
    "clusters": [[[0, 7], [14, 17]]],
    "clusters_strings": [["Ann Lee", "her"]],
}
SECOND = {"text": "Bob left", "clusters": [[[0, 3]]], "clusters_strings": [["Bob"]]}
SUBMIT = "submit the texts of the key, one document each, in the order of the key"
STATE = "state --offsets token|char and --ends inclusive|exclusive"


def data(*records: object) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def told(*records: object, reading: Reading = BESIDE) -> list[str]:
    with pytest.raises(InputError) as error:
        read_corpus("f", data(*records), reading)
    return [str(problem) for problem in error.value.problems]


def first(**changes: Any) -> dict[str, Any]:
    return {**FIRST, **changes}


def test_they_are_the_parts_of_the_key_in_its_order() -> None:
    examined = read_corpus("f", data(FIRST, SECOND), BESIDE)
    assert mentions(examined.corpus) == [
        ("a (part 3)", 0, 1, 0, 1),
        ("a (part 3)", 3, 3, 0, 1),
        ("b (part 0)", 0, 0, 1, 2),
    ]
    assert examined.corpus.words is not None
    assert KEY.words is not None
    assert examined.corpus.words.equals(KEY.words)
    assert [str(remark) for remark in examined.remarks] == [
        "f:1: 2 documents have no names; check that they stand in the order of the key"
    ]


NAMED = {"doc_key": "b", "sentences": [["Bob", "left"]], "clusters": [[[0, 0]]]}
NAME = "write `doc_key` into each document"


def test_documents_with_names_do_not_stand_among_them() -> None:
    assert told(FIRST, NAMED) == [f"f:1: 1 of 2 documents has no name; {NAME}"]
    assert told(NAMED, FIRST, SECOND) == [f"f:2: 2 of 3 documents have no name; {NAME}"]
    assert told(NAMED, SECOND) == [f"f:2: 1 of 2 documents has no name; {NAME}"]


def test_documents_with_words_are_the_parts_of_the_key_too() -> None:
    first = {"tokens": list(KEY_WORDS), "clusters_token_offsets": [[[0, 1], [3, 3]]]}
    examined = read_corpus("f", data(first, SECOND), BESIDE)
    assert mentions(examined.corpus) == mentions(read_corpus("f", data(FIRST, SECOND), BESIDE).corpus)
    wordless = Reading(beside=read(conll("-", name="(a)")))
    one = read_corpus("f", data({"tokens": ["x"], "clusters_token_offsets": []}), wordless)
    assert [str(remark) for remark in one.remarks] == [
        "f:1: 1 document has no name; check that it stands in the order of the key"
    ]


@pytest.mark.parametrize(
    ("clusters", "offsets", "ends"),
    [
        ([[[0, 1], [3, 3]]], "token", "inclusive"),
        ([[[0, 2], [3, 4]]], "token", "exclusive"),
        ([[[0, 7], [14, 17]]], "char", "exclusive"),
        ([[[0, 6], [14, 16]]], "char", "inclusive"),
    ],
)
def test_offsets_and_ends_can_be_stated(clusters: object, offsets: str, ends: str) -> None:
    for strings in ({}, {"clusters_strings": [["Ann  Lee", "her"]]}):
        one = {"text": FIRST["text"], "clusters": clusters, **strings}
        found = read(data(one, SECOND), Reading(beside=KEY, offsets=offsets, ends=ends))
        assert mentions(found)[:2] == [("a (part 3)", 0, 1, 0, 1), ("a (part 3)", 3, 3, 0, 1)]


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (first(text="Ann Lee sees her cat."), "the text has 'cat.' where the key has 'dog'"),
        (first(text="Bob"), "the text has 'Bob' where the key has 'Ann'"),
        (first(text=""), "the text ends before the word 'Ann' of the key"),
        (first(text="Ann Le"), "the text ends before the word 'Lee' of the key"),
        (
            first(text="Ann Lee  sees her dog. No!"),
            "the text goes on with 'No!' after the last word of the key",
        ),
    ],
)
def test_other_texts_are_refused_where_they_differ(record: dict[str, Any], problem: str) -> None:
    assert told({**record, "clusters": [], "clusters_strings": []}, SECOND) == [
        f"f:1: {problem}; {SUBMIT}, {REPAIR}"
    ]


@pytest.mark.parametrize(
    ("mention", "string", "fault"),
    [
        ([0, 2], "An", "cut the word 'Ann'"),
        ([1, 7], "nn Lee", "cut the word 'Ann'"),
        ([14, 20], "her do", "cut the word 'dog'"),
        ([3, 7], " Lee", "do not begin and end with a token"),
        ([0, 8], "Ann Lee ", "do not begin and end with a token"),
        ([4, 4], "", "do not begin and end with a token"),
    ],
)
def test_mentions_begin_and_end_with_words(mention: list[int], string: str, fault: str) -> None:
    (problem,) = told(first(clusters=[[mention]], clusters_strings=[[string]]), SECOND)
    remedy = f"align mentions with tokens, or state the right --ends, {REPAIR}"
    assert problem.partition(": ")[2] == f"the characters {mention} {fault}; {remedy}"


@pytest.mark.parametrize(
    "strings", [[["Ann"]], [["Ann Lee", "her"], []], "Ann", None, [[7]], [["Ann Lee", "he"]]]
)
def test_strings_that_are_not_those_of_the_text_show_nothing(strings: object) -> None:
    fits = strings == [["Ann Lee", "her"], []]
    assert has_its_strings(first(clusters_strings=strings), "clusters") == fits
    what = "`clusters_strings` and the offsets have different clusters; write one string per mention"
    unclear = f"it is unclear what the numbers in `clusters` count; {STATE}"
    assert told(first(clusters_strings=strings), SECOND)[0].endswith(what if fits else unclear)


def test_there_are_as_many_as_in_the_key() -> None:
    remedy = f"submit one document for each part of the key, in its order, or {NAME}"
    for count, documents in ((1, "1 document"), (3, "3 documents")):
        records = [SECOND, SECOND, SECOND][:count]
        assert told(*records) == [f"f:1: {documents} without a name, but the key has 2 parts; {remedy}"]


def test_behind_what_cannot_be_read_their_order_is_unknown() -> None:
    with pytest.raises(InputError) as error:
        read_corpus("f", b"{\n" + data(SECOND), BESIDE)
    assert len(error.value.problems) == 1
    assert len(told({"doc_key": 7}, SECOND, FIRST)) == 1


def test_documents_before_what_cannot_be_read_are_checked() -> None:
    assert len(told(first(text="Bob"), {"doc_key": 7}, SECOND)) == 2


def test_a_key_and_files_without_a_key_have_names() -> None:
    assert told(FIRST, reading=Reading(key=True))[0].startswith("f:1: the document name is missing")
    assert told(FIRST, SECOND, reading=Reading()) == [
        "f:1: documents without names are only read beside a key; "
        "score or validate them with --key, or write `doc_key` and `tokens` into each document"
    ]


def test_a_key_without_words_has_no_order() -> None:
    for cells in (("-", "-"), ("a -", "b -")):
        reading = Reading(beside=read(conll(*cells)))
        assert told(SECOND, reading=reading) == [
            "f:1: the key f has no words that a text could be compared with; "
            "write `doc_key` and `tokens` into each document"
        ]


def place(text: str, words: list[str]) -> list[tuple[int, int]]:
    """The word of each character and the number of the character in it, the slow way; (-1, -1) for blanks."""
    places, rest = [], [(number, at) for number, word in enumerate(words) for at in range(len(word))]
    for character in text:
        places.append((-1, -1) if character.isspace() else rest.pop(0))
    assert not rest
    return places


@given(st.data())
def test_offsets_are_those_of_a_slow_reader(draws: st.DataObject) -> None:
    words = draws.draw(st.lists(st.text("aé𝒳\u0301", min_size=1, max_size=3), min_size=1, max_size=5))
    blanks = st.sampled_from(["", "", "", " ", "\n", "\u00a0\u2003 "])
    text = "".join(draws.draw(blanks) + letter for letter in "".join(words)) + draws.draw(blanks)
    start = draws.draw(st.integers(0, len(text) - 1))
    end = draws.draw(st.integers(start + 1, len(text)))
    places = place(text, words)
    (begins, at), (ends, last) = places[start], places[end - 1]
    key = read(conll(*(f"d\t0\t0\t{word}\tNN\t-" for word in words)))
    one = {"text": text, "clusters": [[[start, end]]], "clusters_strings": [[text[start:end]]]}
    if at == 0 and last == len(words[ends]) - 1:
        assert mentions(read(data(one), Reading(beside=key))) == [("d (part 0)", begins, ends, 0, 1)]
    else:
        assert len(told(one, reading=Reading(beside=key))) == 1


def test_faults_stay_where_all_documents_have_names() -> None:
    faults = Faults(file="f")
    assert Order(KeyText(KEY)).checked(faults) is faults
    assert Order(None, documents=1).remarks("f") == ()


class TestRepair:
    """A text that is not the key's is aligned in pieces, as tagged text is."""

    READING = Reading(beside=KEY, repair=True)

    def mended(self, **changes: Any) -> tuple[list[tuple[str, int, int, int, int]], Mend]:
        stated = replace(self.READING, offsets="char", ends="exclusive")
        examined = read_corpus("f", data(first(**changes), SECOND), stated)
        [mend] = examined.mends.values()
        return mentions(examined.corpus)[:-1], mend

    def test_the_key_is_left_as_it_is(self) -> None:
        assert not read_corpus("f", data(FIRST, SECOND), self.READING).mends

    def test_another_word_is_changed(self) -> None:
        text = "Ann Lee  saw, her dog."
        found, mend = self.mended(text=text)
        assert found == [("a (part 3)", 0, 1, 0, 1), ("a (part 3)", 3, 3, 0, 1)]
        assert mend == Mend(documents=1, invented=1, changed=1)

    def test_a_part_of_a_word_is_the_word(self) -> None:
        found, mend = self.mended(clusters=[[[0, 2], [14, 17]]], clusters_strings=[["An", "her"]])
        assert found == [("a (part 3)", 0, 0, 0, 1), ("a (part 3)", 3, 3, 0, 1)]
        assert mend == Mend(documents=1)

    def test_mentions_beyond_the_text_are_dropped(self) -> None:
        found, mend = self.mended(clusters=[[[0, 7], [99, 103], [-3, 3], [7, 8]]])
        assert found == [("a (part 3)", 0, 1, 0, 1)]
        assert mend == Mend(documents=1, mentions_dropped=3)

    def test_what_is_no_mention_is_refused(self) -> None:
        stated = replace(self.READING, offsets="char", ends="exclusive")
        record = {"text": "Ann saw", "clusters": [[[0]]]}
        assert told(record, SECOND, reading=stated) == [
            "f:1: [0] is not a mention; write a pair of whole numbers, [start, end]"
        ]

    def test_a_text_of_too_many_pieces_is_refused(self) -> None:
        stated = replace(self.READING, bounds=replace(WITHOUT_KEY, brackets=20))
        [problem] = told(first(text="Ann Lee  sees her" + "." * 20), SECOND, reading=stated)
        assert problem.startswith("f:1: more than 20 words in this document")

    def test_without_repair_the_line_names_it(self) -> None:
        [problem] = told(first(text="Ann Lee  saw  her dog."), SECOND)
        assert problem.endswith(f"{SUBMIT}, or repair it with --repair align")

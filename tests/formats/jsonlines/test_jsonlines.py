from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from leaderboard.corpus import Part
from leaderboard.errors import MOST_PROBLEMS, InputError
from leaderboard.formats import Reading
from leaderboard.formats.jsonlines import documents
from leaderboard.formats.limits import TRUSTED
from tests.formats.texts import mentions, problems, read, spans, warnings, words

SENTENCES = [["the", "cat", "sat"], ["it", "slept"]]
WORDS = [word for sentence in SENTENCES for word in sentence]
TEXT = "the cat sat. it slept"


def lines(*records: Any) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def record(**fields: Any) -> dict[str, Any]:
    """A document with two mentions of a cat; a field of None is left out."""
    whole = {"doc_key": "d", "sentences": SENTENCES, "clusters": [[[0, 1], [3, 3]]], **fields}
    return {name: value for name, value in whole.items() if value is not None}


def tokens(**fields: Any) -> dict[str, Any]:
    return record(sentences=None, tokens=WORDS, **fields)


CAT = [[(0, 1), (3, 3)]]
STATED = Reading(offsets="token", ends="inclusive")


@pytest.mark.parametrize(
    ("document", "reading"),
    [
        pytest.param(record(speakers=[["-"] * 3, ["-"] * 2]), None, id="e2e-coref"),
        pytest.param(record(doc_key=None, doc_id="d"), None, id="doc_id"),
        pytest.param(
            tokens(clusters=None, clusters_token_offsets=[[[0, 1], [3, 3]]]), None, id="maverick tokens"
        ),
        pytest.param(
            tokens(
                clusters=None,
                clusters_token_offsets=[[[0, 1], [3, 3]]],
                clusters_char_offsets=[[[0, 6], [12, 13]]],
                clusters_strings=[["the cat", "it"]],
            ),
            None,
            id="maverick",
        ),
        pytest.param(
            tokens(clusters=None, clusters_char_offsets=[[[0, 6], [12, 13]]]),
            None,
            id="characters of joined tokens",
        ),
        pytest.param(
            tokens(clusters=None, clusters_char_offsets=[[[0, 6], [13, 14]]], text=TEXT),
            None,
            id="characters of a text",
        ),
        pytest.param(
            tokens(clusters=None, clusters_token_offsets=[], clusters_char_offsets=[[[0, 6], [12, 13]]]),
            Reading(offsets="char"),
            id="characters when stated",
        ),
        pytest.param(tokens(), STATED, id="tokens, as stated"),
        pytest.param(
            tokens(clusters=[[[0, 2], [3, 4]]]), Reading(offsets="token", ends="exclusive"), id="exclusive"
        ),
        pytest.param(
            record(clusters=[[[0, 2], [3, 4]]]), Reading(ends="exclusive"), id="exclusive sentences"
        ),
        pytest.param(
            tokens(clusters=[[[0, 7], [13, 15]]], text=TEXT),
            Reading(offsets="char", ends="exclusive"),
            id="exclusive characters, as fastcoref",
        ),
        pytest.param(record(clusters_strings=[["the cat", "it"]]), None, id="strings"),
        pytest.param(record(clusters_strings=[["thecat", " it\n"]]), None, id="strings with other spaces"),
        pytest.param(record(clusters=[[], [[0, 1], [3, 3]], []]), None, id="empty clusters"),
    ],
)
def test_accepts(document: dict[str, Any], reading: Reading | None) -> None:
    corpus = read(lines(document), reading)
    assert corpus.parts == (Part("d", 0),)
    assert spans(corpus) == CAT
    assert words(corpus.words) == WORDS


def test_reads_many_documents() -> None:
    data = lines(record(), record(doc_key="e", clusters=[]), record(doc_key="f", sentences=[], clusters=[]))
    corpus = read(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n\r\n"))
    assert [part.document for part in corpus.parts] == ["d", "e", "f"]
    assert corpus.part_line.tolist() == [1, 3, 5]
    assert corpus.tokens.tolist() == [5, 5, 0]
    assert corpus.token_line.tolist() == [1] * 5 + [3] * 5


def test_entities_come_in_order_of_their_first_mention() -> None:
    corpus = read(lines(record(clusters=[[[3, 3]], [[1, 2]], [[1, 1], [0, 4]], [[1, 1]]])))
    assert mentions(corpus) == [
        ("d (part 0)", 0, 4, 0, 1),
        ("d (part 0)", 1, 1, 0, 1),
        ("d (part 0)", 1, 2, 1, 1),
        ("d (part 0)", 3, 3, 2, 1),
    ]


def test_one_token_mentions_begin_before_longer_ones() -> None:
    assert spans(read(lines(record(clusters=[[[0, 1]], [[0, 0]]])))) == [[(0, 0)], [(0, 1)]]


def test_a_mention_in_two_clusters_is_reported() -> None:
    assert warnings(lines(record(clusters=[[[0, 1]], [[0, 1], [3, 3]]]))) == [
        "f:1: the mention of tokens 0 to 1 is in two entities; it is kept in the first; remove one of the two"
    ]


def test_half_a_surrogate_pair_is_read() -> None:
    assert words(read(lines(record(sentences=[["\ud83d", "a", "b", "c"]]))).words) == ["?", "a", "b", "c"]


NOT_PLAIN = (
    "f:1: it is unclear what the numbers in `clusters` count; "
    "state --offsets token|char and --ends inclusive|exclusive"
)
NAME = "give it a printable `doc_key` (or `doc_id`)"
LISTS = "write [[[start, end], ...], ...]"
PAIR = "write a pair of whole numbers, [start, end]"
WITHIN = "count tokens from 0, or state the right --offsets and --ends, or repair it with --repair align"
NO_WORDS = "f:1: a document without words; write `sentences`, a list of lists of words, or `tokens`, a list"
NO_TEXT = "f:1: a word is not a string; write `sentences` as lists of words, or `tokens` as one list"

FAULTS = {
    "cut off": (
        lines(record())[:-20] + b"\n",
        "f:1: the JSON breaks off at column 84; write the complete document",
    ),
    "a brace alone": (b"{\n", "f:1: the JSON breaks off at column 2; write the complete document"),
    "single quotes": (
        b"{'a': 1}",
        "f:1: invalid JSON at column 2; write each document as one complete JSON object",
    ),
    "no object": (
        lines(record(), [1]),
        "f:2: this is not a JSON object; "
        'write each document as `{"doc_key": name, "sentences": [[word, ...], ...], '
        '"clusters": [[[start, end], ...], ...]}`',
    ),
    "Latin-1": (b'{"doc_key": "\xe9"}', "f:1: this document is not UTF-8; save the file as UTF-8"),
    "nested too deep": (
        b'{"a": ' + b"[" * 100_000,
        "f:1: the JSON is nested too deeply, or has too long a number; write plain documents",
    ),
    "a number too long": (
        b'{"a": ' + b"1" * 5000 + b"}",
        "f:1: the JSON is nested too deeply, or has too long a number; write plain documents",
    ),
    "no name": (
        lines(record(doc_key=None)),
        "f:1: documents without names are only read beside a key; "
        "score or validate them with --key, or write `doc_key` into each document",
    ),
    "a blank name": (lines(record(doc_key=" ")), f"f:1: the document name is missing; {NAME}"),
    "a number as name": (
        lines(record(doc_key=1)),
        "f:1: the name of this document is not a string; write `doc_key` (or `doc_id`) as a string",
    ),
    "a name with escape codes": (
        lines(record(doc_key="\x1b[31m")),
        f"f:1: the document name '\\x1b[31m' has unprintable characters; {NAME}",
    ),
    "a name twice": (
        lines(record(), record()),
        "f:2: d occurs twice in this file (first on line 1); remove one of the two",
    ),
    "parts that have one name": (
        lines(record(part=3), record(part=4, clusters=[])),
        "f:2: d occurs twice (first on line 1): the document has 2 parts; name them d_3 and d_4",
    ),
    "a name twice, with other entities": (
        lines(record(part=0), record(part=0, clusters=[])),
        "f:2: d occurs twice in this file (first on line 1); keep the one whose entities are meant",
    ),
    "a name twice, with other words": (
        lines(record(), record(sentences=[["a", "dog"]], clusters=[])),
        "f:2: d occurs twice in this file (first on line 1); give each its own name, "
        "or d_0 and d_1 if they are parts of one document",
    ),
    "no words": (lines(record(sentences=None)), NO_WORDS),
    "words that are no list": (lines(record(sentences=None, tokens="the cat")), NO_WORDS),
    "sentences as texts": (
        lines(record(sentences=["the cat sat"])),
        "f:1: `sentences` is not a list of lists; write [[word, ...], ...]",
    ),
    "a number as word": (lines(record(sentences=[[1]])), NO_TEXT),
    "nested tokens": (lines(record(sentences=None, tokens=SENTENCES)), NO_TEXT),
    "no clusters": (
        lines(record(clusters=None)),
        "f:1: a document without clusters; write `clusters`, as an empty list where there are no entities",
    ),
    "clusters of flat tokens": (lines(tokens()), NOT_PLAIN),
    "clusters with a text": (lines(record(text=TEXT)), NOT_PLAIN),
    "clusters that are no list": (
        lines(record(clusters={"a": 1})),
        f"f:1: `clusters` is not a list of lists; {LISTS}",
    ),
    "a cluster that is no list": (
        lines(record(clusters=[1])),
        f"f:1: `clusters` is not a list of lists; {LISTS}",
    ),
    "three numbers": (lines(record(clusters=[[[0, 1, 2]]])), f"f:1: [0, 1, 2] is not a mention; {PAIR}"),
    "a fraction": (lines(record(clusters=[[[0, 1.0]]])), f"f:1: [0, 1.0] is not a mention; {PAIR}"),
    "true": (lines(record(clusters=[[[0, True]]])), f"f:1: [0, True] is not a mention; {PAIR}"),
    "clusters twice": (
        b'{"doc_key": "d", "sentences": [["a"]], "clusters": [], "clusters": []}\n',
        "f:1: the name 'clusters' occurs twice in one object; keep one of the two",
    ),
    "the first name that stands twice is told": (
        b'{"doc_key": "d", "b": 1, "a": 1, "a": 2, "b": 2}\n',
        "f:1: the name 'a' occurs twice in one object; keep one of the two",
    ),
    "a string": (lines(record(clusters=[["01"]])), f"f:1: '01' is not a mention; {PAIR}"),
    "beyond the end": (
        lines(record(clusters=[[[0, 5]]])),
        f"f:1: the mention [0, 5] does not lie within the 5 tokens; {WITHIN}",
    ),
    "before the beginning": (
        lines(record(clusters=[[[-1, 0]]])),
        f"f:1: the mention [-1, 0] does not lie within the 5 tokens; {WITHIN}",
    ),
    "end before start": (
        lines(record(clusters=[[[1, 0]]])),
        f"f:1: the mention [1, 0] does not lie within the 5 tokens; {WITHIN}",
    ),
    "within a token": (
        lines(tokens(clusters=None, clusters_char_offsets=[[[0, 5]]])),
        "f:1: the characters [0, 5] cut the word 'cat'; "
        "align mentions with tokens, or state the right --ends",
    ),
    "from within a token": (
        lines(tokens(clusters=None, clusters_char_offsets=[[[1, 6]]])),
        "f:1: the characters [1, 6] cut the word 'the'; "
        "align mentions with tokens, or state the right --ends",
    ),
    "tokens of another text": (
        lines(tokens(clusters=None, clusters_char_offsets=[], text="a dog")),
        "f:1: the token 'the' is not in the text; write the tokens of `text`, in order",
    ),
    "a text that is none": (
        lines(tokens(clusters=None, clusters_char_offsets=[], text=1)),
        "f:1: `text` is not a string; write the text that `tokens` comes from, or leave it out",
    ),
    "other strings": (
        lines(record(clusters_strings=[["the cat sat", "it"]])),
        "f:1: tokens 0 to 1 are 'the cat', but `clusters_strings` has 'the cat sat'; "
        "state the right --offsets and --ends",
    ),
    "strings of equal length": (
        lines(record(clusters_strings=[["the dog", "it"]])),
        "f:1: tokens 0 to 1 are 'the cat', but `clusters_strings` has 'the dog'; "
        "state the right --offsets and --ends",
    ),
    "fewer strings": (
        lines(record(clusters_strings=[["the cat"]])),
        "f:1: `clusters_strings` and the offsets have different clusters; write one string per mention",
    ),
    "strings that are no list": (
        lines(record(clusters_strings="the cat")),
        f"f:1: `clusters_strings` is not a list of lists; {LISTS}",
    ),
}


@pytest.mark.parametrize(("data", "message"), FAULTS.values(), ids=FAULTS)
def test_faults(data: bytes, message: str) -> None:
    assert [str(problem) for problem in problems(data)] == [message]


def test_char_offsets_skip_empty_tokens() -> None:
    document = {"doc_key": "d", "tokens": ["a", "", "b"], "clusters_char_offsets": [[[0, 0], [3, 3]]]}
    assert spans(read(lines(document))) == [[(0, 0), (2, 2)]]


@pytest.mark.parametrize(
    "data", [b'{"\n' * 2000, lines(record(clusters=[[[7, 7]] * 2000]))], ids=["lines", "mentions"]
)
def test_a_thousand_problems_are_kept_and_all_are_counted(data: bytes) -> None:
    with pytest.raises(InputError) as error:
        read(data)
    assert (len(error.value.problems), error.value.count) == (MOST_PROBLEMS, 2000)
    assert error.value.typed.endswith(" (and 1,999 more)")


class Counted(str):
    """A text that counts how often it is compared."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return super().__eq__(other)


def comparisons(names: int) -> int:
    """What it takes to find the two equal names, which are the last, of one object."""
    Counted.compared = 0
    pairs: list[tuple[str, Any]] = [(Counted(number), None) for number in (*range(names - 1), names - 2)]
    assert documents.repeated(pairs) == str(names - 2)
    return Counted.compared


def test_twice_as_many_names_take_twice_as_long() -> None:
    assert comparisons(2000) <= 3 * comparisons(1000) + 10 <= 3000


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    (one,) = problems(
        lines(record(clusters=[[[0, 1], [3, 3]], [], []])), Reading(bounds=replace(TRUSTED, brackets=3))
    )
    assert (str(one).partition(";")[0], one.column) == ("f:1: more than 3 mentions in this document", 0)
    monkeypatch.setattr(documents, "LONGEST_DOCUMENT", 200)
    assert not problems(lines(record()))
    for bounds, what in (
        ({"brackets": 3}, "3 mentions"),
        ({"parts": 1}, "1 documents"),
        ({"lines": 9}, "9 words"),
    ):
        reading = Reading(bounds=replace(TRUSTED, **bounds))
        assert not problems(lines(record()), reading)
        (found,) = problems(lines(record(), record(doc_key="e"), record(doc_key="f")), reading)
        remedy = "submit the documents of the key, each once"
        assert str(found) == f"f:2: more than {what} in this file; {remedy}"
    assert str(problems(lines(record(speakers="x" * 200)))[0]).startswith("f:1: a document of ")

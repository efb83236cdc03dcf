from __future__ import annotations

import pytest

from leaderboard.corpus import Part
from leaderboard.formats import Reading, format_name
from tests.formats.texts import conll, mentions, problems, read, spans, words

TWELVE = "d 0 {} {} NN (TOP* - - - speaker * {}"
SENTENCE = (("the", "(1"), ("cat", "1)"), ("sat", "-"), ("it", "(1)"))
ENTITIES = [[(0, 1), (3, 3)]]


def padded(line: str) -> str:
    return "   ".join(f"{cell:>8}" for cell in line.split())


CONLL = [TWELVE.format(number, word, cell) for number, (word, cell) in enumerate(SENTENCE)]
SEMEVAL = [f"{number}\t{word}\t_\tNN\tNN\t_\t{cell}" for number, (word, cell) in enumerate(SENTENCE, 1)]
LITBANK = [
    f"d\t0\t{number}\t{word}\tNN\t_\t{cell.strip('-')}" for number, (word, cell) in enumerate(SENTENCE)
]
TEXT = ["the", "cat", "sat", "it"]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(conll(*CONLL), TEXT, id="CoNLL-2012"),
        pytest.param(conll(*map(padded, CONLL)), TEXT, id="padded with spaces"),
        pytest.param(conll(*(f"  {line}" for line in CONLL)), TEXT, id="leading spaces"),
        pytest.param(conll(*(f"{line}  " for line in CONLL)), TEXT, id="trailing spaces"),
        pytest.param(conll(*(line.replace(" ", "\t") for line in CONLL)), TEXT, id="tabs"),
        pytest.param(conll(*SEMEVAL), TEXT, id="SemEval-2010"),
        pytest.param(conll(*(line.replace("\t", " ") for line in SEMEVAL)), TEXT, id="SemEval with spaces"),
        pytest.param(conll(*LITBANK), TEXT, id="LitBank, where an empty last cell is none"),
        pytest.param(conll(*(f"{word} {cell}" for word, cell in SENTENCE)), TEXT, id="two columns"),
        pytest.param(conll(*(cell for _, cell in SENTENCE)), None, id="one column"),
        pytest.param(conll(*(f"d 0 {word} {cell}" for word, cell in SENTENCE)), None, id="four columns"),
        pytest.param(conll(*(f"d 0 0 {word} {cell}" for word, cell in SENTENCE)), TEXT, id="five columns"),
        pytest.param(conll(*CONLL[:2], "", *CONLL[2:]), TEXT, id="two sentences"),
        pytest.param(conll("", " ", *CONLL, "\t", ""), TEXT, id="blank lines of blanks"),
        pytest.param(
            conll(CONLL[0], *(line.replace(" ", "\t") for line in CONLL[1:])),
            TEXT,
            id="tabs and spaces in one file",
        ),
        pytest.param(conll(*CONLL).replace(b"\n", b"\r\n"), TEXT, id="CR LF"),
        pytest.param(conll(*LITBANK).replace(b"\n", b"\r\n"), TEXT, id="CR LF after an empty last cell"),
        pytest.param(
            conll(*CONLL).replace(b"\n", b"\r\n").removesuffix(b"\n"), TEXT, id="CR alone at the end"
        ),
        pytest.param(conll(*CONLL).rstrip(b"\n"), TEXT, id="no newline at the end"),
        pytest.param(b"\xef\xbb\xbf" + conll(*CONLL), TEXT, id="byte order mark"),
        pytest.param(conll(*CONLL).replace(b" - - - ", b" - \x0b - "), TEXT, id="control characters"),
        pytest.param(
            conll(*CONLL, name="(d); part 000").replace(b"#b", b"  #b").replace(b"#e", b" #e"),
            TEXT,
            id="indented headers",
        ),
        pytest.param(conll(*CONLL).replace(b"#", b"# "), TEXT, id="a blank after the hash"),
    ],
)
def test_accepts(data: bytes, text: list[str] | None) -> None:
    corpus = read(data)
    assert corpus.parts == (Part("d", 0),)
    assert corpus.tokens.tolist() == [4]
    assert spans(corpus) == ENTITIES
    assert words(corpus.words) == text


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ("(d); part 000", Part("d", 0)),
        ("(d); part 012", Part("d", 12)),
        ("(d);part 3", Part("d", 3)),
        ("( d ) ;  part  3  ", Part("d", 3)),
        ("d; part 3", Part("d", 3)),
        ("(d);", Part("d", 0)),
        ("(d); ", Part("d", 0)),
        ("(d)", Part("d", 0)),
        ("d", Part("d", 0)),
        ("(bc/cctv/00/cctv_0000); part 001", Part("bc/cctv/00/cctv_0000", 1)),
        ("(a b); part 1", Part("a b", 1)),
        ("(a;b); part 1", Part("a;b", 1)),
        ("(a;b)", Part("a;b", 0)),
        ("(a; parting)", Part("a; parting", 0)),
        ("((a)); part 1", Part("(a)", 1)),
        ("(é)", Part("é", 0)),
    ],
)
def test_names_a_part(header: str, part: Part) -> None:
    assert read(conll("d -", name=header)).parts == (part,)


def test_numbers_lines_tokens_and_entities_over_all_parts() -> None:
    data = conll("a (1)", "", "a (1)") + b"\n" + conll("b -", "b (1", "b 1)", name="(d); part 001")
    corpus = read(data + conll(name="(e)"))
    assert corpus.parts == (Part("d", 0), Part("d", 1), Part("e", 0))
    assert corpus.part_line.tolist() == [1, 7, 12]
    assert corpus.tokens.tolist() == [2, 3, 0]
    assert corpus.token_line.tolist() == [2, 4, 8, 9, 10]
    assert mentions(corpus) == [
        ("d (part 0)", 0, 0, 0, 2),
        ("d (part 0)", 1, 1, 0, 4),
        ("d (part 1)", 1, 2, 1, 9),
    ]


@pytest.mark.parametrize("none", ["-", "_", "*", ""])
def test_reads_no_mention(none: str) -> None:
    corpus = read(conll(f"d\t{none}"))
    assert (corpus.tokens.tolist(), corpus.entities) == ([1], 0)


def test_reads_tags_when_asked() -> None:
    assert words(read(conll(*CONLL), Reading(tags=True)).tags) == ["NN"] * 4
    assert read(conll(*CONLL)).tags is None
    assert read(conll("d 0 0 w (1)"), Reading(tags=True)).tags is None
    slow = conll(*(line.replace(" ", "\t") + " " for line in CONLL))
    assert words(read(slow, Reading(tags=True)).tags) == ["NN"] * 4


def test_reads_words_from_a_stated_column() -> None:
    assert words(read(conll("the d (1)", "cat d -"), Reading(word_column=1)).words) == ["the", "cat"]
    assert words(read(conll(*SEMEVAL), Reading(word_column=4)).words) == ["NN"] * 4


def test_tokens_of_narrow_files_are_told_by_the_columns_before_the_last() -> None:
    two, three = read(conll("m1\t(1)", "m1\t-")), read(conll("d  m1 (1)", "d m2 -", "", "d m3 -"))
    assert (words(two.words), two.identity) == (["m1", "m1"], 1)
    assert (words(three.words), three.identity) == (["d m1", "d m2", "d m3"], 2)
    stated = read(conll("d m1 (1)", "d m2 -"), Reading(word_column=2))
    assert (words(stated.words), stated.identity) == (["m1", "m2"], 0)
    assert read(conll("d m1 (1)", "m2 -")).words is None


def test_narrow_files_have_all_columns_on_every_line() -> None:
    assert [problem.line for problem in problems(conll("m1 (1)", "m2 -", "", "-"))] == [5]


def test_words_may_be_empty_between_tabs() -> None:
    assert words(read(conll("d\t0\t0\t\tNN\t(1)", "d\t0\t1\té\tNN\t-")).words) == ["", "é"]


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        (["1 a x x x -", "2 b x x x -"], "a"),
        (["0 a x x x -", "1 b x x x -"], "a"),
        (["1 a x x x -", "", "1 a x x x -", "2 b x x x -"], "a"),
        (["1 a x w x -", "1 b x w x -"], "w"),
        (["1 a x w x -"], "w"),
        (["1 a x w x -", "", "1 b x w x -"], "w"),
        ([f"{number} a x x x -" for number in range(1, 300)], "a"),
    ],
    ids=[
        "from 1",
        "from 0",
        "after a sentence of one token",
        "not numbered",
        "too short",
        "both too short",
        "long",
    ],
)
def test_recognises_numbered_tokens_in_the_first_sentence_of_two(sentence: list[str], word: str) -> None:
    assert words(read(conll(*sentence)).words)[0] == word  # type: ignore[index]


def test_a_byte_order_mark_does_not_hide_the_layout() -> None:
    assert words(read(b"\xef\xbb\xbf" + conll("1 a x x -", "2 b x x -")).words) == ["a", "b"]


def test_a_long_file_is_read_in_many_blocks() -> None:
    count = 40_000
    lines = [
        f"d 0 {number} wörd{number} NN {'(1)' if number % 1000 == 0 else '-'}" for number in range(count)
    ]
    corpus = read(conll(*lines))
    assert corpus.token_line.tolist() == list(range(2, count + 2))
    assert spans(corpus) == [[(number, number) for number in range(0, count, 1000)]]
    assert words(corpus.words) == [f"wörd{number}" for number in range(count)]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "conll"),
        (b"#begin", "conll"),
        (b'{"doc_key": 1}', "jsonlines"),
        (b'\xef\xbb\xbf\n {"doc_key": 1}', "jsonlines"),
    ],
)
def test_recognises_the_format(data: bytes, name: str) -> None:
    assert format_name(data) == name

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from leaderboard.corpus import Corpus, Part
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import align, match_exactly
from tests.formats.texts import mentions, spans


def corpus(*parts: tuple[str, str], file: str = "response") -> Corpus:
    """Parts by header, each with its tokens; a token is WORD or WORD=CELL."""
    text = ""
    for header, tokens in parts:
        text += f"#begin document {header}\n"
        for token in tokens.split():
            word, _, cell = token.partition("=")
            text += f"d\t0\t0\t{word}\tNN\t{cell}\n"
        text += "#end document\n"
    return read_corpus(file, text.encode(), Reading()).corpus


def key(*parts: tuple[str, str]) -> Corpus:
    return corpus(*parts, file="key")


def json_lines(name: str, file: str = "response") -> Corpus:
    record = {"doc_key": name, "sentences": [["a", "b"]], "clusters": [[[0, 1]]]}
    return read_corpus(file, json.dumps(record).encode(), Reading()).corpus


def aligned(
    key: Corpus, response: Corpus, *, missing_is_empty: bool = False, check_words: bool = True
) -> Corpus:
    return align(key, response, missing_is_empty=missing_is_empty, check_words=check_words)


def refusals(key: Corpus, response: Corpus, *, check_words: bool = True) -> list[str]:
    with pytest.raises(InputError) as error:
        aligned(key, response, check_words=check_words)
    return [str(problem) for problem in error.value.problems]


D, E, F = (f"({name}); part 000" for name in "def")


def test_parts_come_in_the_key_s_order() -> None:
    response = aligned(key((D, "a b"), (E, "c d e")), corpus((E, "c=(1 d=1) e=(2)"), (D, "a b=(1)")))
    assert response.parts == (Part("d", 0), Part("e", 0))
    assert response.part_line.tolist() == [6, 1]
    assert response.tokens.tolist() == [2, 3]
    assert mentions(response) == [
        ("d (part 0)", 1, 1, 2, 8),
        ("e (part 0)", 0, 1, 0, 2),
        ("e (part 0)", 2, 2, 1, 4),
    ]


def test_a_missing_part_is_named() -> None:
    assert refusals(key((D, "a"), (E, "b"), ("(e); part 001", "c")), corpus((E, "b"))) == [
        "response: 2 parts are missing: d (part 0), e (part 1); add them",
    ]
    five = key(*((f"({name}); part 000", "a") for name in "abcde"))
    assert refusals(five, corpus(("(e); part 000", "a"))) == [
        "response: 4 parts are missing: a (part 0), b (part 0), c (part 0) and 1 more; add them"
    ]


def test_a_missing_part_is_empty_when_asked() -> None:
    response = aligned(key((D, "a"), (E, "b c")), corpus((E, "b=(1) c")), missing_is_empty=True)
    assert response.tokens.tolist() == [1, 2]
    assert response.part_line.tolist() == [0, 1]
    assert mentions(response) == [("e (part 0)", 0, 0, 0, 2)]


def test_a_response_of_no_parts_misses_all() -> None:
    nothing = replace(
        corpus((D, "")), parts=(), part_line=corpus((D, "")).part_line[:0], tokens=corpus((D, "")).tokens[:0]
    )
    assert aligned(key((D, "a")), nothing, missing_is_empty=True).part_line.tolist() == [0]


def test_a_part_that_the_key_lacks_is_refused() -> None:
    assert refusals(key((D, "a")), corpus((D, "a"), (E, "b"), (F, "c"))) == [
        "response:4: e (part 0) is not in the key key; remove it, or name the part as the key does",
        "response:7: f (part 0) is not in the key key; remove it, or name the part as the key does",
    ]


def test_the_first_other_word_of_each_part_is_told_with_both_lines() -> None:
    assert refusals(key((D, "a b c"), (E, "d"), (F, "f g")), corpus((F, "f x"), (D, "a é y"), (E, "d"))) == [
        "response:7: the word 'é' is 'b' in the key (key:3); restore the key's text",
        "response:3: the word 'x' is 'g' in the key (key:11); restore the key's text",
    ]


def test_a_lost_token_is_told_by_the_first_other_word() -> None:
    assert refusals(key((D, "a b c")), corpus((D, "a c"))) == [
        "response:3: the word 'c' is 'b' in the key (key:3); restore the key's text"
    ]


@pytest.mark.parametrize("check_words", [True, False])
def test_a_part_of_another_length_is_refused(check_words: bool) -> None:
    assert refusals(key((D, "a"), (E, "a b c")), corpus((D, "a"), (E, "a b")), check_words=check_words) == [
        "response:4: e (part 0) has 2 tokens, but 3 in the key (key:4); "
        "the first unmatched token is at key:7; restore the key's text"
    ]


def test_an_extra_token_is_named() -> None:
    assert refusals(key((D, "a"), (E, "a")), corpus((D, "a"), (E, "a b"))) == [
        "response:4: e (part 0) has 2 tokens, but 1 in the key (key:4); "
        "the first unmatched token is at response:6; restore the key's text"
    ]


def test_words_are_not_compared_when_off() -> None:
    assert aligned(key((D, "a b")), corpus((D, "x y=(1)")), check_words=False).tokens.tolist() == [2]


@pytest.mark.parametrize("wordless", ["key", "response"])
def test_words_are_not_compared_where_a_side_has_none(wordless: str) -> None:
    one, other = key((D, "a b"), (E, "c")), corpus((E, "x"), (D, "x y"))
    if wordless == "key":
        one = replace(one, words=None)
    else:
        other = replace(other, words=None)
    assert aligned(one, other).parts == one.parts


def test_words_are_compared_as_wholes() -> None:
    assert len(refusals(key((D, "ab c")), corpus((D, "a bc")))) == 1


def narrow(*tokens: str, file: str = "response") -> Corpus:
    """A part of tokens that one or two columns tell."""
    text = "".join(f"{token}\t(1)\n" for token in tokens)
    return read_corpus(file, f"#begin document (d);\n{text}#end document\n".encode(), Reading()).corpus


@pytest.mark.parametrize("column", ["", "d\t"])
def test_tokens_in_another_order_are_refused(column: str) -> None:
    one = narrow(*(f"{column}{name}" for name in ("m1", "m2", "m3")), file="key")
    other = narrow(*(f"{column}{name}" for name in ("m1", "m3", "m2")))
    [line] = refusals(one, other)
    assert line.startswith("response:3: the order of the tokens differs from the key: the word ")
    assert line.endswith("(key:3); restore the key's order, or compare no words with --no-check-words")
    assert aligned(one, other, check_words=False).tokens.tolist() == [3]


def test_another_token_is_another_word() -> None:
    assert refusals(narrow("m1", "m2", "m2", file="key"), narrow("m1", "m2", "m1")) == [
        "response:4: the word 'm1' is 'm2' in the key (key:4); restore the key's text"
    ]


def test_words_in_another_order_are_other_words() -> None:
    [line] = refusals(key((D, "a b")), corpus((D, "b a")))
    assert "order" not in line


def test_files_of_different_columns_are_not_compared() -> None:
    assert aligned(narrow("m1", file="key"), narrow("d\tm9")).tokens.tolist() == [1]
    assert aligned(narrow("m1", file="key"), corpus((D, "w"))).tokens.tolist() == [1]
    assert aligned(key((D, "w")), narrow("m1")).tokens.tolist() == [1]


def test_sentences_may_break_elsewhere() -> None:
    tokens = ["d\t0\t0\ta\tNN\t(1", "d\t0\t1\tb\tNN\t1)", "d\t0\t2\tc\tNN\t(1)"]
    one, other = (
        read_corpus(file, f"#begin document (d);\n{text}\n#end document\n".encode(), Reading()).corpus
        for file, text in (("key", "\n".join(tokens)), ("response", "\n\n".join(tokens)))
    )
    assert spans(aligned(one, other)) == spans(one)
    record = {"doc_key": "d", "sentences": [["a"], ["b", "c"]], "clusters": [[[0, 1], [2, 2]]]}
    third = read_corpus("response", json.dumps(record).encode(), Reading()).corpus
    assert spans(aligned(one, third)) == spans(one)


def test_json_lines_name_the_part_in_the_document() -> None:
    response = aligned(key(("(bc/x); part 003", "a b")), json_lines("bc/x_3"))
    assert response.parts == (Part("bc/x", 3),)
    assert spans(response) == [[(0, 1)]]


def test_a_key_of_json_lines_names_the_part_in_the_document() -> None:
    response = aligned(json_lines("bc/x_3", file="key"), corpus(("(bc/x); part 003", "a b")))
    assert response.parts == (Part("bc/x_3", 0),)


def test_a_literal_name_comes_first() -> None:
    both = key(("(x); part 001", "a b"), ("(x_1)", "a b"))
    assert refusals(both, json_lines("x_1"))[0].startswith("response: x (part 1) is missing")


def test_two_parts_cannot_be_one() -> None:
    both = corpus(("(x); part 001", "a b"), ("(x_1)", "a b"))
    assert refusals(key(("(x); part 001", "a b")), both)[0].startswith(
        "response:5: x_1 (part 0) is not in the key"
    )


def test_equal_spans_of_a_part_match() -> None:
    one = key((D, "a=(1) b=(2 c=2)"), (E, "a=(1) b"))
    other = corpus((D, "a b=(2 c=2)"), (E, "a=(1) b=(2)"))
    matching = match_exactly(one, aligned(one, other))
    assert matching.key_mention.tolist() == [1, 2]
    assert matching.response_mention.tolist() == [0, 1]

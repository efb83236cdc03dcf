"""Tagged text of language models: what is read, refused and repaired, beside keys of each kind."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.corpus import Corpus, Part
from leaderboard.errors import InputError
from leaderboard.formats import Examined, Reading, examine, format_name, read_corpus
from leaderboard.formats.beside.repair import pieces_of
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.formats.text_tags import read_words

CONLL = """\
#begin document (d); part 000
d 0 0 Ann (1
d 0 1 Lee 1)
d 0 2 saw -
d 0 3 her (1)

#end document
#begin document (e); part 000
e 0 0 It (1)

#end document
"""
COREFUD = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tAnn Lee\t_\t_\t_\t_\t2\tdep\t_\tEntity=(e-x-1-)
2\tran\t_\t_\t_\t_\t0\troot\t_\t_
2.1\t_\t_\t_\t_\t_\t_\t_\t2:nsubj\tEntity=(e-x-1-)

1\tShe\t_\t_\t_\t_\t0\troot\t_\tEntity=(e-x-1-)

"""
PLAIN = "Ann|[1 Lee|1] saw her|[1]\nIt|[2]\n"


def key(text: str = CONLL) -> Corpus:
    return read_corpus("key", text.encode(), Reading(key=True)).corpus


def read(
    text: str | bytes, repair: bool = False, of: str = CONLL, kind: str | None = None, words: bool = True
) -> Examined:
    data = text if isinstance(text, bytes) else text.encode()
    return examine("f", data, Reading(text=kind, beside=key(of), check_words=words, repair=repair))


def spans(found: Examined) -> list[tuple[int, int, int]]:
    corpus = found.corpus
    return list(zip(corpus.part.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True))


def problems(found: Examined) -> list[str]:
    assert found.faults is not None
    return [str(problem) for problem in found.faults.in_order()]


WHOLE = [(0, 0, 1), (0, 3, 3), (1, 0, 0)]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        "<a>Ann Lee</a> saw <a>her</a>\n<b>It</b>\n",
        "[Ann Lee](#a) saw [her](#a)\n[It](#b)",
        "# newdoc id = e\nIt|[2]\n# newdoc id = d\n\nAnn|[1 Lee|1]\r\nsaw her|[1]\n",
        "[[Ann Lee](#1) saw [her](#1)\n[It](#2)".replace("[[", "["),
        "<1>Ann Lee</1> saw <1>her</1>\n<2>It</2>",
        '<m id="1">Ann Lee</m> saw <m id = \'1\' >her</m>\n<c-d\nid="..b">It</c-d>'.replace("\nid", " id"),
        "# newdoc id = d_0\n<a>Ann\nLee</a> saw <a>her</a>\n# newdoc id = e\n<b>It</b>",
    ],
)
def test_all_kinds_hold_the_same(text: str) -> None:
    found = read(text)
    assert found.faults is None
    named = [(found.corpus.parts[part].document, start, end) for part, start, end in spans(found)]
    assert sorted(named) in (
        [("d", 0, 1), ("d", 3, 3), ("e", 0, 0)],
        [("d_0", 0, 1), ("d_0", 3, 3), ("e", 0, 0)],
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ann|[1 Lee saw her\nIt\n", "f:1: the mention of '1' that opens here is never closed; "),
        ("Ann Lee|1] saw her\nIt\n", "f:1: the tag of '1' closes a mention that is not open; "),
        ("Ann|[1]] Lee saw her|[1]\nIt\n", "f:1: '[1]]' is not a tag; "),
        ("|[1] Lee saw her|[1]\nIt\n", "f:1: '|[1]' is not a tag; "),
        ("<a>Ann Le</a>e saw her\nIt\n", "f:1: a mention does not begin and end with a word, at 'Lee'; "),
        (
            "<a>Ann L</a><b>ee</b> saw her\nIt\n",
            "f:1: a mention does not begin and end with a word, at 'Lee'; ",
        ),
        ("<a></a>Ann Lee saw her\nIt\n", "f:1: a mention does not begin and end with a word, at 'Ann'; "),
        ("<a>Ann</a> Lee saw him\nIt\n", "f:1: the text differs from the key: 'him' is 'her' there; "),
        ("<a>Anna</a> Lee saw her\nIt\n", "f:1: the text differs from the key: 'Anna' is 'Ann' there; "),
        (
            "<a>Ann</a> Lee saw\nIt\n",
            "f:1: the text differs from the key: the end of the document is 'her' there; ",
        ),
        (
            "<a>Ann</a> Lee saw her.\nIt\n",
            "f:1: the text differs from the key: '.' is the end of the document there; ",
        ),
        ("Ann](#a) Lee saw her\nIt\n", "f:1: the tag of 'a' closes a mention that is not open; "),
        (
            '<m id="1" kind="x">Ann</m> Lee saw <b2>her</b2>\nIt\n',
            'f:1: \'<m id="1" kind="x">\' is not a tag; ',
        ),
        ("<1>Ann<2> Lee</1> saw her\nIt\n", "f:1: the mention of '2' that opens here is never closed; "),
        ("Ann|[1]\n", "f:1: 1 line of text, but 2 documents in the key; "),
        ("Ann|[1]\n\n\n", "f:3: 3 lines of text, but 2 documents in the key; "),
        (
            "# newdoc id = d\nx|[1]\n# newdoc id = d\nx\n",
            "f:3: d occurs twice in this file (first on line 1); ",
        ),
        ("# newdoc id =\nx|[1]\n", "f:1: the document name is missing; "),
    ],
)
def test_what_is_wrong_is_refused_in_its_place(text: str, message: str) -> None:
    found = problems(read(text))
    assert any(problem.startswith(message) for problem in found), found


@pytest.mark.parametrize("repair", [False, True])
@pytest.mark.parametrize("text", ["<m>Ann</m> <m>Lee</m> saw <m>her\nIt\n", "Ann\n<m> It | 1 </m> <m> <m>"])
def test_a_name_of_all_mentions_is_no_id(text: str, repair: bool) -> None:
    line = 2 if text.startswith("Ann\n") else 1
    with pytest.raises(InputError, match=rf'f:{line}: <m> has no id; write <e1>…</e1> or <m id="1">…</m>'):
        read(text, repair)


def test_two_mentions_of_one_name_or_numbers_are_ids() -> None:
    assert spans(read("<m>Ann</m> Lee saw <m>her</m>\nIt\n")) == [(0, 0, 0), (0, 3, 3)]
    assert spans(read("<m2>Ann</m2> <m2>Lee</m2> saw <m2>her</m2>\nIt\n")) == [
        *((0, 0, 0), (0, 1, 1), (0, 3, 3))
    ]
    three = "".join(f'<m id="m">{word}</m>' for word in ("Ann", "Lee", "saw"))
    assert len(spans(read(f"{three} her\nIt\n"))) == 3


def test_a_close_takes_the_last_open_tag_of_its_name() -> None:
    found = read('<m id="1">Ann <n id="1">Lee</m> saw</n> <m id="2">her</m>\n<m>It</m>\n')
    assert spans(found) == [(0, 0, 1), (0, 1, 2), (0, 3, 3), (1, 0, 0)]
    assert found.corpus.entities == 3


def test_what_is_no_tag_is_text() -> None:
    marks = CONLL.replace("saw", "</a-b>").replace("It", "<...>").replace("Lee", "<3")
    assert spans(read("<1>Ann <3</1> </a-b> <1>her</1>\n<2><...></2>\n", of=marks)) == WHOLE
    assert spans(read("<m id=1>Ann</m>Lee saw her\n<2>It</2>\n", repair=True)) == [(1, 0, 0)]


def test_bytes_that_are_no_text() -> None:
    found = read(b"Ann|[1] \xff\nIt|[2]\n")
    assert problems(found) == ["f:1: this line is not UTF-8; save the file as UTF-8"]
    assert spans(found) == [(1, 0, 0)]
    found = read(b"<a>Ann</a> \xff\n<a>It</a>\n")
    assert problems(found) == ["f:1: this line is not UTF-8; save the file as UTF-8"]


def test_a_long_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.formats.tagged_text.LONGEST_DOCUMENT", 10)
    assert problems(read(PLAIN))[0] == "f:1: a document of more than 10 bytes; split it"


def test_more_words_and_mentions_than_are_read() -> None:
    few = replace(WITHOUT_KEY, lines=4)
    found = examine("f", b"a|[1] b c d e", Reading(bounds=few))
    assert problems(found)[0].startswith("f:1: more than 4 words in this file")
    found = examine("f", b"a|[1],[1],[1]", Reading(bounds=replace(WITHOUT_KEY, brackets=2)))
    assert problems(found)[0].startswith("f:1: more than 2 mentions in this file")


def test_without_a_key_lines_have_numbers() -> None:
    found = examine("f", PLAIN.encode(), Reading())
    assert found.faults is None
    assert found.corpus.parts == (Part("1", 0), Part("2", 0))
    assert spans(examine("f", b"<a>Ann</a> Lee", Reading())) == [(0, 0, 0)]


def test_a_key_is_no_tagged_text() -> None:
    with pytest.raises(InputError, match="as a response, not as a key"):
        examine("f", PLAIN.encode(), Reading(key=True))


def test_several_kinds_need_a_word() -> None:
    text = "Ann|[1] <a>Lee</a> saw her\nIt\n"
    with pytest.raises(InputError, match="several kinds of tags: words, xml; state"):
        read(text)
    assert read(text, kind="words").faults is None


def test_escapes() -> None:
    brackets = CONLL.replace("saw", "[").replace("her", "&").replace("It", "<")
    assert spans(read("<a>Ann</a> Lee [ &amp;\n<b>&lt;</b>\n", of=brackets)) == [(0, 0, 0), (1, 0, 0)]
    assert spans(read("[Ann](#a) Lee \\[ &\n[<](#b)\n", of=brackets)) == [(0, 0, 0), (1, 0, 0)]
    assert spans(read("[Ann](#a) Lee [ &\n[<](#b)\n", of=brackets)) == [(0, 0, 0), (1, 0, 0)]
    assert spans(read("[Ann](#a) Lee [ ]\n[<](#b)\n", of=brackets.replace("&", "]"))) == [
        (0, 0, 0),
        (1, 0, 0),
    ]
    assert spans(read("Ann|[a] Lee a|b &\n<|[b]\n", of=brackets.replace("[", "a|b"))) == [
        (0, 0, 0),
        (1, 0, 0),
    ]


def test_the_formats_are_told_apart() -> None:
    assert format_name(PLAIN.encode()) == "text"
    assert format_name(CONLL.encode(), "words") == "conll"
    assert format_name(b"# newdoc id = d\nAnn|[1]\n") == "text"
    assert format_name(b"# newdoc id = d\n\n") == "corefud"
    assert format_name(b"# sent_id = d\nAnn|[1]\n") == "corefud"
    assert format_name(b"# newdoc id = d\n1 Ann|[1]\n") == "corefud"
    assert format_name(COREFUD.encode()) == "corefud"
    assert format_name(b"# global.columns = ID FORM IDENTITY\n1\t<b>\t_\n", "xml") == "conllua"


@pytest.mark.parametrize(
    ("data", "stated", "name"),
    [
        (b"[[Ann](#e2) Lee](#e1)\n", None, "text"),
        (b"[[1](#e2), 2](#e1)\n", None, "text"),
        (b"{[Ann](#1)}\n", None, "text"),
        (b'["](#1) ran\n', None, "text"),
        (b"[[Ann] Lee]\n", "links", "text"),
        (b"{ } Ann\n", "words", "text"),
        (b'["[Ann](#e1)"]\n', None, "jsonlines"),
        (b'["[Ann](#e1)"]\n', "links", "text"),
        (b"[" * 100_000 + b"](#e1)", None, "jsonlines"),
        (b'[[{"a": "[Ann](#e1)", }]]\n', "links", "jsonlines"),
        (b'{"a": "[Ann](#e1)"}\n', "links", "jsonlines"),
        (b"{'a': 1}\n", None, "jsonlines"),
        (b"[[[0, 0]]]\n", None, "jsonlines"),
    ],
)
def test_brackets_and_braces_begin_text_or_json(data: bytes, stated: str | None, name: str) -> None:
    assert format_name(data, stated) == name


def test_a_word_with_a_space_and_zeros_beside_corefud() -> None:
    found = read("Ann_Lee|[a] ran ##x|[a] She|[a]\n", of=COREFUD)
    nodes = found.corpus.nodes
    assert nodes is not None
    assert nodes.empty.tolist() == [(2 << 20) + 1]
    assert spans(found) == [(0, 0, 0), (0, 1, 1), (0, 2, 2)]
    assert found.corpus.words is not None
    assert found.corpus.words[0] == "Ann Lee"


def test_a_zero_before_all_words_is_at_the_root() -> None:
    found = read("##|[a] Ann_Lee ran ##|[b She|b]\n", of=COREFUD)
    nodes = found.corpus.nodes
    assert nodes is not None
    assert nodes.empty.tolist() == [1, (2 << 20) + 1]
    assert nodes.piece_mention.tolist() == [0, 1, 1]
    assert nodes.size.tolist() == [1, 2]


def test_what_has_no_zeros_is_as_it_is() -> None:
    assert spans(
        read("Ann|[a]\nran\nShe|[a]\n".replace("\n", " "), of=COREFUD.replace("Ann Lee", "Ann"))
    ) == [
        (0, 0, 0),
        (0, 2, 2),
    ]


def test_documents_of_other_length_are_one_sentence() -> None:
    found = read("Ann|[a] ##|[a]\n", of=COREFUD)
    assert found.corpus.nodes is not None
    assert found.corpus.nodes.length.tolist() == [1]
    assert read("##|[a]\n", of=COREFUD).corpus.tokens.tolist() == [0]


def test_zeros_and_mentions_over_sentences_have_bounds() -> None:
    few = replace(WITHOUT_KEY, dependents=2)
    with pytest.raises(InputError, match="f:1: more than 2 zeros follow one word"):
        examine("f", b"Ann_Lee|[a] ## ## ## ran She", Reading(beside=key(COREFUD), bounds=few))
    few = replace(WITHOUT_KEY, brackets=1)
    with pytest.raises(InputError, match="f:1: mentions cross more than 1 sentences"):
        examine("f", b"Ann_Lee|[a ran She|a]", Reading(beside=key(COREFUD), bounds=few))


@pytest.mark.parametrize(
    ("text", "found", "mend"),
    [
        (PLAIN.replace("saw", "sees"), WHOLE, (1, 0, 0, 1, 0, 0, 0)),
        ("Ann|[1 Lee|1],[4 saw her|[1]\nIt|[2]\n", WHOLE, (1, 0, 0, 0, 1, 0, 0)),
        ("Oh Ann|[1 X|1] saw him|[1]\nIt|[2]\n", [(0, 0, 1), (1, 0, 0)], (1, 1, 0, 2, 0, 1, 0)),
        ("|[1]\nIt|[2]\n", [(1, 0, 0)], (1, 0, 3, 1, 1, 0, 0)),
        ("<a>Ann Le</a>e saw <a>her</a>\n<b>It</b>\n", WHOLE, (1, 0, 0, 0, 0, 0, 0)),
        ("[Ann, Lee](#a) saw [her](#a)\n[It](#b)\n", WHOLE, (1, 1, 0, 0, 0, 0, 0)),
    ],
)
def test_repairs_are_made_and_counted(
    text: str, found: list[tuple[int, int, int]], mend: tuple[int, ...]
) -> None:
    read_so = read(text, repair=True)
    assert read_so.faults is None
    assert spans(read_so) == found
    assert {part.document: tuple(one)[:-1] for part, one in read_so.mends.items()} == {"d": mend}


def test_equal_words_in_another_normal_form_are_equal() -> None:
    accented = CONLL.replace("saw", "café")
    found = read(PLAIN.replace("saw", "cafe\N{COMBINING ACUTE ACCENT} oh"), repair=True, of=accented)
    assert [tuple(one)[:-1] for one in found.mends.values()] == [(1, 1, 0, 0, 0, 0, 0)]


def test_zeros_stand_aside() -> None:
    found = read("## Ann_Lee|[a] runs ##|[a] now She|[b ##|b]\n", repair=True, of=COREFUD)
    assert [tuple(one)[:-1] for one in found.mends.values()] == [(1, 1, 0, 1, 0, 0, 0)]
    assert found.corpus.nodes is not None
    assert found.corpus.nodes.empty.tolist() == [1, (2 << 20) + 1, (4 << 20) + 1]
    assert found.corpus.nodes.size.tolist() == [1, 1, 2]


def test_words_that_are_not_compared_are_not_repaired() -> None:
    assert read(PLAIN.replace("saw", "sees"), repair=True, words=False).mends == {}


def test_what_the_key_lacks_is_left_for_the_comparison() -> None:
    found = read("# newdoc id = q\nx|[1]\n", repair=True)
    assert found.corpus.parts == (Part("q", 0),)
    bare = "#begin document (d); part 000\n(1\n1)\n#end document\n"
    assert read("x|[1] y\n", of=bare, repair=True).mends == {}
    other = read("# newdoc id = q\nx|[1]\n", repair=True, of=COREFUD)
    assert other.corpus.nodes is not None


def test_what_is_too_long_is_scored_as_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.formats.beside.repair.MOST_CELLS", 3)
    found = read(PLAIN.replace("saw", "sees").replace("It", "He"), repair=True)
    assert spans(found) == []
    assert [one.unaligned for one in found.mends.values()] == [1, 1]
    assert "scored as empty: d (part 0) and 1 more; shorten it" in str(found.remarks[0])


OF_KEY = "of the key are not in the response"
OTHER_CASE = "of the key are in the response in another case only"
CHECK = "check that the output has the texts of the key"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("No thanks|[1] .\nIt|[2]\n", f"f: 4 of 5 words {OF_KEY}; {CHECK}"),
        ("I cannot help with that.\nI am sorry.\n", f"f: 5 of 5 words {OF_KEY}; {CHECK}"),
        ("ANN|[1 LEE|1] SAW HER|[1]\nIT|[2]\n", f"f: 5 of 5 words {OTHER_CASE}; {CHECK}"),
        ("ANN|[1 LEE|1] saw HERE|[1]\nIt|[2]\n", f"f: 3 of 5 words {OF_KEY}; {CHECK}"),
        (
            "o ANN|[1 LEE|1] SAW her|[1]\nIt|[2]\n",
            f"f: 3 of 5 words {OTHER_CASE}; {CHECK}",
        ),
        ("<a>Anna Leeds</a> had <a>her</a>\n<b>It</b>\n", f"f: 3 of 5 words {OF_KEY}; {CHECK}"),
        ("Anna|[1 Leeds|1] saw her|[1]\nIt|[2]\n", ""),
        (PLAIN, ""),
        ("# newdoc id = e\nHe|[2]\n", f"f: 1 of 1 word of the key is not in the response; {CHECK}"),
        ("# newdoc id = q\nHe|[2]\n", ""),
    ],
)
def test_a_repair_that_finds_half_of_the_words_or_fewer_is_told_of(text: str, said: str) -> None:
    kind = "xml" if "</a>" in text else "words"
    found = read(text, repair=True, kind=kind)
    assert [str(remark) for remark in found.remarks] == ([said] if said else [])
    assert read(text, kind=kind).remarks == ()


def test_a_word_of_several_pieces_counts_once() -> None:
    found = read("<a>Bob Ray</a> ran <a>He</a>\n", repair=True, of=COREFUD, kind="xml")
    assert [str(remark) for remark in found.remarks] == [f"f: 2 of 3 words {OF_KEY}; {CHECK}"]


def test_what_is_too_long_is_not_among_the_words_that_were_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("leaderboard.formats.beside.repair.MOST_CELLS", 4)
    found = read("Nn|[1 Ee|1] aw er|[1]\nHe|[2]\n", repair=True)
    assert [one.unaligned for one in found.mends.values()] == [1, 0]
    assert [str(remark) for remark in found.remarks[1:]] == [
        f"f: 1 of 1 word of the key is not in the response; {CHECK}"
    ]


def test_a_long_unit_is_never_equal() -> None:
    found = read(PLAIN.replace("saw", "e\N{COMBINING ACUTE ACCENT}" * 50), repair=True)
    assert [one.changed for one in found.mends.values()] == [1]


@given(st.text(st.sampled_from("ab|[]<>/#()&;\\-, \n\x85é\x00")))
def test_no_text_breaks_the_readers(text: str) -> None:
    for kind in ("words", "xml", "links"):
        for repair in (False, True):
            for of in (CONLL, COREFUD):
                try:
                    read(f"{text}|", repair, of, kind)
                except InputError:
                    continue


def test_chunks() -> None:
    words, lines, _ = read_words([(1, "a\N{NO-BREAK SPACE}b c".encode()), (2, b"")])
    assert (words, lines) == (["a\N{NO-BREAK SPACE}b", "c"], [1, 1])


@pytest.mark.parametrize("seed", range(5))
def test_ascii_is_cut_as_any_text_is(seed: int) -> None:
    characters = [chr(code) for code in range(128)] * 3
    random.Random(seed).shuffle(characters)
    text = "".join(characters)
    assert pieces_of(text) == pieces_of(f"{text} é")[:-1]

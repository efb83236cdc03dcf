"""What is read in a CorefUD file."""

from __future__ import annotations

import random

import pytest

from leaderboard.corpus.nodes import SLOT
from leaderboard.formats import Reading, format_name, read_corpus
from tests.formats.corefud.texts import corefud, sentence
from tests.formats.texts import mentions, read, spans, warnings, words
from tests.support.made_corefud import corefud as made
from tests.support.made_corefud import random_document, runs


def test_words_and_empty_nodes() -> None:
    corpus = read(
        sentence("1 (a-x-1-", "2 a)", "2.1 (a-x-1-)", "3 (b--2-", "3.1 b)", "4 (c)"),
    )
    assert corpus.tokens.tolist() == [4]
    assert words(corpus.words) == ["w1", "w2", "w3", "w4"]
    assert mentions(corpus) == [
        ("d (part 0)", 0, 1, 0, 3),
        ("d (part 0)", 1, 1, 0, 5),
        ("d (part 0)", 2, 2, 1, 6),
        ("d (part 0)", 3, 3, 2, 8),
    ]
    assert corpus.nodes is not None
    assert corpus.nodes.size.tolist() == [2, 1, 2, 1]
    assert corpus.nodes.zero.tolist() == [False, True, True, False]
    assert corpus.nodes.head.tolist() == [SLOT, 2 * SLOT + 1, 3 * SLOT + 1, 4 * SLOT]


def test_a_mention_in_pieces_counts_its_head_over_all_of_them() -> None:
    corpus = read(sentence("1 (a[1/2]-x-3-", "2 a[1/2])", "3", "4 (a[2/2]-x-3-)"))
    assert corpus.nodes is not None
    assert spans(corpus) == [[(0, 3)]]
    assert corpus.nodes.size.tolist() == [3]
    assert corpus.nodes.head.tolist() == [4 * SLOT]
    assert corpus.nodes.first.tolist() == [SLOT, 4 * SLOT]
    assert corpus.nodes.last.tolist() == [2 * SLOT, 4 * SLOT]


@pytest.mark.parametrize(
    ("first", "second", "head", "said"),
    [
        ("a[1/2]-x-3-", "a[2/2]-x-3-", 4, False),
        ("a[1/2]-x-1-", "a[2/2]-x-3-", 4, True),
        ("a[1/2]-x-3-", "a[2/2]-x-1-", 1, True),
        ("a[1/2]-x-3-", "a[2/2]", 1, True),
        ("a[1/2]", "a[2/2]", 1, False),
    ],
)
def test_pieces_that_state_other_heads_are_told_of(first: str, second: str, head: int, said: bool) -> None:
    data = sentence(f"1 ({first}", "2 a[1/2])", "3", f"4 ({second})")
    corpus = read(data)
    assert corpus.nodes is not None
    assert corpus.nodes.head.tolist() == [head * SLOT]
    found = read_corpus("f", data, Reading())
    what = "f:6: another head than in the part before (1 such part in this file)"
    remedy = "that of the last part counts; write one head in all parts"
    assert [str(remark) for remark in found.remarks] == [f"{what}; {remedy}"] * said
    assert not read_corpus("f", data, Reading(heads="tree")).remarks


def test_pieces_within_a_piece_of_the_same_entity() -> None:
    """Only the slow reader takes these."""
    corpus = read(sentence("1 (a[1/2]", "2 (a[1/2])", "3", "4 (a[2/2])", "5 a[1/2])", "6", "7 (a[2/2])"))
    assert corpus.nodes is not None
    assert spans(corpus) == [[(0, 6), (1, 3)]]
    assert corpus.nodes.size.tolist() == [6, 2]


def test_a_node_before_the_first_word_belongs_to_it() -> None:
    first, second = sentence("1 (a)"), sentence("0.1 (a)", "1", name=None)
    corpus = read(first + second)
    assert spans(corpus) == [[(0, 0), (1, 1)]]
    assert corpus.nodes is not None
    assert corpus.nodes.head.tolist() == [SLOT, 2 * SLOT + 1]
    assert corpus.nodes.length.tolist() == [1, 1]


def test_ids_live_within_a_document() -> None:
    corpus = read(sentence("1 (a)") + sentence("1 (a)", name="e"))
    assert corpus.entity.tolist() == [0, 1]
    assert [part.document for part in corpus.parts] == ["d", "e"]


def test_a_document_without_a_name_has_its_number() -> None:
    corpus = read(b"# newdoc\n" + sentence("1", name=None) + b"# newdoc\n" + sentence("1", name=None))
    assert [part.document for part in corpus.parts] == ["1", "2"]


def test_documents_without_words_are_fine() -> None:
    corpus = read(b"# newdoc id = e\n\n" + sentence("1 (a)"))
    assert corpus.tokens.tolist() == [0, 1]
    assert corpus.part.tolist() == [1]


def test_a_file_without_mentions_needs_no_columns() -> None:
    corpus = read(b"# newdoc id = d\n" + sentence("1", name=None))
    assert corpus.nodes is not None
    assert not len(corpus.part)


def test_tags_are_universal_with_features() -> None:
    corpus = read(sentence("1 (a)", "1.1"), Reading(tags=True))
    assert words(corpus.tags) == ["NOUN|Case=Nom"]


def test_dependencies_of_zeros() -> None:
    corpus = read(sentence("1", "1.1 (a) 1:nsubj|0:root", "1.2 (b) 1.1:nsubj", "1.3 (c) _", "2 (e) 9:x"))
    assert corpus.nodes is not None
    assert corpus.nodes.edge_mention.tolist() == [0, 0, 1]
    assert corpus.nodes.parent.tolist() == [SLOT, 0, SLOT + 1]
    nsubj, root, again = corpus.nodes.relation.tolist()
    assert nsubj == again != root


def test_other_columns_of_entities() -> None:
    data = corefud("1 (2-a-t", "2 a)", columns="head-eid-etype")
    corpus = read(data)
    assert corpus.nodes is not None
    assert corpus.nodes.head.tolist() == [2 * SLOT]


@pytest.mark.parametrize("columns", ["eid-etype", "GRP-etype", "eid-head-minspan-link-identity"])
def test_the_head_is_the_first_word_where_none_is_said(columns: str) -> None:
    corpus = read(corefud("1 (a", "2 a)", columns=columns))
    assert corpus.nodes is not None
    assert corpus.nodes.head.tolist() == [SLOT]


def test_a_span_that_stands_twice_is_kept_in_the_first_entity() -> None:
    """However it is written: the pieces 1 and 2 are the span 1 to 2."""
    data = sentence("1 (a(b[1/2])", "2 (b[2/2])a)", "3 (b)")
    assert spans(read(data)) == [[(0, 1)], [(2, 2)]]
    assert [text.split(";")[0] for text in warnings(data)] == [
        "f:3: the mention of tokens 0 to 1 is in two entities"
    ]


def test_an_empty_node_makes_a_span_another() -> None:
    data = sentence("1 (a(b[1/2])", "1.1", "2 (b[2/2])a)")
    assert spans(read(data)) == [[(0, 1)], [(0, 1)]]
    assert not warnings(data)


def test_singletons_can_be_dropped() -> None:
    data = sentence("1 (a)", "1.1 (b) 1:x", "2 (a[1/2])", "3", "4 (a[2/2])")
    corpus = read(data).without_singletons()
    assert corpus.nodes is not None
    assert spans(corpus) == [[(0, 0), (1, 3)]]
    assert corpus.nodes.size.tolist() == [1, 2]
    assert corpus.nodes.piece_mention.tolist() == [0, 1, 1]
    assert corpus.nodes.edge_mention.tolist() == []


@pytest.mark.parametrize("seed", range(20))
def test_what_was_written_is_read(seed: int) -> None:
    document = random_document(random.Random(seed))
    corpus = read(made([document]).encode())
    assert corpus.nodes is not None
    written = [mention for sentence in document for mention in sentence.mentions]
    assert sorted(corpus.nodes.size.tolist()) == sorted(len(mention.nodes) for mention in written)
    assert len(corpus.nodes.first) == sum(len(runs(mention.nodes)) for mention in written)
    assert corpus.entities == len({mention.entity for mention in written})


@pytest.mark.parametrize(
    ("beginning", "name"),
    [
        (b"# newdoc id = d\n", "corefud"),
        (b"\xef\xbb\xbf# newdoc\n", "corefud"),
        (b"# a comment\n# sent_id = 1\n1\tw\n", "corefud"),
        (b"# global.Entity = eid\n", "corefud"),
        (b"#begin document (d)\nw # sent_id\n", "conll"),
        (b"# newdoc id = d\n#begin document (d)\n", "conll"),
    ],
)
def test_it_is_known_by_its_comments(beginning: bytes, name: str) -> None:
    assert format_name(beginning) == name

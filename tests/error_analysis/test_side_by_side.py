"""Chains side by side are those of the paper's figure 3, with the partitions of Vilain et al."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from leaderboard.corpus import Part
from leaderboard.error_analysis.side_by_side import Chain, ChainPair, side_by_side
from leaderboard.matching import match_exactly
from leaderboard.metrics.da import denotation
from leaderboard.metrics.xcmr import XC_MR
from tests.metrics.denotation_cases import EXAMPLE
from tests.metrics.test_da import table_of
from tests.support import strategies
from tests.support.columns import corpus, overlap_of, single, texts
from tests.support.plain_conll import Part as TwoSides


def names(chain: Chain) -> list[str]:
    return [EXAMPLE.words[mention.start] for mention in chain]


def test_the_papers_figure_3() -> None:
    pairs = side_by_side(EXAMPLE.overlap().matching, "doc", denotation())
    assert [(names(pair.key), names(pair.response)) for pair in pairs] == [
        (["Mandela"], ["Mandela", "his", "he"]),
        (["Clinton", "his", "he"], ["Clinton"]),
        (["African Americans"], ["African Americans", "Africans"]),
        (["slavery", "it"], ["slavery"]),
        (["Africans"], []),
        ([], ["it"]),
    ]
    assert [pair.similarity for pair in pairs] == [
        *(pytest.approx(value) for value in (6 / 7, 6 / 7, 2 / 3, 3 / 4)),
        None,
        None,
    ]
    assert [mention.mention_class for mention in pairs[3].key] == ["NP", "PRO"]
    assert {mention.text for pair in pairs for mention in pair.key} == {None}


def test_exclusive_cores_pair_what_looks_alike_whatever_its_names() -> None:
    """The correspondence of XC-MR in the paper's figure 4: Clinton is taken for Mandela."""
    pairs = side_by_side(EXAMPLE.overlap().matching, "doc", None)
    assert [(names(pair.key), names(pair.response), pair.shared) for pair in pairs] == [
        (["Mandela"], [], 0),
        (["Clinton", "his", "he"], ["Mandela", "his", "he"], 2),
        ([], ["Clinton"], 0),
        (["African Americans"], ["African Americans", "Africans"], 1),
        (["slavery", "it"], ["slavery"], 1),
        (["Africans"], [], 0),
        ([], ["it"], 0),
    ]
    assert {(pair.similarity, pair.metric) for pair in pairs} == {(None, "xcmr")}


@given(corpus=strategies.corpora)
@settings(max_examples=100, deadline=None)
def test_cores_of_entities_are_those_of_the_score(corpus: list[TwoSides]) -> None:
    table = table_of(corpus)
    shown: dict[int, int] = dict.fromkeys(range(len(corpus)), 0)
    for pair in side_by_side(table.matching, "doc", None):
        if any(one.annotated for one in pair.key) and any(one.annotated for one in pair.response):
            shown[pair.part] += pair.shared
    assert list(shown.values()) == XC_MR.sums(table)[0].tolist()


def test_a_mention_that_a_side_lacks_is_not_annotated_there() -> None:
    """Each side has two mentions that both have, and one of its own."""
    matching = overlap_of([single("abc")], [single("abd")]).matching
    pairs = side_by_side(matching, "doc", denotation())
    keys = {(letters((one,)), one.annotated) for pair in pairs for one in pair.key}
    responses = {(letters((one,)), one.annotated) for pair in pairs for one in pair.response}
    pieces = {(letters((one,)), one.annotated) for pair in pairs for piece in pair.partition for one in piece}
    assert keys == pieces == {("a", True), ("b", True), ("c", True), ("d", False)}
    assert responses == {("a", True), ("b", True), ("c", False), ("d", True)}


def letters(chain: Chain) -> str:
    return "".join(chr(ord("a") + mention.start) for mention in chain)


@pytest.mark.parametrize(
    ("key", "response", "partitions"),
    [
        ("abcd", ["ab", "cd"], {"ab", "cd"}),  # Vilain et al., figure 1
        ("abcd", ["ab"], {"ab", "c", "d"}),
        ("abc", ["ac", "bd"], {"ac", "b"}),
        ("abc", ["abcd"], {"abc"}),
        ("ab", [], {"a", "b"}),
    ],
)
def test_a_key_chain_as_the_response_parts_it(key: str, response: list[str], partitions: set[str]) -> None:
    matching = overlap_of([single(key)], [single(*response)]).matching
    (pair,) = (pair for pair in side_by_side(matching, "doc", denotation()) if letters(pair.key) == key)
    assert {letters(piece) for piece in pair.partition} == partitions
    assert pair.missing_links == len(partitions) - 1
    assert {mention.mention_class for mention in pair.key} == {None}


def test_only_the_parts_of_the_document_are_shown() -> None:
    side = corpus([[(0, 0), (1, 2)]], [[(0, 0)]], [[(1, 2)]], tokens=3)
    words = texts("Ann", "the", "dog", "Bob", "a", "b", "Eve", "her", "cat")
    side = replace(side, parts=(Part("x", 0), Part("y", 0), Part("x", 4)), words=words)
    pairs = side_by_side(match_exactly(side, side), "x", denotation())
    assert [(pair.part, [mention.text for mention in pair.key]) for pair in pairs] == [
        (0, ["Ann", "the dog"]),
        (4, ["her cat"]),
    ]
    assert all(pair.key == pair.response and pair.missing_links == 0 for pair in pairs)


def test_a_lone_response_chain_has_no_links_to_miss() -> None:
    assert ChainPair(part=0, key=(), response=(), similarity=None, partition=()).missing_links == 0

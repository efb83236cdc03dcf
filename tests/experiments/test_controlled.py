"""Each experiment makes the response that its point names, on the paper's key and on any other."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from leaderboard.corpus import Corpus
from leaderboard.experiments.controlled import _FIFTHS, EXPERIMENTS, PAPER_SIZES, made_key
from tests.experiments.reading import entities, f1
from tests.oracles import denotation_oracle, oracle
from tests.support import strategies
from tests.support.columns import corpus, single
from tests.support.plain_conll import Part

PAPER = made_key(PAPER_SIZES)
TINY = corpus(single("abcd", "ef"), single("ab"), [], single("a"), tokens=7)
EVERY_POINT = [(name, point) for name, one in EXPERIMENTS.items() for point in one.points]


def made(name: str, point: str, key: Corpus = PAPER) -> Corpus:
    return EXPERIMENTS[name].made(key, point).response


def found(name: str, point: str, key: Corpus = TINY) -> list[list[str]]:
    """The entities of each part, single tokens as letters."""
    return [
        sorted("".join(sorted(chr(ord("a") + start) for start, _ in entity)) for entity in part)
        for part in entities(made(name, point, key))
    ]


def sizes(response: Corpus) -> list[int]:
    return sorted(np.bincount(response.entity).tolist(), reverse=True)


def correct_links(key: Corpus, response: Corpus) -> int:
    """Links of both sides, enumerated."""
    linked = [
        {
            (number, frozenset(pair))
            for number, part in enumerate(entities(side))
            for entity in part
            for pair in combinations(entity, 2)
        }
        for side in (key, response)
    ]
    return len(linked[0] & linked[1])


def test_the_papers_key() -> None:
    assert sizes(PAPER) == [20, 10, 10, 5, 5, 5, 4, *[2] * 10]
    assert correct_links(PAPER, PAPER) == 326


@pytest.mark.parametrize(("name", "point"), EVERY_POINT)
def test_every_score_is_what_its_definition_gives(name: str, point: str) -> None:
    response = made(name, point)
    scores = f1(PAPER, response)
    [key], [answer] = entities(PAPER), entities(response)
    for metric in oracle.METRICS:
        assert scores[metric] == pytest.approx(float(oracle.score([(key, answer)], metric)[2]), abs=1e-12)
    numerator, possible, precise, actual = map(Fraction, denotation_oracle.xcmr(key, answer))
    expected = oracle.harmonic_mean(oracle.ratio(numerator, possible), oracle.ratio(precise, actual))
    assert scores["xcmr"] == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "point", "expected"),
    [
        ("correct_links", "20", [12]),
        ("correct_links", "40", [17]),
        ("correct_links", "60", [20, 4]),
        ("correct_links", "80", [20, 10, 8]),
        ("wrong_links", "20", [12, *[7] * 7, *[6] * 3]),
        ("largest_first", "20", [20, 10, 10]),
        ("largest_first", "40", [20, 10, 10, 5, 5, 5, 4]),
        ("largest_first", "100", list(PAPER_SIZES)),
        ("smallest_first", "20", [2, 2, 2]),
        ("smallest_first", "80", [5, 5, 5, 4, *[2] * 10]),
        ("split", "9-5-6", [10, 10, 9, 6, 5, 5, 5, 5, 4, *[2] * 10]),
        ("split", "2-2", [20, 10, 10, 5, 5, 5, *[2] * 12]),
        ("merge", "4-5-5-5", [20, 19, 10, 10, *[2] * 10]),
        ("merge", "2-2-2-2", [20, 10, 10, 8, 5, 5, 5, 4, *[2] * 6]),
        ("extra_mentions", "1-2", [20, 10, 10, 5, 5, 5, 4, 3, *[2] * 9]),
        ("extra_mentions", "3-0", [20, 10, 10, 5, 5, 5, 4, 3, *[2] * 10]),
        ("extra_mentions", "3-10", [20, 13, 10, 5, 5, 5, 4, *[2] * 10]),
        ("missing_mentions", "2-2", [20, 10, 10, 5, 5, 5, 4, *[2] * 9]),
        ("missing_mentions", "1-20", [19, 10, 10, 5, 5, 5, 4, *[2] * 10]),
        ("mention_identification", "20", [16]),
        ("mention_identification", "40", [16, 16]),
        ("mention_identification", "100", [*[4] * 19, 3]),
    ],
)
def test_the_sizes_of_entities_on_the_papers_key(name: str, point: str, expected: list[int]) -> None:
    assert sizes(made(name, point)) == expected


@pytest.mark.parametrize(("percent", "links"), [("20", 66), ("40", 136), ("60", 196), ("80", 263)])
def test_as_many_links_as_the_mark_asks_for(percent: str, links: int) -> None:
    assert correct_links(PAPER, made("correct_links", percent)) == links
    assert correct_links(PAPER, made("wrong_links", percent)) == links
    assert all(size > 1 for size in sizes(made("wrong_links", percent)))


@pytest.mark.parametrize(
    ("name", "point", "expected"),
    [
        ("correct_links", "60", [["abcd"], [], [], []]),
        ("wrong_links", "60", [["abcd", "e", "f"], ["a", "b"], [], []]),
        ("largest_first", "60", [["abcd", "ef"], [], [], []]),
        ("smallest_first", "60", [["ef"], [], [], ["a"]]),
        ("split", "18-2", [["abc", "d", "ef"], ["a", "b"], [], ["a"]]),
        ("split", "5-3-2", [["ab", "c", "d", "ef"], ["a", "b"], [], ["a"]]),
        ("split", "2-2", [["ab", "cd", "ef"], ["a", "b"], [], ["a"]]),
        ("merge", "2-2", [["abcdef"], ["ab"], [], ["a"]]),
        ("extra_mentions", "2-0", [["abcd", "ag", "ef"], ["ab", "cd"], [], ["a", "bc"]]),
        ("extra_mentions", "1-2", [["abcd", "efg"], ["abc"], [], ["ab"]]),
        ("missing_mentions", "1-2", [["abcd", "e"], ["a"], [], []]),
        ("missing_mentions", "3-10", [["a", "ef"], [], [], []]),
        ("mention_identification", "40", [["ae"], ["a"], [], []]),
        ("mention_identification", "100", [["ae", "bf", "c", "d"], ["a", "b"], [], []]),
    ],
)
def test_every_part_has_its_share_on_a_small_key(name: str, point: str, expected: list[list[str]]) -> None:
    assert found(name, point) == expected


def test_invented_mentions_are_the_shortest_spans_that_are_free() -> None:
    [first, *_] = entities(made("extra_mentions", "2-0", TINY))
    assert first[-1] == {(6, 6), (0, 1)}


def test_a_part_without_room_invents_what_it_can() -> None:
    full = corpus([[(0, 0)], [(1, 1)]], tokens=2)
    assert entities(made("extra_mentions", "3-0", full)) == [[{(0, 0)}, {(1, 1)}, {(0, 1)}]]


@pytest.mark.parametrize(("name", "point"), EVERY_POINT)
def test_an_empty_key_has_empty_responses(name: str, point: str) -> None:
    response = made(name, point, corpus([], []))
    assert len(response.entity) == 0
    assert len(response.parts) == 2


@given(part=strategies.parts(), other=strategies.parts())
@settings(max_examples=60, deadline=None)
def test_on_any_key(part: Part, other: Part) -> None:
    key = corpus(part[0], other[0])
    everything = {(number, span) for number, side in enumerate(entities(key)) for one in side for span in one}
    alone = {(number, *one) for number, side in enumerate(entities(key)) for one in side if len(one) == 1}
    for name, point in EVERY_POINT:
        response = made(name, point, key)
        answer = entities(response)
        mentions = [(number, span) for number, side in enumerate(answer) for one in side for span in one]
        assert len(mentions) == len(set(mentions))
        assert name == "extra_mentions" or set(mentions) <= everything
        links = correct_links(key, response)
        total = correct_links(key, key)
        if name in ("correct_links", "wrong_links"):
            assert 100 * links >= int(point) * total
        if name == "correct_links":
            assert sum(len(one) * (len(one) - 1) // 2 for side in answer for one in side) == links
        if name in ("split", "merge"):
            assert set(mentions) == everything
        if name == "wrong_links" or (name, point) == ("mention_identification", "100"):
            assert everything - set(mentions) <= alone
        if name in ("merge", "extra_mentions"):
            assert links == total
        if name == "mention_identification":
            assert links == 0
            assert f1(key, response)["lea"] == 0


@given(part=strategies.parts())
@settings(max_examples=60, deadline=None)
def test_entities_in_order_of_size(part: Part) -> None:
    key = corpus(part[0])
    size = sorted(len(one) for one in part[0])
    for name, order in (("largest_first", size[::-1]), ("smallest_first", size)):
        for percent in _FIFTHS:
            count = round(len(size) * int(percent) / 100 + 1e-9)
            response = made(name, percent, key)
            assert sorted(map(len, entities(response)[0])) == sorted(order[:count])
            assert set(entities(response)[0]) <= set(part[0])


def test_a_key_of_sizes() -> None:
    assert entities(made_key((2, 1))) == [[frozenset({(0, 0), (1, 1)}), frozenset({(2, 2)})]]

"""Versions of a response touch no correct link, and are what the finding of mentions alone can change."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from leaderboard.corpus import Corpus
from leaderboard.error_analysis.profile import error_profile, resolved
from leaderboard.experiments.identification import VERSIONS, unresolved
from leaderboard.matching import Matching, match_exactly
from leaderboard.metrics.da import denotation
from leaderboard.overlap import overlap
from tests.experiments.reading import entities, scores
from tests.support import strategies
from tests.support.columns import corpus, single
from tests.support.plain_conll import Part

Mention = tuple[int, tuple[int, int]]
CHANGES = ("more_precise", "less_precise_a", "less_precise_b")


def version(name: str, key: list[str], response: list[str]) -> list[str]:
    """The entities of a version, single tokens as letters."""
    matching = match_exactly(corpus(single(*key), tokens=26), corpus(single(*response), tokens=26))
    made = VERSIONS[name].make(matching)
    return sorted(
        "".join(sorted(chr(ord("a") + start) for start, _ in entity)) for entity in entities(made.response)[0]
    )


def links(side: Corpus) -> set[frozenset[Mention]]:
    return {
        frozenset(((number, one), (number, other)))
        for number, part in enumerate(entities(side))
        for entity in part
        for one, other in combinations(entity, 2)
    }


def mentions(side: Corpus) -> set[Mention]:
    return {(number, span) for number, part in enumerate(entities(side)) for one in part for span in one}


@pytest.mark.parametrize(
    ("name", "key", "response", "expected"),
    [
        ("base", ["abc"], ["abd"], ["abd"]),
        ("more_precise", ["abc", "de"], ["abd", "cx"], ["ab", "x"]),
        ("more_precise", ["ab"], ["a", "b"], []),
        ("more_precise", ["a", "bc"], ["a", "bc"], ["a", "bc"]),
        ("more_precise", ["ab"], ["xy"], ["xy"]),
        ("less_precise_a", ["abc", "def"], ["gh"], ["ad", "be", "cf", "gh"]),
        ("less_precise_a", ["abc", "de"], [], ["ad", "be"]),
        ("less_precise_a", ["ab", "cd", "ef"], [], ["ad", "be", "cf"]),
        ("less_precise_a", ["ab", "cd", "e"], [], ["ace", "bd"]),
        ("less_precise_b", ["ab", "cd", "ef"], [], ["ace", "bdf"]),
        ("less_precise_b", ["abc", "de"], ["ab"], ["abd", "ce"]),
        ("less_precise_b", ["abc", "d"], [], ["ad"]),
        ("less_precise_a", ["abc", "d"], [], ["ad"]),
        ("less_precise_b", ["abc"], ["ab"], ["ab"]),
        ("less_precise_a", ["abc"], ["ab", "xy", "z"], ["ab", "cz", "xy"]),
        ("less_precise_b", ["abc"], ["ab", "xy", "z"], ["ab", "cxy", "z"]),
        ("less_precise_a", ["abcd", "ef"], ["ef", "xy"], ["axy", "bef"]),
        ("less_precise_a", ["abc", "def"], ["de", "ab"], ["ab", "cf", "de"]),
        ("less_precise_a", ["abc", "de"], ["ab", "de"], ["ab", "cde"]),
        ("less_precise_a", ["ab", "c"], ["a", "c"], ["a", "c"]),
        ("singletons", ["abc"], ["abx"], ["a", "b", "x"]),
        ("one_entity", ["abc"], ["ab", "x"], ["abx"]),
    ],
)
def test_versions_of_small_responses(
    name: str, key: list[str], response: list[str], expected: list[str]
) -> None:
    assert version(name, key, response) == expected


def test_one_entity_a_part() -> None:
    key = corpus(single("ab", "cd"), single("ab"))
    made = VERSIONS["one_entity"].make(match_exactly(key, key))
    assert [len(part) for part in entities(made.response)] == [1, 1]


@given(part=strategies.parts(), other=strategies.parts())
@settings(max_examples=150, deadline=None)
def test_on_any_response(part: Part, other: Part) -> None:
    key, response = corpus(part[0], other[0]), corpus(part[1], other[1])
    base = match_exactly(key, response)
    right, before = links(key) & links(response), scores(base)
    for name in VERSIONS:
        made = VERSIONS[name].make(base)
        assert pairs(made) == pairs(match_exactly(key, made.response))
        if name in CHANGES:
            assert links(made.response) & links(key) == right
            after = scores(made)
            for metric in ("muc", "lea"):
                assert after[metric].recall == pytest.approx(before[metric].recall, abs=1e-12)
    better = VERSIONS["more_precise"].make(base).response
    assert mentions(response) - mentions(better) == unresolved_by_definition(key, response)
    for name in ("less_precise_a", "less_precise_b"):
        worse = VERSIONS[name].make(base).response
        new = mentions(worse) - mentions(response)
        assert new <= mentions(key) - mentions(response)
        assert links(response) <= links(worse)
        for mention in new:
            assert {one for link in links(worse) if mention in link for one in link} > {mention}


@given(corpus_parts=strategies.corpora)
@settings(max_examples=60, deadline=None)
def test_unresolved_mentions_are_those_of_the_error_profile(corpus_parts: list[Part]) -> None:
    base = match_exactly(
        corpus(*(part[0] for part in corpus_parts)), corpus(*(part[1] for part in corpus_parts))
    )
    assert len(unresolved(base)) == error_profile(resolved(overlap(base), denotation())).unresolved


def pairs(matching: Matching) -> set[tuple[int, int]]:
    return set(zip(matching.key_mention.tolist(), matching.response_mention.tolist(), strict=True))


def unresolved_by_definition(key: Corpus, response: Corpus) -> set[Mention]:
    """Mentions of both sides without a correct link, but for singletons of both sides."""
    linked = {mention for link in links(key) & links(response) for mention in link}
    alone = [
        {(number, *one) for number, part in enumerate(entities(side)) for one in part if len(one) == 1}
        for side in (key, response)
    ]
    return (mentions(key) & mentions(response)) - linked - (alone[0] & alone[1])


def test_nothing_of_the_text_changes() -> None:
    base = match_exactly(corpus(single("abc")), corpus(single("ad")))
    for one in VERSIONS.values():
        made = one.make(base)
        assert made.key is base.key
        assert np.array_equal(made.response.tokens, base.response.tokens)

"""Components and blocks against sets that are joined one by one, by every metric that adds up over them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.corpus import Corpus, Groups, Part
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import Matching, align, match, match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.options.options import UNDIVIDED
from leaderboard.overlap import overlap
from leaderboard.scoring.components import blocked
from tests.formats.corefud.texts import corefud
from tests.oracles import components_oracle, oracle
from tests.support import plain_corefud
from tests.support.columns import Span, corpus
from tests.support.strategies import TOKENS, grouped, labels, spans

WITH_ORACLE = ("mentions", "muc", "bcub", "ceafm", "ceafe", "lea")
ADDITIVE = tuple(build(MetricOptions()) for name, build in METRICS.items() if name not in UNDIVIDED)
Entities = list[frozenset[Span]]
Sides = tuple[Entities, Entities, Entities]


@st.composite
def triples(draw: st.DrawFn) -> Sides:
    """A key and two responses that repeat its labels where they do not err."""
    mentions = draw(st.lists(spans, unique=True, max_size=12))
    key = [draw(labels) for _ in mentions]
    responses = [[draw(st.one_of(st.just(label), labels)) for label in key] for _ in range(2)]
    sides = (grouped(list(zip(mentions, side, strict=True))) for side in (key, *responses))
    ours, first, second = sides
    return ours, first, second


texts = st.lists(triples(), min_size=1, max_size=3)


def matched(parts: Sequence[Sides]) -> tuple[Matching, Matching]:
    """The two responses beside the key, as parts of one document."""
    key, *responses = (
        corpus(*[[sorted(entity) for entity in part[side]] for part in parts], tokens=TOKENS)
        for side in range(3)
    )
    first, second = (match_exactly(key, response) for response in responses)
    return first, second


@settings(max_examples=60, deadline=None)
@given(texts, st.integers(2, 12))
def test_against_sets(parts: Sequence[Sides], blocks: int) -> None:
    found = blocked(*matched(parts), blocks)
    by_block: dict[int, list[components_oracle.Component]] = defaultdict(list)
    for number, part in enumerate(parts):
        moved = [
            [
                frozenset((start + TOKENS * number, end + TOKENS * number) for start, end in one)
                for one in side
            ]
            for side in part
        ]
        for component in components_oracle.components(*moved):
            by_block[components_oracle.block(component, TOKENS * len(parts), blocks)].append(component)
    assert found.components == sum(map(len, by_block.values()))
    assert found.names == tuple(Part("doc", place) for place in sorted(by_block))
    for output, one in enumerate(found.responses):
        sums = measure(overlap(one), ADDITIVE)
        for column, place in enumerate(sorted(by_block)):
            beside = [
                tuple([entity for one in by_block[place] for entity in one[side]] for side in (0, 1 + output))
            ]
            for metric in WITH_ORACLE:
                expected = oracle.sums(beside, metric)
                mine = sums[metric][:, column]
                if len(mine) == 3:
                    expected = (expected[0], expected[1], expected[3])
                assert mine == pytest.approx([float(value) for value in expected], abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(texts, st.integers(2, 12))
def test_blocks_add_up(parts: Sequence[Sides], blocks: int) -> None:
    whole = matched(parts)
    for cut in (blocked(*whole, blocks), blocked(*whole, None)):
        for one, plain in zip(cut.responses, whole, strict=True):
            of_blocks, of_parts = (measure(overlap(side), ADDITIVE) for side in (one, plain))
            for name, sums in of_parts.items():
                assert of_blocks[name].sum(axis=-1) == pytest.approx(sums.sum(axis=-1), abs=1e-12)


def by_head(key: bytes, *responses: bytes) -> tuple[Matching, Matching]:
    """CorefUD responses beside a key."""
    ours, *theirs = (read_corpus("f", data, Reading()).corpus for data in (key, *responses))
    aligned = (align(ours, one, missing_is_empty=False, check_words=True) for one in theirs)
    first, second = (match(ours, one, "head", "dependent") for one in aligned)
    return first, second


KEY = corefud("1 (a--1", "2", "3 a)", "4", "5", "6 (a)", "7", "8")


def test_a_matched_mention_is_that_of_the_key() -> None:
    """The first mention begins at word 0 of 8, wherever that of a response begins."""
    short = corefud("1 (x)", "2", "3", "4", "5", "6", "7", "8")
    found = blocked(*by_head(KEY, short, short), 8)
    assert (found.components, found.names) == (1, (Part("d", 0),))


def test_equal_words_of_two_responses_are_one_mention() -> None:
    """The first response has them with a mention of the key, so those of the second hang together too."""
    one = corefud("1", "2", "3", "4", "5", "6 (x)", "7", "8 (x)")
    other = corefud("1", "2", "3", "4", "5", "6", "7", "8 (y)")
    assert blocked(*by_head(KEY, one, other), 2).components == 1
    moved = corefud("1", "2", "3", "4", "5", "6", "7 (y)", "8")
    found = blocked(*by_head(KEY, one, moved), 8)
    assert (found.components, found.names) == (2, (Part("d", 5), Part("d", 6)))


def test_an_empty_node_begins_at_the_word_before_it() -> None:
    key = corefud("1", "2", "2.1 (a)", "3", "4 (a)")
    none = corefud("1", "2", "3", "4")
    assert blocked(*by_head(key, none, none), 4).names == (Part("d", 1),)


def test_over_documents_a_component_is_at_home_where_most_of_it_is() -> None:
    """Mentions in documents c, b and b; then as many in each, of which the first in the key counts."""
    for spans_, home in (([(0, 0), (1, 1)], "b"), ([(0, 0)], "c")):
        key, none = joined_corpora(spans_)
        assert blocked(match_exactly(key, none), match_exactly(key, none), None).names == (Part(home, 0),)


def joined_corpora(in_second: Sequence[Span]) -> tuple[Corpus, Corpus]:
    """A key of one entity over two documents, and a response without mentions."""
    plain = corpus([[(0, 0)]], [in_second])
    parts = (Part("c", 0), Part("b", 0))
    groups = Groups((Part("corpus", 0),), np.zeros(2, np.int64))
    key = replace(plain, parts=parts, groups=groups, entity=np.zeros_like(plain.entity))
    return key, key.without_mentions()


def test_nothing_at_all() -> None:
    found = blocked(*matched([([], [], [])]), 10)
    assert (found.components, found.names) == (0, ())


@pytest.mark.parametrize("how", ["exact", "head", "partial"])
@pytest.mark.parametrize("zeros", ["dependent", "linear"])
def test_corefud_blocks_add_up(how: str, zeros: str) -> None:
    """Mentions that match are of one block, and so are all of an entity."""
    key, *responses = (read_corpus("f", text.encode(), Reading()).corpus for text in plain_corefud.RESPONSES)
    aligned = [align(key, one, missing_is_empty=False, check_words=True) for one in responses]
    whole = [match(key, one, how, zeros) for one in aligned]
    for first, second in combinations(whole, 2):
        cut = blocked(first, second, 5)
        assert len(cut.names) > 1
        for one, plain in zip(cut.responses, (first, second), strict=True):
            assert (one.key.unit[one.key_mention] == one.response.unit[one.response_mention]).all()
            for side in (one.key, one.response):
                assert len(set(zip(side.entity.tolist(), side.unit.tolist(), strict=True))) == side.entities
            of_blocks, of_parts = (measure(overlap(each), ADDITIVE) for each in (one, plain))
            for name, sums in of_parts.items():
                assert of_blocks[name].sum(axis=-1) == pytest.approx(sums.sum(axis=-1), abs=1e-12)

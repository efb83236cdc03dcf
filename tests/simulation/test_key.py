from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import numpy as np
import pytest

from leaderboard.simulation.language import NAME, NOUN, PRONOUN, sentences, vocabulary
from leaderboard.simulation.synthetic_key import SHAPES, Part, Shape, key_parts

SIZES = {
    "example": SHAPES["example"],
    "conll2012": SHAPES["conll2012"].resized(60),
    "litbank": SHAPES["litbank"].resized(20),
    "giant": SHAPES["giant"],
}


@pytest.fixture(scope="module", params=SIZES)
def shape(request: pytest.FixtureRequest) -> Shape:
    return SIZES[request.param]


@pytest.fixture(scope="module")
def parts(shape: Shape) -> list[Part]:
    return list(key_parts(shape, 1))


def sizes(parts: list[Part]) -> list[int]:
    """The sizes of all entities."""
    return [size for part in parts for size in np.bincount(part.entities[part.entities >= 0]).tolist()]


def test_a_key_has_the_totals_of_its_shape(shape: Shape, parts: list[Part]) -> None:
    assert len(parts) == shape.parts
    assert len({part.document for part in parts}) == shape.documents
    assert sum(sizes(parts)) == shape.mentions
    assert len(sizes(parts)) == shape.entities
    assert sizes(parts).count(1) == shape.singletons
    assert sum(len(part.words) for part in parts) == pytest.approx(shape.tokens, rel=0.03)


def test_the_shape_of_conll_2012() -> None:
    assert SHAPES["conll2012"] == Shape(
        documents=222, parts=348, tokens=170_000, mentions=20_000, entities=4_500
    )
    assert SHAPES["conll2012"].resized(22_200) == Shape(
        documents=22_200, parts=34_800, tokens=17_000_000, mentions=2_000_000, entities=450_000
    )


def test_many_entities_are_small_and_a_few_are_large(parts: list[Part]) -> None:
    chains = [size for size in sizes(parts) if size > 1]
    assert np.median(chains) < 0.8 * np.mean(chains)
    assert max(chains) > 3 * np.mean(chains)


def test_mentions_are_names_nouns_and_pronouns(parts: list[Part]) -> None:
    kinds = Counter(kind for part in parts for kind in part.kind[part.entities >= 0].tolist())
    assert all(kinds[kind] > 0.15 * kinds.total() for kind in (NAME, NOUN, PRONOUN))


def test_some_mentions_nest_and_many_have_one_token(parts: list[Part]) -> None:
    one_token = nested = mentions = 0
    for part in parts[:50]:
        chosen = np.flatnonzero(part.entities >= 0)
        order = chosen[np.lexsort((-part.end[chosen], part.start[chosen]))]
        start, end = part.start[order], part.end[order]
        mentions += len(order)
        one_token += int((start == end).sum())
        nested += int((end[1:] <= np.maximum.accumulate(end)[:-1]).sum())
    assert 0.4 * mentions < one_token < 0.7 * mentions
    assert nested > 0.05 * mentions


def test_entities_begin_with_a_name_or_a_noun_where_there_are_enough(parts: list[Part]) -> None:
    for part in parts[:50]:
        named = part.entities[(part.entities >= 0) & (part.kind != PRONOUN)]
        entities = int(part.entities.max()) + 1
        assert len(named) < entities or len(set(named.tolist())) == entities


def test_the_heads_of_an_entity_s_names_are_one_word() -> None:
    for part in islice(key_parts(SIZES["conll2012"], 1), 10):
        words: dict[int, set[str]] = {}
        for start, end, kind, entity in zip(part.start, part.end, part.kind, part.entities, strict=True):
            if entity >= 0 and start == end and kind == NAME:
                words.setdefault(int(entity), set()).add(part.words[start])
        repeated = [names for names in words.values() if len(names) > 1]
        assert len(repeated) <= 0.1 * len(words)


def test_documents_have_one_or_several_parts_numbered_from_zero() -> None:
    numbers: dict[str, list[int]] = {}
    for part in key_parts(SIZES["conll2012"], 1):
        numbers.setdefault(part.document, []).append(part.number)
    assert all(found == list(range(len(found))) for found in numbers.values())
    assert {len(found) > 1 for found in numbers.values()} == {True, False}
    assert next(iter(numbers)) == "bc/gromi/00/gromi_0000"


def test_a_key_of_any_size_comes_part_by_part() -> None:
    assert len(list(islice(key_parts(SHAPES["conll2012"].resized(22_200), 1), 3))) == 3


def test_a_key_may_have_no_mentions() -> None:
    parts = list(key_parts(Shape(documents=2, parts=3, tokens=60, mentions=0, entities=0), 1))
    assert [int(part.entities.max()) for part in parts] == [-1, -1, -1]


def test_no_two_spans_of_a_sentence_are_equal_or_cross() -> None:
    for sentence in sentences():
        phrases = [(start, end) for start, end, _, _ in sentence.spans]
        misread = [span for span, phrase in zip(sentence.misread, phrases, strict=True) if span != phrase]
        for one, other in combinations(sorted(phrases + misread), 2):
            assert one != other
            assert not one[0] < other[0] <= one[1] < other[1]
            assert 0 <= one[0] <= one[1] < len(sentence.tags)


def test_the_brackets_of_a_sentence_are_balanced() -> None:
    for sentence in sentences():
        for column in (sentence.bits, sentence.names):
            text = "".join(column)
            assert text.count("(") == text.count(")")
            assert len(column) == len(sentence.tags)


def test_a_word_has_one_part_of_speech() -> None:
    tags = {tag for sentence in sentences() for tag in sentence.tags}
    words = [word.lower() for tag in tags for word in vocabulary(tag)]
    assert len(words) == len(set(words))

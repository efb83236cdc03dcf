"""On CorefUD files, where a zero has the span of a word, a mention of a made response is the key's own."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import SLOT
from leaderboard.experiments.controlled import EXPERIMENTS
from leaderboard.experiments.identification import VERSIONS
from leaderboard.experiments.regrouping import joined
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import Matching, align, match
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Scores, measure
from leaderboard.overlap import overlap
from tests.experiments.reading import f1, scores
from tests.formats.corefud.texts import corefud
from tests.support.made_corefud import corefud as written
from tests.support.made_corefud import random_document, random_response

# A word and the zero that follows it are both mentions, in one entity.
TEXT = ("1 (a-x-1-)", "2 (a-x-1-)", "3 (b-x-1-)", "4 (b-x-1-)", "5 (c-x-1-)", "5.1 (c-x-1-)", "6", "7", "8")
ZERO_BESIDE = corefud(*TEXT)
CLASSLESS = (
    "mentions",
    "muc",
    "bcub",
    "ceafm",
    "ceafe",
    "blanc",
    "lea",
    "conll",
    "blanc_gold",
    "rand",
    "xcmr",
)
SEEDS = range(10)


def read(data: bytes) -> Corpus:
    return read_corpus("made up", data, Reading()).corpus


def plain(key: Corpus) -> Corpus:
    """The same entities over tokens, one a mention and some to spare."""
    place = np.arange(len(key.part)) - np.searchsorted(key.part, key.part)
    return replace(key, start=place, end=place, tokens=np.bincount(key.part, minlength=3) + 20, nodes=None)


def by_nodes(matching: Matching) -> dict[str, Scores]:
    metrics = tuple(METRICS[name](MetricOptions()) for name in ("mor", "zero"))
    sums = measure(overlap(matching), metrics)
    return {metric.name: metric.score(sums[metric.name].sum(axis=-1)) for metric in metrics}


def ordered(places: Ints, part: Ints) -> bool:
    return bool((np.diff(part) >= 0).all() and (np.diff(places)[np.diff(part) == 0] >= 0).all())


@pytest.mark.untraced
@pytest.mark.parametrize("seed", SEEDS)
def test_scores_are_those_of_the_same_entities_over_tokens(seed: int) -> None:
    rng = random.Random(seed)
    key = read(written([random_document(rng) for _ in range(3)]).encode())
    for name, experiment in EXPERIMENTS.items():
        for point in experiment.points:
            made, expected = experiment.made(key, point), experiment.made(plain(key), point)
            short = len(expected.response.entity) - len(made.response.entity)
            assert not short or name == "extra_mentions"  # for want of words
            one, other = scores(made), f1(plain(key), expected.response)
            for metric in () if short else CLASSLESS:
                assert float(one[metric].f1) == pytest.approx(other[metric], abs=1e-12), (name, point)


def test_a_zero_beside_a_mention_is_a_mention_of_its_own() -> None:
    key = read(ZERO_BESIDE)
    found = scores(EXPERIMENTS["largest_first"].made(key, "100"))
    assert {float(found[metric].f1) for metric in CLASSLESS} == {1.0}
    assert float(by_nodes(EXPERIMENTS["largest_first"].made(key, "100"))["zero"].f1) == 1.0


@pytest.mark.parametrize("point", EXPERIMENTS["extra_mentions"].points)
def test_invented_mentions_are_words_that_the_key_lacks(point: str) -> None:
    key = read(ZERO_BESIDE)
    made = EXPERIMENTS["extra_mentions"].made(key, point)
    new = len(made.response.entity) - len(key.entity)
    found = by_nodes(made)
    size = made.response.nodes.size  # type: ignore[union-attr]
    assert found["mor"].recall == 1
    assert found["mor"].precision == pytest.approx(6 / size.sum())
    assert new == int(point[0])
    assert found["zero"].f1 == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_no_invented_mention_crosses_sentences(seed: int) -> None:
    key = read(written([random_document(random.Random(seed)) for _ in range(3)]).encode())
    made = EXPERIMENTS["extra_mentions"].made(key, "3-10").response
    invented = np.setdiff1d(
        np.arange(len(made.part)), EXPERIMENTS["extra_mentions"].made(key, "3-10").response_mention
    )
    assert made.nodes is not None
    roots = np.cumsum(made.nodes.length + 1) - (made.nodes.length + 1)
    slots = [
        (made.nodes.origin[made.part] + place)[invented] // SLOT
        for place in (made.nodes.begin, made.nodes.end)
    ]
    first, last = (np.searchsorted(roots, slot, side="right") for slot in slots)
    assert np.array_equal(first, last)
    assert not np.isin(slots, roots).any()
    words = np.cumsum(made.tokens) - made.tokens
    assert np.array_equal(slots[0] - first, (words[made.part] + made.start)[invented])
    assert np.array_equal(slots[1] - last, (words[made.part] + made.end)[invented])


def test_missed_mentions_bring_their_nodes() -> None:
    key = read(ZERO_BESIDE)
    text = corefud(*TEXT[:3], "4", "5", "6", "7", "8")
    base = match(key, align(key, read(text), missing_is_empty=False, check_words=True), "head", "dependent")
    assert by_nodes(base)["mor"].recall == pytest.approx(3 / 6)
    for name in ("less_precise_a", "less_precise_b"):
        found = by_nodes(VERSIONS[name].make(base))
        assert (found["mor"].recall, found["mor"].precision) == (1, 1)
        assert found["zero"].recall == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_versions_keep_what_nodes_must_be(seed: int) -> None:
    rng = random.Random(seed)
    documents = [random_document(rng) for _ in range(3)]
    key = read(written(documents).encode())
    text = written([random_response(rng, document) for document in documents]).encode()
    response = align(key, read(text), missing_is_empty=False, check_words=False)
    base = match(key, response, "head", "dependent")
    for version in VERSIONS.values():
        made = version.make(base)
        nodes = made.response.nodes
        assert nodes is not None
        assert ordered(nodes.begin, made.response.part)
        assert len(set(made.response_mention.tolist())) == len(made.key_mention)
        found = by_nodes(made)["mor"]
        assert found.recall <= 1 >= found.precision  # type: ignore[operator]
    both, place = joined(key, key)
    assert key.nodes is not None
    assert both.nodes is not None
    assert np.array_equal(both.nodes.size[place], np.tile(key.nodes.size, 2))
    assert np.array_equal(both.nodes.empty, key.nodes.empty)
    assert np.array_equal(both.nodes.head[place], np.tile(key.nodes.head, 2))


def test_a_mention_around_a_zero_that_is_brought_has_it_too() -> None:
    key = read(corefud("1 (a-x-1-", "1.1 (b-x-1-)", "2 a)", "3 (a-x-1-)", "4 (b-x-1-)", "5"))
    response = read(corefud("1 (a-x-1-", "2 a)", "3 (a-x-1-)", "4", "5"))
    base = match(key, align(key, response, missing_is_empty=False, check_words=True), "head", "dependent")
    found = by_nodes(VERSIONS["less_precise_a"].make(base))["mor"]
    assert (found.recall, found.precision) == (pytest.approx(5 / 6), 1)

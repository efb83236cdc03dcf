"""Mentions of CorefUD files are matched by head, by part or exactly, zeros by what they depend on."""

from __future__ import annotations

import random
from typing import Literal

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import Matching, align, counted, match
from leaderboard.matching import rounds as rounds_of_matching
from leaderboard.matching.assignment import assign, greedy
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.overlap import Overlap, overlap
from tests.formats.corefud.texts import corefud, sentence
from tests.formats.texts import conll
from tests.oracles import corefud_oracle, oracle
from tests.support.made_corefud import corefud as made
from tests.support.made_corefud import random_document, random_response

Mode = Literal["head", "partial", "exact"]


def read(data: bytes, file: str = "response", singletons: str = "keep") -> Corpus:
    return counted(read_corpus(file, data, Reading()).corpus, singletons)


def matched(key: bytes, response: bytes, how: str | None = None, zeros: str = "dependent") -> Matching:
    ours = read(key, "key")
    aligned = align(ours, read(response), missing_is_empty=False, check_words=True)
    return match(ours, aligned, how, zeros)


def pairs(
    key: bytes, response: bytes, how: str | None = None, zeros: str = "dependent"
) -> list[tuple[int, int]]:
    found = matched(key, response, how, zeros)
    return list(zip(found.key_mention.tolist(), found.response_mention.tolist(), strict=True))


LONG = corefud("1 (a-x-2", "2", "3", "4 a)")


class TestByHead:
    def test_the_same_head_is_enough(self) -> None:
        assert pairs(LONG, corefud("1", "2 (b-x-1)", "3", "4")) == [(0, 0)]
        assert pairs(LONG, corefud("1", "2 (b-x-1", "3", "4 b)")) == [(0, 0)]

    def test_the_same_span_with_another_head_is_not(self) -> None:
        assert pairs(LONG, corefud("1 (b-x-1", "2", "3", "4 b)")) == []

    def test_of_several_the_same_span_goes_first(self) -> None:
        response = corefud("1 (b-x-2(c-x-2", "2", "3 b)", "4 c)")
        assert pairs(LONG, response) == [(0, 1)]

    def test_of_several_the_largest_share_of_the_key_mention_wins(self) -> None:
        assert pairs(LONG, corefud("1", "2 (b-x-1)(c-x-1", "3 c)", "4")) == [(0, 1)]

    def test_of_several_key_mentions_the_one_with_the_largest_share_wins(self) -> None:
        assert pairs(corefud("1", "2 (b-x-1)(c-x-1", "3 c)", "4"), LONG) == [(0, 0)]

    def test_a_choice_in_one_document_leaves_those_without_any_alone(self) -> None:
        key, response = (
            corefud(*rows) + sentence("1 (z-x-1", "2 z)", name="e")
            for rows in (("1 (a-x-2", "2", "3", "4 a)"), ("1", "2 (b-x-1)(c-x-1", "3 c)", "4"))
        )
        response = response.replace(b"(z-x-1\n", b"(z-x-1)\n").replace(b"Entity=z)", b"X=z")
        assert pairs(key, response) == [(0, 1), (1, 2)]

    def test_of_equal_shares_the_first_wins_where_nothing_else_is_at_stake(self) -> None:
        assert pairs(LONG, corefud("1 (b-x-2", "2 b)(c-x-1", "3 c)", "4")) == [(0, 0)]

    def test_it_is_what_corefud_files_are_matched_by(self) -> None:
        response = corefud("1", "2 (b-x-1)", "3", "4")
        assert pairs(LONG, response, None) == pairs(LONG, response, "head") != pairs(LONG, response, "exact")


class TestByPart:
    @pytest.mark.parametrize(
        ("response", "found"),
        [
            (corefud("1", "2 (b-x-1)", "3", "4"), True),
            (corefud("1 (b-x-1", "2 b)", "3", "4"), True),  # whatever head it has itself
            (corefud("1", "2", "3 (b-x-1", "4 b)"), False),  # not the head
            (corefud("1 (b[1/2]-x-1)", "2", "3 (b[2/2]-x-1)", "4"), False),
            (corefud("1", "2 (b[1/2]-x-1)", "3", "4 (b[2/2]-x-1)"), True),
        ],
    )
    def test_a_part_that_has_the_head(self, response: bytes, found: bool) -> None:
        assert pairs(LONG, response, "partial") == ([(0, 0)] if found else [])

    def test_no_word_more(self) -> None:
        assert pairs(corefud("1 (a-x-1", "2 a)", "3"), corefud("1 (b-x-1", "2", "3 b)"), "partial") == []

    def test_no_empty_node_more(self) -> None:
        key = corefud("1 (a-x-1", "2 a)")
        assert pairs(key, corefud("1 (b-x-1", "1.1", "2 b)"), "partial") == []

    def test_an_empty_head_must_be_there(self) -> None:
        key = corefud("1 (a-x-2", "1.1", "2 a)")
        assert pairs(key, corefud("1 (b-x-1", "2 b)"), "partial") == []
        assert pairs(key, corefud("1 (b-x-1", "1.1 b)", "2"), "partial") == [(0, 0)]

    def test_pairs_are_looked_at_in_batches(self, monkeypatch: pytest.MonkeyPatch) -> None:
        key, response = (
            made([random_document(random.Random(1))] * 1),
            made([random_document(random.Random(1))]),
        )
        whole = pairs(key.encode(), response.encode(), "partial")
        monkeypatch.setattr(rounds_of_matching, "BATCH", 1)
        assert pairs(key.encode(), response.encode(), "partial") == whole


class TestExactly:
    def test_the_same_nodes_however_written(self) -> None:
        # An empty node of the key alone, which its mention leaves out.
        key = corefud("1 (a[1/2]-x-1)", "1.1", "2 (a[2/2]-x-1)", "3")
        assert pairs(key, corefud("1 (b-x-2", "2 b)", "3"), "exact") == [(0, 0)]
        assert pairs(key, corefud("1 (b-x-1", "1.1", "2 b)", "3"), "exact") == []

    def test_empty_nodes_that_differ(self) -> None:
        key = corefud("1 (a-x-1", "1.1", "2", "3 a)")
        assert pairs(key, corefud("1 (b-x-1", "2", "2.1", "3 b)"), "exact") == []


class TestZeros:
    KEY = corefud("1", "1.1 (a) 1:nsubj", "2")

    @pytest.mark.parametrize(
        ("response", "dependent", "linear"),
        [
            (corefud("1", "1.1 (b) 1:nsubj", "2"), True, True),
            (corefud("1", "2", "2.1 (b) 1:nsubj"), True, False),
            (corefud("1", "2", "2.1 (b) 1:obj"), True, False),  # the parent is enough
            (corefud("1", "2", "2.1 (b) 2:nsubj"), False, False),
            (corefud("1", "1.1 (b) 2:obj", "2"), True, True),  # in its place, for want of a better one
        ],
    )
    def test_by_what_they_depend_on_or_where_they_stand(
        self, response: bytes, dependent: bool, linear: bool
    ) -> None:
        assert bool(pairs(self.KEY, response, zeros="dependent")) is dependent
        assert bool(pairs(self.KEY, response, zeros="linear")) is linear

    def test_a_relation_in_common_goes_before_a_parent(self) -> None:
        response = corefud("1", "1.1 (b) 1:obj", "2", "2.1 (c) 1:nsubj")
        assert pairs(self.KEY, response, zeros="dependent") == [(0, 1)]
        assert pairs(self.KEY, response, zeros="linear") == [(0, 0)]

    def test_even_a_relation_among_many_goes_before_the_parents_alone(self) -> None:
        """10 · 2/5 + 2/5 against 1."""
        response = corefud("1", "1.1 (b) 1:obj", "2", "2.1 (c) 1:nsubj|2:x|0:y|1.1:z")
        assert pairs(self.KEY, response, zeros="dependent") == [(0, 1)]

    def test_without_any_dependency_they_stand_where_they_stand(self) -> None:
        key = corefud("1", "1.1 (a)", "2")
        assert pairs(key, corefud("1", "1.1 (b)", "2")) == [(0, 0)]
        assert pairs(key, corefud("1", "2", "2.1 (b) 1:x")) == []


@given(seed=st.integers(0, 10**6), how=st.sampled_from(["head", "partial", "exact"]), dependent=st.booleans())
@settings(max_examples=300, deadline=None)
def test_it_is_what_the_definition_says(seed: int, how: Mode, dependent: bool) -> None:
    """The pairs themselves, and so the sums of every metric."""
    rng, zeros = random.Random(seed), "dependent" if dependent else "linear"
    documents = [random_document(rng) for _ in range(rng.randint(1, 3))]
    responses = [random_response(rng, document) for document in documents]
    found = matched(made(documents).encode(), made(responses).encode(), how, zeros)
    table = overlap(found)
    parts, mor, zero = [], [], []
    for ours, theirs in zip(documents, responses, strict=True):
        key, response = corefud_oracle.mentions(ours), corefud_oracle.mentions(theirs)
        assume(corefud_oracle.is_clear(key) and corefud_oracle.is_clear(response))
        expected = corefud_oracle.pairs(key, response, how, zeros)
        parts.append(corefud_oracle.as_spans(key, response, expected))
        mor.append(corefud_oracle.mor(key, response))
        zero.append(corefud_oracle.zero(key, response, expected))
    assert len(found.key_mention) == sum(
        len({span for entity in part[0] for span in entity} & {span for entity in part[1] for span in entity})
        for part in parts
    )
    for name in ("mentions", "muc", "bcub", "ceafm", "ceafe", "lea", "blanc"):
        metric = METRICS[name](MetricOptions())
        exact = [float(value) for value in oracle.score(parts, name)]
        scores = metric.score(metric.sums(table).sum(axis=1))
        assert [float(value) for value in scores if value is not None] == pytest.approx(exact, abs=1e-12), (
            name
        )
    assert sums(table, "mor") == mor
    assert sums(table, "zero") == zero


def sums(table: Overlap, name: str) -> list[list[float]]:
    found: list[list[float]] = METRICS[name](MetricOptions()).sums(table).T.tolist()
    return found


SCORES = (0.5, 1 / 3, 2 / 3, 0.25, 0.75, 1.0, 10 * (2 * 0.5 * (1 / 3) / (0.5 + 1 / 3)) + 1)


@given(seed=st.integers(0, 10**9), values=st.integers(1, len(SCORES)))
@settings(max_examples=500, deadline=None)
def test_assignments_are_scipys_even_among_equals(seed: int, values: int) -> None:
    rng = random.Random(seed)
    rows = rng.randint(0, 10)
    columns = rng.randint(max(rows, 1), 12)
    density = rng.choice([0.1, 0.3, 0.7])
    table = np.array(
        [
            [rng.choice(SCORES[:values]) if rng.random() < density else 0.0 for _ in range(columns)]
            for _ in range(rows)
        ]
    ).reshape(rows, columns)
    cells = [{column: value for column, value in enumerate(row) if value} for row in table.tolist()]
    assert assign(cells, columns) == linear_sum_assignment(-table)[1].tolist()
    backwards = [dict(reversed(row.items())) for row in cells]
    assert assign(backwards, columns) == assign(cells, columns)


# What a response must have in common with its key.


def refusal(key: bytes, response: bytes) -> str:
    with pytest.raises(InputError) as caught:
        matched(key, response)
    return caught.value.typed


def test_a_response_in_another_format_is_refused() -> None:
    assert refusal(LONG, conll("d -")) == (
        "response: this file is not CorefUD, but the key key is; write the response in the format of the key"
    )
    assert refusal(conll("d -"), LONG) == (
        "response: this file is CorefUD, but the key key is not; write the response in the format of the key"
    )


def test_sentences_must_be_the_keys() -> None:
    key = sentence("1", "2") + sentence("1", "2", name="e")
    other = sentence("1", "2", name="e") + sentence("1") + sentence("1", name=None)
    changed = other.replace(b"1\tw1", b"1\tw2").replace(b"w2", b"w1", 2)
    assert "word" in refusal(key, changed)
    ours = read(sentence("1", "2", "3"), "key")
    theirs = read(sentence("1", "2") + sentence("1", name=None))
    with pytest.raises(InputError) as caught:
        align(ours, theirs, missing_is_empty=False, check_words=False)
    assert caught.value.typed == (
        "response:3: sentence 1 of d (part 0) has 2 words, but 3 in the key; restore the key's sentences"
    )


def test_documents_may_stand_in_another_order_or_be_missing() -> None:
    one, two = sentence("1 (a)", "1.1 (a) 1:x"), sentence("1", "1.1 (a) 1:x", "2 (a)", name="e")
    assert pairs(one + two, two + one) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    ours = read(one + two, "key")
    aligned = align(ours, read(two), missing_is_empty=True, check_words=True)
    found = match(ours, aligned, None, "dependent")
    assert found.key_mention.tolist() == [2, 3]


def test_the_greedy_assignment_takes_what_comes_first() -> None:
    rows, columns = np.array([2, 0, 2, 1, 0, 1]), np.array([0, 0, 1, 2, 3, 1])
    assert greedy(rows, columns).tolist() == [0, 3, 4]
    none = np.zeros(0, np.int64)
    assert greedy(none, none).tolist() == []

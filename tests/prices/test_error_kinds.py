"""Kinds of errors and mended responses, beside a slow oracle and by the laws that they obey."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.matching import Matching, match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import measure
from leaderboard.overlap import overlap
from leaderboard.prices.union import united
from leaderboard.prices.versions import ERROR_KINDS, Errors, find_errors, mended
from tests.oracles import error_kinds_oracle as oracle
from tests.support.columns import corpus
from tests.support.plain_conll import Part
from tests.support.strategies import TOKENS, corpora

CHOSEN = tuple(
    METRICS[name](MetricOptions()) for name in ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll")
)
TRADED = (
    ("conflated", "divided"),
    ("extra_mention", "missing_mention"),
    ("extra_entity", "missing_entity"),
)
subsets = st.sets(st.sampled_from(ERROR_KINDS))


def errors_of(parts: Sequence[Part]) -> Errors:
    key, response = (
        corpus(*([*map(tuple, side)] for side in sides), tokens=TOKENS) for sides in zip(*parts, strict=True)
    )
    return find_errors(united(match_exactly(key, response)))


def response_of(matching: Matching, part: int = 0) -> set[frozenset[tuple[int, int]]]:
    side = matching.response
    rows = np.flatnonzero(side.part == part)
    entities: dict[int, set[tuple[int, int]]] = {int(side.entity[row]): set() for row in rows}
    for row in rows:
        entities[int(side.entity[row])].add((int(side.start[row]), int(side.end[row])))
    return {frozenset(entity) for entity in entities.values()}


def counts(parts: Sequence[Part]) -> dict[str, int]:
    return {kind: int(count.sum()) for kind, count in errors_of(parts).counts().items()}


def f1(errors: Errors, kinds: Collection[str]) -> list[float]:
    sums = measure(overlap(mended(errors, kinds)), CHOSEN)
    return [float(metric.score(sums[metric.name].sum(axis=1)).f1) for metric in CHOSEN]


@given(corpora)
def test_counts_are_those_of_the_oracle_and_add_over_parts(parts: list[Part]) -> None:
    found = errors_of(parts).counts()
    for number, (key, response) in enumerate(parts):
        expected = oracle.found([*map(frozenset, key)], [*map(frozenset, response)])
        assert {kind: int(count[number]) for kind, count in found.items()} == expected


@given(corpora, subsets)
def test_a_mended_response_is_that_of_the_oracle(parts: list[Part], kinds: set[str]) -> None:
    made = mended(errors_of(parts), kinds)
    for number, (key, response) in enumerate(parts):
        expected = oracle.mended([*map(frozenset, key)], [*map(frozenset, response)], kinds)
        assert response_of(made, number) == set(expected)


@given(corpora, subsets)
def test_mentions_of_one_span_and_no_others_match(parts: list[Part], kinds: set[str]) -> None:
    made = mended(errors_of(parts), kinds)
    again = match_exactly(made.key, made.response)
    assert np.array_equal(made.key_mention, again.key_mention)
    assert np.array_equal(made.response_mention, again.response_mention)


@given(corpora)
def test_with_all_kinds_mended_the_response_is_the_key(parts: list[Part]) -> None:
    made = mended(errors_of(parts), ERROR_KINDS)
    for number, (key, _) in enumerate(parts):
        assert response_of(made, number) == {frozenset(entity) for entity in key}


@given(corpora)
def test_with_no_kind_mended_it_is_the_response(parts: list[Part]) -> None:
    made = mended(errors_of(parts), ())
    for number, (_, response) in enumerate(parts):
        assert response_of(made, number) == {frozenset(entity) for entity in response}


@given(corpora)
def test_a_kind_without_errors_gains_nothing(parts: list[Part]) -> None:
    errors = errors_of(parts)
    before = f1(errors, ())
    for kind, count in errors.counts().items():
        if not count.any():
            assert f1(errors, {kind}) == before


@given(corpora, st.sampled_from(ERROR_KINDS))
def test_of_a_kind_that_is_mended_alone_none_is_left(parts: list[Part], kind: str) -> None:
    errors = errors_of(parts)
    again = find_errors(united(mended(errors, {kind})))
    if kind != "span":  # a mended span makes way for others that were further away
        assert not again.counts()[kind].any()


@given(corpora)
def test_the_key_has_no_errors_beside_itself(parts: list[Part]) -> None:
    assert set(counts([(key, key) for key, _ in parts]).values()) == {0}


@given(corpora)
def test_sides_that_are_traded_trade_their_errors(parts: list[Part]) -> None:
    whole = [  # without wrong spans, of which equally near ones are taken by the key's order
        (key, response) for key, response in parts if not counts([(key, response)])["span"]
    ]
    if whole:
        found, traded = counts(whole), counts([(response, key) for key, response in whole])
        for one, other in TRADED:
            assert (found[one], found[other]) == (traded[other], traded[one])


@given(corpora)
def test_errors_explain_all_links_and_mentions_that_are_not_found(parts: list[Part]) -> None:
    errors = errors_of(parts)
    spans_right = overlap(mended(errors, {"span"}))
    count = {kind: int(found.sum()) for kind, found in errors.counts().items()}
    lost, stray = int(errors.in_missing_entity.sum()), int(errors.in_extra_entity.sum())
    links = int(METRICS["muc"](MetricOptions()).sums(spans_right)[0].sum())
    for side, apart, single, whole, mentions in (
        (spans_right.key, "divided", "missing_mention", "missing_entity", lost),
        (spans_right.response, "conflated", "extra_mention", "extra_entity", stray),
    ):
        unresolved = int(side.size.sum()) - len(side.size) - links
        assert count[apart] + count[single] + mentions - count[whole] == unresolved
        assert count[single] + mentions == int(side.size.sum()) - int(spans_right.shared.sum())


@given(corpora)
def test_gains_one_after_the_other_add_up(parts: list[Part]) -> None:
    errors = errors_of(parts)
    scores = [f1(errors, ERROR_KINDS[:number]) for number in range(len(ERROR_KINDS) + 1)]
    perfect = f1(errors_of([(key, key) for key, _ in parts]), ())
    assert scores[-1] == pytest.approx(perfect, rel=0, abs=1e-12)


@given(corpora)
def test_systems_with_one_error_share_its_name(parts: list[Part]) -> None:
    """The order of entities changes no name."""
    others = [(key, list(reversed(key))) for key, _ in parts]
    assert all(not len(found) for found in errors_of(others).names().values())
    found, again = errors_of(parts).names(), errors_of([(k, list(reversed(r))) for k, r in parts]).names()
    count = counts(parts)
    for kind in ERROR_KINDS:
        assert np.array_equal(found[kind], again[kind])
        assert len(found[kind]) <= count[kind]
        if kind not in ("conflated", "divided"):
            assert len(found[kind]) == count[kind]


@given(corpora)
def test_two_systems_share_the_names_that_the_oracle_says(parts: list[Part]) -> None:
    key, first = parts[0]
    second = parts[-1][1]
    found, again = errors_of([(key, first)]).names(), errors_of([(key, second)]).names()
    one, other = (oracle.names([*map(frozenset, key)], [*map(frozenset, side)]) for side in (first, second))
    for kind in ERROR_KINDS:
        assert len(found[kind]) == len(one[kind])
        assert len(np.intersect1d(found[kind], again[kind])) == len(one[kind] & other[kind])


def test_extra_entities_of_other_spans_have_other_names() -> None:
    """The spans of both begin and end at the same tokens on average."""
    key = [[(6, 6), (7, 7)]]
    outer, inner = (
        errors_of([(key, [*key, [(first, first), (3 - first, 3 - first)]])]).names() for first in (0, 1)
    )
    assert len(outer["extra_entity"]) == len(inner["extra_entity"]) == 1
    assert outer["extra_entity"] != inner["extra_entity"]

"""Metrics with sets of antecedents give what their definitions give, and the same as ever without sets."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.corpus import Corpus
from leaderboard.metrics import METRICS, Importance, Metric, MetricOptions
from leaderboard.metrics.metric import Floats
from leaderboard.split_antecedents import set_pairs
from tests.oracles import oracle
from tests.oracles import split_antecedents_oracle as slow
from tests.support.made_sets import Document, Made, documents, overlap_of, without_sets

NAMES = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea")
UNSPLIT = ("mentions", "blanc_gold", "rand", "da", "xcmr", "mor", "zero")


def metric_of(name: str, how: str, rule: str = "luo2014", importance: str | Importance = "size") -> Metric:
    options = MetricOptions(blanc=rule, split_antecedents=how, lea_importance=importance)
    return METRICS[name](options)


def four(name: str, sums: Floats) -> Floats:
    """Numerator and denominator of recall and of precision, or the six counts of BLANC."""
    if name == "blanc":
        return sums[:6]
    return sums if len(sums) == 4 else sums[[0, 1, 0, 2]]


def near(expected: object) -> object:
    return pytest.approx(np.asarray(expected, np.float64), rel=0, abs=1e-9)


def oracles(name: str, corpus: list[Document], how: str) -> list[tuple[Fraction, ...]]:
    sums = slow.sums if how == "score" else slow.sums_of_sets
    return [sums(key.for_oracle(), response.for_oracle(), name) for key, response in corpus]


corpora = st.lists(documents(), min_size=1, max_size=4)


@given(corpus=corpora)
@settings(max_examples=80, deadline=None)
def test_sums_and_scores_are_the_oracles(corpus: list[Document]) -> None:
    table = overlap_of(corpus)
    for name, how in product(NAMES, ("score", "only")):
        expected = oracles(name, corpus, how)
        for rule in ("luo2014", "conll") if name == "blanc" else ("luo2014",):
            metric = metric_of(name, how, rule)
            sums = metric.sums(table)
            assert [*four(name, sums).T] == [near([*map(float, one)]) for one in expected], (name, how)
            denominators = sums[[1, 4]] if name == "blanc" else sums[[1]]
            assert metric.weight(table) == near(denominators)
            total = [sum(column, Fraction(0)) for column in zip(*expected, strict=True)]
            if name == "blanc":
                total.append(Fraction(round(sums[6:].sum())))
            scores = metric.score(sums.sum(axis=1))
            assert scores == near([*map(float, oracle.score_of(tuple(total), name, rule=rule))])


@given(corpus=corpora, how=st.sampled_from(("score", "only")))
@settings(max_examples=30, deadline=None)
def test_conll_is_the_mean_of_three(corpus: list[Document], how: str) -> None:
    table = overlap_of(corpus)
    members = [metric_of(name, how) for name in ("muc", "bcub", "ceafe")]
    conll = metric_of("conll", how)
    sums = conll.sums(table)
    assert np.array_equal(sums, np.concatenate([one.sums(table) for one in members]))
    assert np.array_equal(conll.weight(table), np.concatenate([one.weight(table) for one in members]))
    mean = np.mean([one.score(one.sums(table).sum(axis=1)).f1 for one in members])
    assert conll.score(sums.sum(axis=1)).f1 == pytest.approx(mean, abs=1e-12)


@given(corpus=corpora)
@settings(max_examples=30, deadline=None)
def test_without_sets_every_bit_is_as_ever(corpus: list[Document]) -> None:
    table = without_sets(overlap_of(corpus))
    for name in (*NAMES, "conll"):
        plain, split = metric_of(name, "ignore"), metric_of(name, "score")
        before, after = (metric.score(metric.sums(table)) for metric in (plain, split))
        for one, other in zip(before, after, strict=True):
            assert one is other is None or np.array_equal(one, other)
        assert np.array_equal(plain.weight(table), split.weight(table))
        only = metric_of(name, "only")
        assert not only.sums(table).any()
        assert not only.weight(table).any()
        assert only.sums(table).shape == split.sums(table).shape


@given(corpus=corpora)
@settings(max_examples=30, deadline=None)
def test_ignored_sets_and_metrics_without_sets_change_nothing(corpus: list[Document]) -> None:
    table = overlap_of(corpus)
    plain = without_sets(table)
    for name in (*NAMES, "conll"):
        metric = metric_of(name, "ignore")
        assert np.array_equal(metric.sums(table), metric.sums(plain))
    for name in ("mentions", "blanc_gold", "rand", "xcmr", "zero"):
        metric = metric_of(name, "score")
        assert np.array_equal(metric.sums(table), metric.sums(plain))


@given(corpus=corpora)
@settings(max_examples=20, deadline=None)
def test_the_key_against_itself_scores_one(corpus: list[Document]) -> None:
    table = overlap_of([(key, key) for key, _ in corpus])
    scored = any(key.scored for key, _ in corpus)
    sets = any(key.sets for key, _ in corpus)
    for name in ("bcub", "ceafm", "ceafe", "lea"):
        for how, there in (("score", scored), ("only", sets)):
            metric = metric_of(name, how)
            assert metric.score(metric.sums(table).sum(axis=1)) == near([there] * 3)
    for how, there in (("score", True), ("only", True)):
        metric = metric_of("blanc", how)
        assert metric.score(metric.sums(table).sum(axis=1)) == near([there] * 3)


@given(corpus=corpora, rows=st.sampled_from((1, 5, 20)))
@settings(max_examples=20, deadline=None)
def test_how_much_is_held_at_once_changes_nothing(corpus: list[Document], rows: int) -> None:
    metrics = [metric_of(name, how) for name, how in product(NAMES, ("score", "only"))]
    table = overlap_of(corpus)
    expected = [metric.sums(table) for metric in metrics]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("leaderboard.split_antecedents.AT_ONCE", rows)
        table = overlap_of(corpus)
        for metric, sums in zip(metrics, expected, strict=True):
            assert np.array_equal(metric.sums(table), sums)


def lateness(side: Corpus) -> Floats:
    return np.bincount(side.entity, weights=side.start, minlength=side.entities).astype(np.float64)


@given(corpus=corpora)
@settings(max_examples=30, deadline=None)
def test_other_importance_in_lea_knows_no_artificial_mentions(corpus: list[Document]) -> None:
    table = overlap_of(corpus)
    weights: list[tuple[str | Importance, slow.Importance]] = [
        ("one", oracle.one),
        (lateness, lambda entity: Fraction(sum(entity))),  # type: ignore[arg-type]
    ]
    for importance, exactly in weights:
        metric = metric_of("lea", "score", importance=importance)
        expected = [
            slow.sums(key.for_oracle(), response.for_oracle(), "lea", exactly) for key, response in corpus
        ]
        assert [*metric.sums(table).T] == [near([*map(float, one)]) for one in expected]
        assert metric.weight(table)[0] == near([float(one[1]) for one in expected])


def groups(*entities: str) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(ord(letter) - ord("a") for letter in entity) for entity in entities)


PEOPLE = groups("ag", "bh", "c", "d", "ef")  # Ann, Bob, Cid, Dee, they


def scores(key: Made, response: Made, name: str, how: str) -> list[float]:
    metric = metric_of(name, how)
    return [float(one) for one in metric.score(metric.sums(overlap_of([(key, response)])).sum(axis=1))]


def test_a_lone_pair_of_equal_sets_without_links_is_right() -> None:
    """Neither kind of links is there, but the sets are equal."""
    one = Made(groups("a", "bc"), sets={1: frozenset({0})})
    assert scores(one, one, "blanc", "only") == [1, 1, 1]
    assert scores(one, one, "blanc", "score") == [1, 1, 1]


def test_a_set_within_another_is_not_equal_to_it() -> None:
    """The key's set has no links, so that neither is there credit for any."""
    entities = groups("a", "b", "cd")
    smaller, larger = (Made(entities, sets={2: frozenset(own)}) for own in ((0,), (0, 1)))
    for pair in ((smaller, larger), (larger, smaller)):
        sums = metric_of("blanc", "score").sums(overlap_of([pair]))
        assert sums[[0, 3], 0].tolist() == [1, 5]


def test_of_equally_good_partners_the_entity_that_begins_first_has_it() -> None:
    entities = groups("ag", "bh", "c", "d", "e", "f")
    key = Made(entities, sets={4: frozenset({0, 1}), 5: frozenset({1, 2})})
    response = Made(groups("ag", "bh", "c", "d", "ef"), sets={4: frozenset({1})})
    assert scores(key, response, "muc", "score") == near([5 / 8, 3 / 4, 15 / 22])
    assert scores(key, response, "bcub", "only") == near([2 / 7, 1, 4 / 9])


def test_rounding_errors_decide_between_no_partners() -> None:
    """2/7 and 2/5 have the F1 of 1 and 1/5, but as floats less."""
    key = Made(groups("abfghij", "c", "k", "l"), sets={2: frozenset({0}), 3: frozenset({1})})
    response = Made(groups("abcde", "k"), sets={1: frozenset({0})})
    assert scores(key, response, "ceafm", "only")[:2] == near([2 / 8, 2 / 5])


def test_a_set_that_finds_its_equal_taken_still_has_credit_for_coreference() -> None:
    """By coreference links, {{a, b}, {c}} and {{a, b}, {d}} fit {{a, b}, {c}} alike."""
    key = Made(groups("ab", "c", "d", "ef", "gh"), sets={3: frozenset({0, 2}), 4: frozenset({0, 1})})
    response = Made(groups("ab", "c", "d", "ef", "gh"), sets={4: frozenset({0, 1})})
    metric = metric_of("blanc", "only")
    table = overlap_of([(key, response)])
    expected = slow.sums_of_sets(key.for_oracle(), response.for_oracle(), "blanc")
    assert four("blanc", metric.sums(table))[:, 0] == near([*map(float, expected)])


def test_only_sets_that_share_a_mention_are_looked_at() -> None:
    key = Made(PEOPLE, sets={4: frozenset({0, 1})})
    response = Made(PEOPLE, sets={4: frozenset({2, 3})})
    pairs = set_pairs(overlap_of([(key, response)]).matching)
    assert pairs is not None
    assert not len(pairs.key_set)
    for name in NAMES:
        assert scores(key, response, name, "only") == [0, 0, 0]


def test_a_metric_without_sets_is_itself() -> None:
    for name in UNSPLIT:
        assert metric_of(name, "score").sums.__code__ == metric_of(name, "ignore").sums.__code__


# The key says they = {Ann, Bob}, the response {Ann, Cid}.
PART = (
    Made(PEOPLE, sets={4: frozenset({0, 1})}),
    Made(PEOPLE, sets={4: frozenset({0, 2})}),
)
KNOWN = {
    ("muc", "score"): (7 / 8, 7 / 8),
    ("muc", "only"): (1 / 2, 1 / 2),
    ("bcub", "score"): (97 / 108, 226 / 243),
    ("bcub", "only"): (1 / 2, 2 / 3),
    ("ceafm", "score"): (20 / 21, 20 / 21),
    ("ceafm", "only"): (1 / 2, 2 / 3),
    ("ceafe", "score"): (29 / 30, 29 / 30),
    ("ceafe", "only"): (1 / 2, 1 / 2),
    ("blanc", "score"): (389 / 465, 389 / 465),
    ("blanc", "only"): (1 / 4, 1 / 2),
    ("lea", "score"): (8 / 9, 25 / 27),
    ("lea", "only"): (1 / 2, 2 / 3),
}


@pytest.mark.parametrize(("name", "how"), KNOWN)
def test_partial_agreement_has_partial_credit(name: str, how: str) -> None:
    assert scores(*PART, name, how)[:2] == near(KNOWN[name, how])


def test_weights_are_the_recall_denominators_of_the_key() -> None:
    table = overlap_of([PART])
    for name, how, weight in (
        ("muc", "score", [4]),
        ("muc", "only", [2]),
        ("blanc", "score", [5, 31]),
        ("blanc", "only", [2, 4]),
        ("conll", "score", [4, 9, 5]),
        ("conll", "only", [2, 4, 2]),
    ):
        assert metric_of(name, how).weight(table)[:, 0].tolist() == weight


def test_conll_averages_metrics_with_sets() -> None:
    metric = metric_of("conll", "score")
    mean = (7 / 8 + scores(*PART, "bcub", "score")[2] + 29 / 30) / 3
    assert metric.score(metric.sums(overlap_of([PART])).sum(axis=1)).f1 == pytest.approx(mean, abs=1e-12)


def test_in_lea_sets_are_aligned_by_its_importance() -> None:
    """With weights 0 and 1 of tokens a and b, {{b}} fits {{a}, {b}} as if {a} were not there."""

    def weights(side: Corpus) -> Floats:
        return np.bincount(side.entity, weights=side.start != 0, minlength=side.entities).astype(np.float64)

    entities = groups("a", "b", "cd")
    key, response = Made(entities, sets={2: frozenset({0, 1})}), Made(entities, sets={2: frozenset({1})})
    metric = metric_of("lea", "score", importance=weights)
    assert metric.sums(overlap_of([(key, response)]))[:, 0] == near([3, 3, 3, 3])
    assert metric_of("lea", "score").sums(overlap_of([(key, response)]))[0, 0] < 5


def test_files_without_sets_are_scored_as_ever() -> None:
    table = without_sets(overlap_of([PART]))
    for name in NAMES:
        plain, score, only = (metric_of(name, how) for how in ("ignore", "score", "only"))
        assert np.array_equal(four(name, score.sums(table)), four(name, plain.sums(table)))
        assert np.array_equal(score.weight(table), plain.weight(table))
        assert not only.sums(table).any()
        assert not only.weight(table).any()

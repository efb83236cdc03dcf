"""Every metric gives what its definition gives, for each part and for the corpus, and has its symmetries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.corpus import Corpus
from leaderboard.corpus import Part as PartName
from leaderboard.matching import match_exactly
from leaderboard.metrics import METRICS, Importance, Metric, MetricOptions
from leaderboard.metrics.metric import Floats, Scores
from leaderboard.overlap import Overlap, overlap
from tests.oracles import oracle
from tests.support import strategies
from tests.support.plain_conll import Entity, Part, Span

TOLERANCE = 1e-9
BLANC_RULES = ("conll", "luo2014")
TOKENS = 64  # of each part, more than any strategy uses
NAMES = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "blanc_gold", "rand")
# BLANC by rule conll looks at the links of the key alone.
SYMMETRIC = ("mentions", "muc", "bcub", "ceafm", "ceafe", "lea", "conll", "rand")


def metric_of(
    name: str, *, rule: str = "conll", weight: Fraction = oracle.HALF, importance: str | Importance = "size"
) -> Metric:
    """The project's metric of these options."""
    return METRICS[name](MetricOptions(blanc=rule, blanc_weight=float(weight), lea_importance=importance))


def side(parts: Sequence[Sequence[Entity]]) -> Corpus:
    """One side of a corpus as columns, in order of part, start and end."""
    rows = sorted(
        (number, *span, entity)
        for number, entities in enumerate(parts)
        for entity, spans in enumerate(entities)
        for span in spans
    )
    part, start, end, entity = np.array(rows, dtype=np.int64).reshape(-1, 4).T
    labels = np.unique(part * 1000 + entity, return_inverse=True)[1].astype(np.int64)
    each_part = np.arange(len(parts), dtype=np.int64)
    return Corpus(
        file="made up",
        parts=tuple(PartName(f"doc{number // 2}", number % 2) for number in range(len(parts))),
        part_line=each_part,
        tokens=np.full(len(parts), TOKENS, dtype=np.int64),
        token_line=np.zeros(len(parts) * TOKENS, dtype=np.int64),
        words=None,
        tags=None,
        part=part,
        start=start,
        end=end,
        entity=labels,
        line=np.zeros(len(rows), dtype=np.int64),
    )


def overlap_of(corpus: Sequence[Part]) -> Overlap:
    """The project's view of a corpus."""
    key, response = (side([part[which] for part in corpus]) for which in (0, 1))
    return overlap(match_exactly(key, response))


def sums_of(metric: Metric, corpus: Sequence[Part]) -> Floats:
    return metric.sums(overlap_of(corpus))


def corpus_scores(metric: Metric, corpus: Sequence[Part]) -> list[float]:
    return values(metric.score(sums_of(metric, corpus).sum(axis=1)))


def values(scores: Scores | oracle.Scores) -> list[float]:
    """Recall, precision and F1, or F1 alone."""
    return [float(value) for value in scores if value is not None]


def near(expected: Sequence[float] | Floats) -> object:
    return pytest.approx(np.asarray(expected, dtype=np.float64), rel=0, abs=TOLERANCE)


def kept_sums(corpus: Sequence[Part], metric: str, rule: str, importance: oracle.Importance) -> list[float]:
    """The oracle's sums, in the project's choice and order of them."""
    if metric == "conll":
        return [
            total for name in ("muc", "bcub", "ceafe") for total in kept_sums(corpus, name, rule, importance)
        ]
    sums = oracle.sums(corpus, metric, importance=importance)
    if metric in ("mentions", "muc", "ceafm", "ceafe"):
        assert sums[0] == sums[2]
        sums = (sums[0], sums[1], sums[3])
    if metric == "blanc_gold":
        rc, wn, wc, rn, differing = sums
        sums = (rc, rc + wn, rc + wc, rn, rn + wc, rn + wn, differing)
    if metric == "rand":
        rc, wn, wc, rn, _ = sums
        sums = (rc + rn, rc + wn + wc + rn)
    if metric in ("blanc", "blanc_gold") and rule == "conll":
        sums = sums[:-1]
    return [float(total) for total in sums]


def check(
    metric: Metric,
    corpus: Sequence[Part],
    *,
    rule: str = "conll",
    weight: Fraction = oracle.HALF,
    importance: oracle.Importance = oracle.size,
) -> None:
    """Sums and scores of each part and of the corpus are the oracle's."""
    sums = sums_of(metric, corpus)
    of_parts = metric.score(sums)
    for number, part in enumerate(corpus):
        assert sums[:, number] == near(kept_sums([part], metric.name, rule, importance))
        expected = oracle.score([part], metric.name, rule=rule, weight=weight, importance=importance)
        found = [None if quantity is None else quantity[number] for quantity in of_parts]
        assert [quantity is None for quantity in found] == [quantity is None for quantity in expected]
        assert [value for value in found if value is not None] == near(values(expected))
    expected = oracle.score(corpus, metric.name, rule=rule, weight=weight, importance=importance)
    assert values(metric.score(sums.sum(axis=1))) == near(values(expected))


def lateness(of_side: Corpus) -> Floats:
    """Later mentions matter more and the first token nothing, so an entity can weigh 0."""
    weights = np.zeros(of_side.entities)
    np.add.at(weights, of_side.entity, of_side.start)
    return weights


def lateness_of(entity: frozenset[Span]) -> Fraction:
    return Fraction(sum(start for start, _ in entity))


@given(corpus=strategies.corpora, weight=strategies.weights)
@settings(max_examples=150, deadline=None)
def test_sums_and_scores_are_the_oracles(corpus: list[Part], weight: Fraction) -> None:
    """Of every metric on the same corpora, which take longer to draw than to score."""
    for name in NAMES:
        check(metric_of(name), corpus)
    for name, rule in product(("blanc", "blanc_gold"), BLANC_RULES):
        check(metric_of(name, rule=rule, weight=weight), corpus, rule=rule, weight=weight)
    check(metric_of("lea", importance="one"), corpus, importance=oracle.one)
    check(metric_of("lea", importance=lateness), corpus, importance=lateness_of)


@given(part=strategies.tangled())
@settings(max_examples=60, deadline=None)
def test_the_best_alignment_of_a_tangle_is_the_oracles(part: Part) -> None:
    for name in ("ceafm", "ceafe"):
        check(metric_of(name), [part])


def groupings(mentions: Sequence[Span]) -> Iterator[list[Entity]]:
    """Every way to leave mentions out and to put the others into entities."""
    if not mentions:
        yield []
        return
    for rest in groupings(mentions[1:]):
        yield rest
        for place in range(len(rest) + 1):
            entity = frozenset({mentions[0]}).union(*rest[place : place + 1])
            yield [*rest[:place], entity, *rest[place + 1 :]]


SMALL = list(product(groupings([(0, 0), (1, 1), (2, 2)]), repeat=2))


@pytest.mark.parametrize("rule", BLANC_RULES)
@pytest.mark.parametrize("name", NAMES)
def test_every_key_and_response_of_three_mentions(name: str, rule: str) -> None:
    assert len(SMALL) == 15**2
    check(metric_of(name, rule=rule), SMALL, rule=rule)


@pytest.mark.parametrize("rule", BLANC_RULES)
def test_a_single_other_link_of_the_corpus_counts(rule: str) -> None:
    a, b = (frozenset({(token, token)}) for token in (0, 1))
    right = [a | b], [a | b]
    for part in (([a, b], []), ([], [a, b]), ([a, b], [a | b]), ([a | b], [a, b])):
        check(metric_of("blanc", rule=rule), [right, part], rule=rule)


@given(corpus=strategies.corpora, weight=strategies.weights)
@settings(max_examples=100, deadline=None)
def test_the_key_against_itself_scores_one(corpus: list[Part], weight: Fraction) -> None:
    same = [(key, key) for key, _ in corpus]
    mentions = any(key for key, _ in corpus)
    coreference = any(len(entity) > 1 for key, _ in corpus for entity in key)
    any_link = any(len(oracle.universe(key)) > 1 for key, _ in corpus)
    for name in ("mentions", "bcub", "ceafm", "ceafe", "lea"):
        assert corpus_scores(metric_of(name), same) == near([mentions] * 3)
    assert corpus_scores(metric_of("lea", importance="one"), same) == near([mentions] * 3)
    assert corpus_scores(metric_of("muc"), same) == near([coreference] * 3)
    assert corpus_scores(metric_of("conll"), same) == near([(coreference + 2 * mentions) / 3])
    assert corpus_scores(metric_of("rand"), same) == near([any_link])
    for name in ("blanc", "blanc_gold"):
        of_2010, of_2014 = (metric_of(name, rule=rule, weight=weight) for rule in BLANC_RULES)
        assert corpus_scores(of_2010, same) == near([any_link] * 3)
        assert corpus_scores(of_2014, same) == near([1] * 3)


@given(corpus=strategies.corpora, weight=strategies.weights)
@settings(max_examples=100, deadline=None)
def test_exchanging_the_sides_exchanges_recall_and_precision(corpus: list[Part], weight: Fraction) -> None:
    for metric in (*map(metric_of, SYMMETRIC), metric_of("blanc", rule="luo2014", weight=weight)):
        *recall_precision, f1 = corpus_scores(metric, corpus)
        exchanged = corpus_scores(metric, [(response, key) for key, response in corpus])
        assert exchanged == near([*reversed(recall_precision), f1])


@given(corpus=strategies.corpora, data=st.data())
@settings(max_examples=100, deadline=None)
def test_the_order_and_names_of_entities_and_parts_do_not_matter(
    corpus: list[Part], data: st.DataObject
) -> None:
    places = data.draw(st.permutations(range(len(corpus))))
    shuffled = [
        (data.draw(st.permutations(corpus[place][0])), data.draw(st.permutations(corpus[place][1])))
        for place in places
    ]
    for metric in map(metric_of, NAMES):
        assert sums_of(metric, shuffled) == near(sums_of(metric, corpus)[:, list(places)])


@given(corpus=strategies.corpora)
@settings(max_examples=100, deadline=None)
def test_sums_add_over_parts(corpus: list[Part]) -> None:
    for metric in map(metric_of, NAMES):
        alone = np.concatenate([sums_of(metric, [part]) for part in corpus], axis=1)
        assert sums_of(metric, corpus) == near(alone)
        assert alone.sum(axis=1) == near(kept_sums(corpus, metric.name, "conll", oracle.size))


@given(corpus=strategies.corpora_of_same_mentions, weight=strategies.weights)
@settings(max_examples=100, deadline=None)
def test_blanc_gold_is_blanc_where_the_mentions_are_equal(corpus: list[Part], weight: Fraction) -> None:
    for rule in BLANC_RULES:
        gold, plain = (metric_of(name, rule=rule, weight=weight) for name in ("blanc_gold", "blanc"))
        assert sums_of(gold, corpus) == near(sums_of(plain, corpus))
        assert corpus_scores(gold, corpus) == near(corpus_scores(plain, corpus))

"""Worked cases with their exact values: from the papers where they give one, by hand elsewhere."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Metric
from tests.support.columns import overlap_of, single

COLUMNS = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "luo2014", "lea")

# A letter is a mention, a word an entity. Each metric has recall, precision and F1;
# one value stands for three equal ones, and "luo2014" is BLANC by that rule.
CASES = """
one entity in halves (Vilain et al. 1995)
    abcd : ab cd
    1 | 2/3 1 4/5 | 1/2 1 2/3 | 1/2 | 2/3 1/3 4/9 | 1/3 1 1/2 | 1/6 1/2 1/4 | 1/3 1 1/2
two entities in one (Vilain et al. 1995)
    ab cd : abcd
    1 | 1 2/3 4/5 | 1 1/2 2/3 | 1/2 | 1/3 2/3 4/9 | 1/2 1/6 1/4 | 1/2 1/6 1/4 | 1 1/3 1/2
a mention lost (Vilain et al. 1995)
    abc : ac
    2/3 1 4/5 | 1/2 1 2/3 | 4/9 1 8/13 | 2/3 1 4/5 | 4/5 | 1/3 1 1/2 | 1/3 1 1/2 | 1/3 1 1/2
one entity in three, each with one mention too many (Vilain et al. 1995)
    bcdeghj : abc def ghi
    6/7 2/3 3/4 | 1/2 | 12/49 4/9 6/19 | 2/7 2/9 1/4 | 2/5 2/15 1/5 | 1/7 1/3 1/5 | 1/14 1/6 1/10 | 1/7 1/3 1/5
only singletons as one entity (Recasens & Hovy 2010)
    a b c : abc
    1 | 0 | 1 1/3 1/2 | 1/3 | 1/6 1/2 1/4 | 0 | 0 | 0
only singletons, all right (Recasens & Hovy 2010)
    a b c : a b c
    1 | 0 | 1 | 1 | 1 | 1 | 1 | 1
one entity as only singletons (Recasens & Hovy 2010)
    abc : a b c
    1 | 0 | 1/3 1 1/2 | 1/3 | 1/2 1/6 1/4 | 0 | 0 | 0
one wrong link among singletons (Recasens & Hovy 2010)
    a b c : ab c
    1 | 0 | 1 2/3 4/5 | 2/3 | 5/9 5/6 2/3 | 2/3 1 4/5 | 1/3 1/2 2/5 | 1/3
the one link lost (Recasens & Hovy 2010)
    ab c d e : a b c d e
    1 | 0 | 4/5 1 8/9 | 4/5 | 11/12 11/15 22/27 | 1/2 9/20 9/19 | 1/2 9/20 9/19 | 3/5
one mention, no link (Luo et al. 2014)
    a : a
    1 | 0 | 1 | 1 | 1 | 0 | 1 | 1
first example of Luo et al. 2014
    abc d : bc de
    3/4 | 1/2 | 7/12 5/8 35/58 | 3/4 | 11/15 | 1/2 1/2 17/35 | 1/2 1/2 17/35 | 1/4 1/2 1/3
second example of Luo et al. 2014: other mentions
    a : b
    0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
third example of Luo et al. 2014: some other mentions
    a b c : a b d
    2/3 | 0 | 2/3 | 2/3 | 2/3 | 1/3 | 1/3 | 2/3
the running example of Moosavi & Strube 2016
    abc defg : ab cd fghi
    6/7 3/4 4/5 | 2/5 | 5/12 1/2 5/11 | 4/7 1/2 8/15 | 13/20 13/30 13/25 | 4/9 13/40 25/68 | 4/9 13/40 25/68 | 5/21 1/3 5/18
half an entity, and nothing else (Moosavi & Strube 2016, cr2)
    abcdefgh : abcd
    1/2 1 2/3 | 3/7 1 3/5 | 1/4 1 2/5 | 1/2 1 2/3 | 2/3 | 3/14 1 6/17 | 3/14 1 6/17 | 3/14 1 6/17
an empty key
    : ab
    0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
an empty response
    ab :
    0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
nothing at all
    :
    0 | 0 | 0 | 0 | 0 | 0 | 1 | 0
more links than the key has mentions for
    a : ab
    1 1/2 2/3 | 0 | 1 1/4 2/5 | 1 1/2 2/3 | 2/3 | 0 | 0 | 0
"""  # noqa: E501

Case = tuple[list[str], list[str], dict[str, tuple[Fraction, ...]]]


def table() -> dict[str, Case]:
    lines = CASES.strip().split("\n")
    return {lines[row]: case(lines[row + 1], lines[row + 2]) for row in range(0, len(lines), 3)}


def case(entities: str, values: str) -> Case:
    key, _, response = entities.partition(":")
    scores = [tuple(map(Fraction, cell.split())) for cell in values.split("|")]
    wide = [score if len(score) == 3 else score * 3 for score in scores]
    return key.split(), response.split(), dict(zip(COLUMNS, wide, strict=True))


def metric_of(column: str) -> Metric:
    if column == "luo2014":
        return METRICS["blanc"](MetricOptions(blanc="luo2014"))
    return METRICS[column](MetricOptions())


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("title", table())
def test_scores_are_the_exact_fractions(title: str, column: str) -> None:
    key, response, expected = table()[title]
    metric = metric_of(column)
    scores = metric.score(metric.sums(overlap_of([single(*key)], [single(*response)])).sum(axis=1))
    assert [float(value) for value in scores if value is not None] == pytest.approx(
        [float(value) for value in expected[column]], rel=0, abs=1e-15
    )


@pytest.mark.parametrize("title", table())
def test_the_conll_average_is_that_of_three(title: str) -> None:
    key, response, expected = table()[title]
    metric = metric_of("conll")
    recall, precision, f1 = metric.score(
        metric.sums(overlap_of([single(*key)], [single(*response)])).sum(axis=1)
    )
    assert recall is None
    assert precision is None
    mean = sum(expected[name][2] for name in ("muc", "bcub", "ceafe")) / 3
    assert float(f1) == pytest.approx(float(mean), rel=0, abs=1e-15)


# One link right of three, and two of three links of other kinds: Rc = 1/3, Rn = 2/3, Pc = Pn = 1.
WEIGHED = (["abc", "d"], ["ab", "d"])


@pytest.mark.parametrize(
    ("weight", "recall", "f1"),
    [
        (Fraction(0), Fraction(2, 3), Fraction(4, 5)),
        (Fraction(1), Fraction(1, 3), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(1, 2), Fraction(13, 20)),
        (Fraction(1, 4), Fraction(7, 12), Fraction(29, 40)),
    ],
)
@pytest.mark.parametrize("rule", ["conll", "luo2014"])
def test_blanc_weighs_coreference_links(rule: str, weight: Fraction, recall: Fraction, f1: Fraction) -> None:
    metric = METRICS["blanc"](MetricOptions(blanc=rule, blanc_weight=float(weight)))
    table = overlap_of([single(*WEIGHED[0])], [single(*WEIGHED[1])])
    scores = metric.score(metric.sums(table).sum(axis=1))
    assert [float(value) for value in scores if value is not None] == pytest.approx(
        [float(recall), 1.0, float(f1)], abs=1e-15
    )


@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0])
def test_a_class_of_links_that_stands_alone_has_all_the_weight(weight: float) -> None:
    for key, response, f1 in ((["abc"], ["ac"], 0.5), (["a", "b", "c"], ["a", "b", "d"], 1 / 3)):
        metric = METRICS["blanc"](MetricOptions(blanc_weight=weight))
        table = overlap_of([single(*key)], [single(*response)])
        assert metric.score(metric.sums(table).sum(axis=1)).f1 == pytest.approx(f1, abs=1e-15)


@pytest.mark.parametrize(
    ("key", "response", "gold", "rand"),
    [
        # Two of four links right on each side, and four of six others.
        (["abc", "de"], ["ab", "cde"], Fraction(7, 12), Fraction(6, 10)),
        (["ab", "cd"], ["ab", "cd"], Fraction(1), Fraction(1)),
        (["abc", "h"], ["ab", "i"], Fraction(1), Fraction(1)),
        (["a"], ["b"], Fraction(0), Fraction(0)),
    ],
)
def test_blanc_gold_and_rand_see_shared_mentions_only(
    key: list[str], response: list[str], gold: Fraction, rand: Fraction
) -> None:
    table = overlap_of([single(*key)], [single(*response)])
    counts = METRICS["blanc_gold"](MetricOptions())
    index = METRICS["rand"](MetricOptions())
    scores = index.score(index.sums(table).sum(axis=1))
    assert scores.recall is None
    assert scores.precision is None
    assert float(scores.f1) == pytest.approx(float(rand), abs=1e-15)
    assert float(counts.score(counts.sums(table).sum(axis=1)).f1) == pytest.approx(float(gold), abs=1e-15)


@pytest.mark.parametrize(
    ("key", "response", "f1"),
    [
        (["a"], ["a"], 1),
        ([], [], 1),
        (["a"], ["b"], 0),
        (["ab", "c"], ["ab", "d"], 1),
        (["ab"], ["a", "b"], 0),
    ],
)
def test_blanc_gold_by_the_rule_of_2014(key: list[str], response: list[str], f1: int) -> None:
    metric = METRICS["blanc_gold"](MetricOptions(blanc="luo2014"))
    assert metric.score(metric.sums(overlap_of([single(*key)], [single(*response)])).sum(axis=1)).f1 == f1


def test_lea_weighs_entities_by_importance() -> None:
    # Three links of three and none of one: entities of 3, 2 and 1 mentions, the last a right singleton.
    table = overlap_of([single("abc", "de", "f")], [single("abc", "f")])
    recalls = {"size": Fraction(4, 6), "one": Fraction(2, 3)}
    for name, recall in recalls.items():
        metric = METRICS["lea"](MetricOptions(lea_importance=name))
        scores = metric.score(metric.sums(table).sum(axis=1))
        assert scores.recall is not None
        assert float(scores.recall) == pytest.approx(float(recall), abs=1e-15)
    squares = METRICS["lea"](MetricOptions(lea_importance=lambda side: np.bincount(side.entity) ** 2.0))
    assert squares.sums(table).sum(axis=1).tolist() == [10, 14, 10, 10]

"""LEA with weights by class of mention; other importances are tested against the oracle."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from leaderboard.errors import UsageError
from leaderboard.matching import match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.lea import IMPORTANCES
from leaderboard.overlap import overlap
from tests.support.columns import corpus, overlap_of, single, texts

TAGS = texts("NNP", "NN", "PRP", "PRP", "NN", *["NN"] * 5)


def test_an_entity_weighs_what_its_mentions_do() -> None:
    """Weights are .6 + .3 + .1 and .1 + .3 in the key; .6 + .3 and .1 + .1 + .3 in the response."""
    key, response = (corpus(single(*side), tags=TAGS) for side in (("abc", "de"), ("ab", "cde")))
    metric = METRICS["lea"](MetricOptions(lea_importance="class"))
    totals = metric.sums(overlap(match_exactly(key, response))).sum(axis=1)
    assert totals == pytest.approx([1 / 3 + 0.4, 1.4, 0.9 + 0.5 / 3, 1.4])
    assert metric.score(totals).recall == pytest.approx(float(Fraction(11, 21)))


def test_weights_can_be_chosen() -> None:
    key = corpus(single("abc", "de"), tags=TAGS)
    metric = METRICS["lea"](MetricOptions(lea_importance="class", da_weights="PN=.7,NP=.2,PRO=.1"))
    assert metric.sums(overlap(match_exactly(key, key)))[1].tolist() == pytest.approx([1 + 0.3])


@pytest.mark.parametrize(
    "given", [[1.0], [1.0, 2.0, 3.0], [1.0, np.inf], [1.0, -1.0], [np.nan, 1.0], [[1.0, 2.0]]]
)
def test_a_function_gives_each_entity_a_weight(given: list[float]) -> None:
    metric = METRICS["lea"](MetricOptions(lea_importance=lambda side: np.array(given)))
    with pytest.raises(UsageError) as caught:
        metric.sums(overlap_of([single("abc", "de")], [single("abc", "de")]))
    assert caught.value.typed == (
        "the function of --lea-importance must give each entity a finite weight of 0 or more; "
        "return 2 weights for made up"
    )


def test_a_function_may_give_nothing_or_whole_numbers() -> None:
    metric = METRICS["lea"](MetricOptions(lea_importance=lambda side: np.array([0, 2])))
    assert metric.sums(overlap_of([single("abc", "de")], [single("abd", "e")])).T.tolist() == [[0, 2, 0, 2]]


def test_the_usual_importance_is_the_number_of_mentions() -> None:
    assert IMPORTANCES["size"](corpus(single("ab", "c"))).tolist() == [2, 1]

"""LEA with weights by class of mention; other importances are tested against the oracle."""

from __future__ import annotations

from fractions import Fraction

import pytest

from leaderboard.matching import match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.overlap import overlap
from tests.columns import corpus, single, texts

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

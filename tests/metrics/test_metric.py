"""The sums of several metrics at once, and the quotients that all of them share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from leaderboard.corpus import Corpus
from leaderboard.matching import Matching
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.da import denotation
from leaderboard.metrics.lea import lea
from leaderboard.metrics.links import blanc, blanc_gold
from leaderboard.metrics.metric import Floats, harmonic_mean, measure, ratio
from leaderboard.overlap import Overlap, overlap
from tests.metrics.test_mor import nodes
from tests.metrics.test_zero import KEY as ZEROS
from tests.support.columns import overlap_of, single

WEIGHTS = {"PN": 0.6, "NP": 0.3, "PRO": 0.1}
TABLE = overlap_of([single("abc", "de"), single("ab")], [single("ab", "cde"), single("a", "b")])


def test_every_metric_has_its_own_sums() -> None:
    metrics = tuple(build(MetricOptions()) for build in METRICS.values())
    found = measure(TABLE, metrics)
    assert list(found) == [*METRICS, *(f"{name} weight" for name in METRICS)]
    for metric in metrics:
        assert np.array_equal(found[metric.weight_name], metric.weight(TABLE))
        assert np.array_equal(found[metric.name], metric.sums(TABLE))


LABELS = {
    "mentions": "Mentions",
    "muc": "MUC",
    "bcub": "B³",
    "ceafm": "CEAFₘ",
    "ceafe": "CEAFₑ",
    "blanc": "BLANC",
    "lea": "LEA",
    "conll": "CoNLL",
    "blanc_gold": "BLANC-gold",
    "rand": "Rand",
    "da": "DA",
    "xcmr": "XC-MR",
    "mor": "MOR",
    "zero": "Zeros",
    "nonreferring": "Non-referring",
    "bridging_anaphor": "Bridging anaphors",
    "bridging_mention": "Bridging mentions",
    "bridging_entity": "Bridging entities",
}


@pytest.mark.parametrize("options", [MetricOptions(), MetricOptions(blanc="luo2014", lea_importance="class")])
def test_names_and_labels(options: MetricOptions) -> None:
    metrics = {name: build(options) for name, build in METRICS.items()}
    assert {metric.name: metric.label for metric in metrics.values()} == LABELS
    assert list(metrics) == list(LABELS)


def test_what_is_chosen_where_nothing_is_said() -> None:
    assert (denotation().weights, denotation().typed, denotation().optimal) == (WEIGHTS, True, True)
    assert MetricOptions().denotation == denotation()
    for plain in (blanc(), blanc_gold(), lea()):
        chosen = METRICS[plain.name](MetricOptions())
        assert np.array_equal(plain.sums(TABLE), chosen.sums(TABLE))
        totals = plain.sums(TABLE).sum(axis=1)
        assert plain.score(totals) == chosen.score(totals)


def test_what_an_average_shares_is_counted_once() -> None:
    counted = []

    def muc_sums(overlap: Overlap) -> Floats:
        counted.append("muc")
        return muc.sums(overlap)

    conll, muc = METRICS["conll"](MetricOptions()), METRICS["muc"](MetricOptions())
    watched = replace(muc, sums=muc_sums)
    average = replace(conll, averaged=(watched, *conll.averaged[1:]))
    found = measure(TABLE, (watched, average))
    assert counted == ["muc"]
    assert np.array_equal(found["conll"][:3], found["muc"])


def test_nothing_of_nothing_is_nothing() -> None:
    assert ratio(np.array([0.0, 1, 3]), np.array([0.0, 2, 4])).tolist() == [0, 0.5, 0.75]
    assert harmonic_mean(np.array([0.0, 1]), np.array([0.0, 0.5])).tolist() == [0, 2 / 3]


# The recall denominators among the sums; those of Rand are one sum.
DENOMINATORS = {"blanc": [1, 4], "blanc_gold": [1, 4], "conll": [1, 4, 8]}
KEYS = [
    TABLE.matching.key,
    nodes(ZEROS, ZEROS).matching.key,
    overlap_of([single("abc", "de", "fgh"), [], single("a")], [[], [], []]).matching.key,
]


@pytest.mark.parametrize("key", KEYS, ids=["parts", "nodes", "an empty part"])
@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("options", [MetricOptions(), MetricOptions(blanc="luo2014", lea_importance="one")])
def test_weights_are_the_recall_denominators_of_the_key_against_itself(
    key: Corpus, name: str, options: MetricOptions
) -> None:
    every = np.arange(len(key.entity))
    metric, itself = METRICS[name](options), overlap(Matching(key, key, every, every))
    sums, weight = metric.sums(itself), metric.weight(itself)
    expected = sums[DENOMINATORS.get(name, [1])]
    assert (weight.sum(axis=0, keepdims=True) if name == "rand" else weight) == pytest.approx(expected)
    none = np.zeros(0, np.int64)
    assert np.array_equal(metric.weight(overlap(Matching(key, key.without_mentions(), none, none))), weight)
    assert len(weight) == (2 if name == "rand" else len(expected))

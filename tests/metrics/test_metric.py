"""The sums of several metrics at once, and the quotients that all of them share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats, harmonic_mean, measure, ratio
from leaderboard.overlap import Overlap
from tests.columns import overlap_of, single

TABLE = overlap_of([single("abc", "de"), single("ab")], [single("ab", "cde"), single("a", "b")])


def test_every_metric_has_its_own_sums() -> None:
    metrics = tuple(build(MetricOptions()) for build in METRICS.values())
    found = measure(TABLE, metrics)
    assert list(found) == list(METRICS)
    for metric in metrics:
        assert np.array_equal(found[metric.name], metric.sums(TABLE))


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

"""Means over units against the mean of the scores of each unit."""

from __future__ import annotations

import numpy as np
import pytest

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import unit_mean, unit_sums

# The sums of three units; the second has nothing to recall. Rand has no recall.
SUMS = {
    "muc": [[1.0, 2.0, 3.0], [2.0, 4.0, 4.0], [4.0, 2.0, 3.0]],
    "rand": [[1.0, 2.0, 3.0], [2.0, 4.0, 4.0]],
}


@pytest.mark.parametrize("name", SUMS)
def test_a_mean_has_recall_and_precision_where_its_metric_has(name: str) -> None:
    metric, sums = METRICS[name](MetricOptions()), np.array(SUMS[name])
    means = unit_sums(metric, sums, np.array([[1.0, 0.0, 2.0]]))
    scores = unit_mean(metric).score(means.sum(axis=-1, keepdims=True))
    for mean, units in zip(scores, metric.score(sums), strict=True):
        assert (mean is None) == (units is None)
        if mean is not None and units is not None:
            assert mean[0] == pytest.approx((units[0] + units[2]) / 2)

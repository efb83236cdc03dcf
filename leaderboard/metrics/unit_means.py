"""The mean of a metric over units: R = sum R_u / n, P = sum P_u / n, F1 = sum F1_u / n.

The n units are those whose key has something to recall. The sums of a unit are R_u, P_u, F1_u and 1, or 0
where it does not count, so they add as the sums of every metric do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from leaderboard.metrics.metric import Floats, Metric, Scores, quotient, ratio

_ROWS = 4


def unit_sums(metric: Metric, sums: Floats, weights: Floats) -> Floats:
    """The sums [..., 4 a member, units] of a mean, given the sums [..., S, units] of units by the metric.

    ``weights`` are the recall denominators of the key; a metric that averages others has a row for each.
    """
    rows: list[Floats] = []
    parts = zip(metric.members, _split(metric, sums), counted(metric, weights), strict=True)
    for member, own, counts in parts:
        scores = member.score(np.moveaxis(own, -2, 0))
        rows += [counts * (0 if score is None else score) for score in scores]
        rows.append(counts)
    return np.stack(np.broadcast_arrays(*rows), axis=-2)


def counted(metric: Metric, weights: Floats) -> Iterator[Floats]:
    """For each member of a metric, 1 for the units whose key has something to recall, and 0 for others."""
    for rows in np.split(weights, len(metric.members)) if metric.averaged else [weights]:
        yield np.where(rows.any(axis=0), 1.0, 0.0)


def unit_mean(metric: Metric, sums: Floats) -> Metric:
    """The metric of the sums of means, given sums [..., S, units] by the metric."""
    has_recall = metric.score(np.zeros((sums.shape[-2], 1))).recall is not None

    def score(totals: Floats) -> Scores:
        blocks = [totals[row : row + _ROWS] for row in range(0, len(totals), _ROWS)]
        recall, precision, f1 = np.mean([ratio(block[:3], block[3:]) for block in blocks], axis=0)
        return Scores(recall, precision, f1) if has_recall else Scores(None, None, f1)

    places = range(0, _ROWS * len(metric.members), _ROWS)
    summands = tuple(quotient(row + 2, row + 3, 1 / len(places)) for row in places)
    return replace(metric, score=score, summands=summands)


def _split(metric: Metric, sums: Floats) -> list[Floats]:
    return np.split(sums, np.cumsum(metric.lengths)[:-1], axis=-2) if metric.averaged else [sums]

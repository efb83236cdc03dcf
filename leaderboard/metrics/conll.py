"""The CoNLL average (Pradhan et al., 2011): the mean of the F1 of MUC, B³ and CEAFₑ."""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.b_cubed import B_CUBED
from leaderboard.metrics.ceaf import CEAF_E
from leaderboard.metrics.metric import Floats, Metric, Scores
from leaderboard.metrics.muc import MUC
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    return np.concatenate([MUC.sums(overlap), B_CUBED.sums(overlap), CEAF_E.sums(overlap)])


def score(totals: Floats) -> Scores:
    f1 = MUC.score(totals[0:3]).f1 + B_CUBED.score(totals[3:7]).f1 + CEAF_E.score(totals[7:10]).f1
    return Scores(None, None, f1 / 3)


def weight(overlap: Overlap) -> Floats:
    return np.concatenate([MUC.weight(overlap), B_CUBED.weight(overlap), CEAF_E.weight(overlap)])


CONLL = Metric(
    "conll",
    "CoNLL",
    sums,
    score,
    weight,
    averaged=(MUC, B_CUBED, CEAF_E),
    lengths=(3, 4, 3),
    summands=tuple(
        summand.shifted(rows, weight=1 / 3)
        for metric, rows in ((MUC, 0), (B_CUBED, 3), (CEAF_E, 7))
        for summand in metric.summands
    ),
)

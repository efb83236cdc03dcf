"""The CoNLL average (Pradhan et al., 2011): the mean of the F1 of MUC, B³ and CEAFₑ."""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.b_cubed import B_CUBED
from leaderboard.metrics.ceaf import CEAF_E
from leaderboard.metrics.metric import Floats, Metric, Scores
from leaderboard.metrics.muc import MUC
from leaderboard.metrics.with_sets import with_sets
from leaderboard.overlap import Overlap


def conll(split_antecedents: str = "ignore") -> Metric:
    """The average of these metrics, which may count sets of antecedents."""
    members = tuple(with_sets(metric, split_antecedents) for metric in (MUC, B_CUBED, CEAF_E))
    lengths = (3, 4, 3) if split_antecedents == "ignore" else (4, 4, 3)

    def sums(overlap: Overlap) -> Floats:
        return np.concatenate([member.sums(overlap) for member in members])

    def score(totals: Floats) -> Scores:
        rows = np.split(totals, np.cumsum(lengths)[:-1])
        muc, b_cubed, ceaf_e = (member.score(block).f1 for member, block in zip(members, rows, strict=True))
        return Scores(None, None, (muc + b_cubed + ceaf_e) / 3)

    def weight(overlap: Overlap) -> Floats:
        return np.concatenate([member.weight(overlap) for member in members])

    summands = tuple(
        summand.shifted(rows, weight=1 / 3)
        for member, rows in zip(members, np.cumsum((0, *lengths[:-1])).tolist(), strict=True)
        for summand in member.summands
    )
    return Metric(
        "conll",
        "CoNLL",
        sums,
        score,
        weight,
        averaged=members,
        lengths=lengths,
        summands=summands,
        plain=None if split_antecedents == "ignore" else conll(),
        f1_alone=True,
    )

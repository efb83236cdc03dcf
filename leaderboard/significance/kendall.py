"""Kendall's tau-b between orders."""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.metric import Floats


def kendall(scores: Floats, others: Floats) -> Floats:
    """Return tau-b between the scores and each column of ``others`` [systems, orders].

    tau = (concordant - discordant) / sqrt(pairs untied in one * pairs untied in the other). It is 0 for a
    column in which all tie, and NaN where all scores tie.
    """
    agreement = np.zeros(others.shape[1])
    untied = np.zeros(others.shape[1])
    for system in range(1, len(others)):
        sign = np.sign(others[:system] - others[system])
        agreement += (sign * np.sign(scores[:system] - scores[system])[:, None]).sum(axis=0)
        untied += np.abs(sign).sum(axis=0)
    pairs = np.triu(scores[:, None] != scores, k=1).sum()
    if not pairs:
        return np.full(others.shape[1], np.nan)
    tau: Floats = agreement / np.sqrt(pairs * np.maximum(untied, 1))
    return tau

"""Kendall's tau-b between orders."""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.metric import Floats


def kendall(observed: Floats, drawn: Floats) -> Floats:
    """Return tau-b between the observed scores and each column of ``drawn`` [systems, draws].

    tau = (concordant - discordant) / sqrt(pairs untied in one * pairs untied in the other); a draw
    in which all tie says nothing and counts 0, and NaN stands where nothing was observed to differ.
    """
    agreement = np.zeros(drawn.shape[1])
    untied = np.zeros(drawn.shape[1])
    for system in range(1, len(drawn)):
        sign = np.sign(drawn[:system] - drawn[system])
        agreement += (sign * np.sign(observed[:system] - observed[system])[:, None]).sum(axis=0)
        untied += np.abs(sign).sum(axis=0)
    pairs = np.triu(observed[:, None] != observed, k=1).sum()
    if not pairs:
        return np.full(drawn.shape[1], np.nan)
    tau: Floats = agreement / np.sqrt(pairs * np.maximum(untied, 1))
    return tau

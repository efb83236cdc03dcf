"""All sign vectors of a pair: the exact randomization test."""

from __future__ import annotations

from functools import reduce
from threading import Event

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.significance.resampling import strata

# Sign vectors scored at a time.
_BLOCK = 2**12


def exact_hits(
    metric: Metric,
    first: Floats,
    second: Floats,
    dataset: NDArray[np.int64],
    least: float,
    stop: Event | None = None,
) -> int:
    """The number of the 2^n swaps of n units that set the scores ``least`` or more apart.

    ``first`` and ``second`` are sums [S, units]. A sign vector and its opposite give the same two
    scores, so the last unit that differs stays and each hit counts twice.
    """
    shift = second - first
    differing = shift.any(axis=0)
    parts = strata(dataset)
    totals = [(first[:, part].sum(axis=1), second[:, part].sum(axis=1)) for part in parts]
    free = np.flatnonzero(differing)[:-1]
    shifts = [shift[:, free] * (dataset[free] == dataset[part.start]) for part in parts]
    hits = 0
    for start in range(0, 2 ** len(free), _BLOCK):
        if stop is not None and stop.is_set():
            break
        signs = _signs(start, min(2 ** len(free), start + _BLOCK), len(free))
        f1 = [
            metric.score(np.stack([a[:, None] + moved @ signs, b[:, None] - moved @ signs], axis=1)).f1
            for (a, b), moved in zip(totals, shifts, strict=True)
        ]
        both = reduce(np.add, f1)
        hits += int(np.count_nonzero(np.abs(both[0] - both[1]) >= len(f1) * least))
    return 2 * hits if differing.any() else hits


def _signs(start: int, stop: int, units: int) -> Floats:
    """The binary digits of the numbers from start to stop, one row a unit."""
    return ((np.arange(start, stop) >> np.arange(units)[:, None]) & 1).astype(np.float64)

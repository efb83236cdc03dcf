"""Which documents are drawn from which datasets, and how many equal documents they count as."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.metrics.metric import Floats, Metric, ratio
from leaderboard.scoresheet import Units
from leaderboard.significance.pairing import Bools
from leaderboard.significance.resampling import strata

# A dataset of fewer units says too little of others like them, unless no dataset has more.
ENOUGH = 5


@dataclass(frozen=True, slots=True)
class Sampling:
    """The strata of units that stand for others like them, and the weight of each unit by the key.

    ``fixed`` names the other datasets, which are taken as they are, with the number of their units.
    """

    strata: tuple[slice, ...]
    weights: Floats
    fixed: tuple[tuple[str, int], ...]

    @property
    def effective_units(self) -> float:
        """As how many units of equal weight these units count."""
        return float(sum(effective(self.weights[part]) for part in self.strata))


def sampling(units: Units, metric: Metric) -> Sampling:
    """The strata of some units, and their weights by a metric."""
    parts = strata(units.dataset)
    sizes = [part.stop - part.start for part in parts]
    least = ENOUGH if max(sizes, default=0) >= ENOUGH else 2
    rows = units.weights.get(metric.name, np.zeros((1, len(units.names))))
    return Sampling(
        strata=tuple(part for part, size in zip(parts, sizes, strict=True) if size >= least),
        weights=np.concatenate([_shares(rows[:, part]) for part in parts]),
        fixed=tuple(
            (units.names[part.start].dataset, size)
            for part, size in zip(parts, sizes, strict=True)
            if size < least
        ),
    )


def effective(weights: Floats, some: Bools | None = None) -> Floats:
    """(sum w)^2 / sum w^2 over units, or over ``some`` [rows, units] of them."""
    chosen = weights if some is None else np.where(some, weights, 0)
    return ratio(chosen.sum(axis=-1) ** 2, (chosen**2).sum(axis=-1))


def _shares(rows: Floats) -> Floats:
    """The mean share of each unit in the rows; equal weights where there is nothing to share."""
    shares: Floats = ratio(rows, rows.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares if shares.any() else np.ones_like(shares)

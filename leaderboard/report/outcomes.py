"""Who is significantly better than whom, as a square."""

from __future__ import annotations

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.ranking import best_first
from leaderboard.verbs.rank import RankResult

# A larger map is read by its colours alone.
MOST_CELLS_WITH_TEXT = 20


def outcomes(result: RankResult) -> Floats:
    """1 where the system of the row is significantly better, -1 where it is worse; best first."""
    family = result.families[result.settings.primary]
    order = best_first(family)
    better = family.better()[np.ix_(order, order)]
    signs: Floats = better.astype(np.float64) - better.T
    return signs

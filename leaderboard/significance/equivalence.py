"""Equivalence: are two systems less than a margin apart? Two one-sided t tests (Schuirmann, 1987)."""

from __future__ import annotations

from math import isinf
from statistics import NormalDist

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.comparison import VERDICTS
from leaderboard.significance.copies import Hypotheses
from leaderboard.significance.design import Design
from leaderboard.significance.evidence import Errors
from leaderboard.significance.family import Equivalence
from leaderboard.significance.pairing import Indices


def p_equivalence(differences: Floats, errors: Errors, margin: float) -> Floats:
    """P(T_df > (M - |D|) / SE), 1 where there is no standard error.

    At most alpha if and only if the t interval of level 1 - 2 alpha lies within -M and M.
    """
    from leaderboard.significance.distributions import stdtr

    p = stdtr(errors.df, (np.abs(differences) - margin) / errors.error)
    return np.where(errors.known, p, 1.0)


def equivalence(differences: Floats, errors: Errors, pairs: Hypotheses, design: Design) -> Equivalence | None:
    """Test equivalence within the margin, if there is one, corrected for the pairs of distinct systems."""
    margin = design.margin
    if margin is None:
        return None
    p = p_equivalence(differences, errors, margin)
    p_adjusted = pairs.by_pair(adjusted(p[pairs.largest(p)], design.procedure), copies=1)
    at_best = p_equivalence(np.zeros(len(p)), errors, margin)
    count = 1 if design.adjust == "none" else len(pairs)
    return Equivalence(
        p=np.where(pairs.differ, p, 1.0),
        p_adjusted=p_adjusted,
        equivalent=(p_adjusted <= design.alpha) & errors.known,
        in_reach=count * at_best <= design.alpha,
    )


def with_equivalent(verdicts: Indices, equivalence: Equivalence) -> Indices:
    """The verdicts, with tied pairs that are equivalent called so."""
    tied = verdicts == VERDICTS.index("tied")
    return np.where(tied & equivalence.equivalent, VERDICTS.index("equivalent"), verdicts)


def units_needed(documents: Floats, between: Floats, units: int, margin: float, alpha: float) -> float | None:
    """n' = n V / ((M / (z_{1 - alpha} + z_{0.9}))^2 - V_runs) units show equal scores to be equivalent.

    They do in 80 % of cases. It is the median over pairs, whose variances over ``documents`` are those of n
    units. More units do not reduce the variance ``between`` runs: None where no number of units is enough.
    """
    normal = NormalDist()
    room = (margin / (normal.inv_cdf(1 - alpha) + normal.inv_cdf(0.9))) ** 2 - between
    needed = np.full(len(documents), np.inf)
    np.divide(units * documents, room, out=needed, where=room > 0)
    median = float(np.median(needed))
    return None if isinf(median) else median

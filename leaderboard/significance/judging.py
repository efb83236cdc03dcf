"""The verdicts of a family: p-values corrected together, for the pairs of distinct systems."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.significance.adjustment import adjusted, critical, shaffer, shaffer_critical
from leaderboard.significance.copies import Hypotheses
from leaderboard.significance.design import Design
from leaderboard.significance.family import VERDICTS, Family
from leaderboard.significance.pairing import Bools, Indices


def attainable(differing: Indices) -> Floats:
    """The smallest two-sided p that so many differing units can give, 2 / 2^n, at most 1."""
    return np.minimum(np.ldexp(1.0, 1 - differing), 1)


def is_untestable(family: Family) -> Bools:
    """True for each pair whose units can give no p up to alpha, or that t has no standard error for."""
    out_of_reach = attainable(family.units_differing) * family.attempts > family.design.alpha
    untestable: Bools = out_of_reach | (family.by_t & ~family.errors.known)
    return untestable


def corrected(p: Floats, family: Hypotheses, design: Design) -> Floats:
    """The adjusted p-values of hypotheses, to be compared with alpha by <=."""
    method = design.correction(family.systems)
    if method == "shaffer" or method == "shaffer_static":
        return shaffer(p, family.first, family.second, family.systems)
    return adjusted(p, method)


def judged(family: Family) -> Family:
    """The family with adjusted p-values, verdicts and whether more trials could change them.

    All pairs of two distinct systems and their copies are one hypothesis and share what is said of it;
    copies of each other are identical, with an adjusted p-value of 1.
    """
    design, tested = family.design, family.hypotheses
    pairs = tested.largest(family.p_values.p * family.attempts)
    p, times = family.charged_p[pairs], family.attempts[pairs]
    errors = family.standard_errors[pairs] * times
    p_adjusted = corrected(p, tested, design)
    untestable = is_untestable(family)[pairs]
    verdicts = np.where(p_adjusted <= design.alpha, VERDICTS.index("significant"), VERDICTS.index("tied"))
    verdicts[untestable] = VERDICTS.index("untestable")
    borderline = _borderline(p, errors, p_adjusted, tested, design) & ~untestable
    return replace(
        family,
        p_adjusted=tested.by_pair(p_adjusted, copies=1),
        borderline=tested.by_pair(borderline, copies=False),
        verdicts=tested.by_pair(verdicts, copies=VERDICTS.index("identical")),
    )


def _borderline(p: Floats, errors: Floats, p_adjusted: Floats, family: Hypotheses, design: Design) -> Bools:
    """True if p + 2 SE or p - 2 SE would change sides, the other p-values held fixed."""
    alpha, method = design.alpha, design.correction(family.systems)
    significant = p_adjusted <= alpha
    high, low = p + 2 * errors, p - 2 * errors
    doubtful = (errors > 0) & np.where(significant, len(p) * high > alpha, low <= alpha)
    if method == "shaffer" or method == "shaffer_static":
        ends = family.first, family.second, family.systems
        limit = shaffer_critical(significant, doubtful, *ends, alpha)
    else:
        limit = critical(p, method, alpha)
    return doubtful & np.where(significant, high > limit, low <= limit)

"""The test of methods, of which several runs are a sample: t, with variances over documents and over runs."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.scoresheet import Units
from leaderboard.significance.evidence import Errors, Evidence
from leaderboard.significance.judging import is_untestable
from leaderboard.significance.pairing import Bools, Pairing, all_pairs, pairs_against
from leaderboard.significance.runs import by_t, has_several


class Outputs(NamedTuple):
    """The systems with a single run and their pairs, which are ``kept`` of all pairs."""

    units: Units
    pairing: Pairing
    kept: Bools


def outputs(units: Units, pairing: Pairing, against: str | None) -> Outputs:
    """The systems that are a single output each; there are no pairs where the baseline has several runs."""
    kept = ~by_t(units.runs, len(units.systems), pairing)
    if not units.runs:
        return Outputs(units, pairing, kept)
    several = has_several(units.runs, len(units.systems))
    names = tuple(np.array(units.systems, dtype=object)[~several].tolist())
    rows = ~np.repeat(several, units.runs)
    alone = replace(
        units, systems=names, sums={name: sums[rows] for name, sums in units.sums.items()}, runs=()
    )
    if against is None:
        return Outputs(alone, all_pairs(len(names)), kept)
    return Outputs(
        alone, pairs_against(names.index(against), len(names)) if against in names else all_pairs(1), kept
    )


def t_p_values(differences: Floats, errors: Errors) -> Floats:
    """p = 2 P(T_df > |D| / SE), 1 where there is no standard error."""
    from leaderboard.significance.distributions import stdtr

    p = 2 * stdtr(errors.df, -np.abs(differences) / errors.error)
    return np.where(errors.known, p, 1.0)


def with_t(evidence: Evidence) -> Evidence:
    """The evidence with the p-values of pairs tested by t, 1 where they are untestable."""
    if not evidence.runs:
        return evidence
    p = np.where(is_untestable(evidence), 1, t_p_values(evidence.differences, evidence.errors))
    p_values = replace(evidence.p_values, p=np.where(evidence.by_t, p, evidence.p_values.p))
    return replace(evidence, p_values=p_values)

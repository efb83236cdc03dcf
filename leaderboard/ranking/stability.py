"""The stability of the order of systems under resampling of units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance.evidence import TOLERANCE
from leaderboard.significance.jackknife import scores_without
from leaderboard.significance.kendall import kendall
from leaderboard.significance.pairing import Indices


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The order without one unit: who leads, which pairs change places, Kendall's tau to the whole order.

    Of each pair in ``flips`` the first leads the second on all units, and not without this one.
    """

    unit: PartName
    leaders: tuple[str, ...]
    flips: tuple[tuple[str, str], ...]
    tau: float | None


@dataclass(frozen=True, slots=True)
class OrderChange:
    """Kendall's tau between two orders, None where all scores of the first tie, and the pairs that flip.

    Of each pair in ``flips`` the first leads the second in the first order, and not in the other.
    """

    tau: float | None
    flips: tuple[tuple[str, str], ...]


def order_change(scores: Mapping[str, float], others: Mapping[str, float]) -> OrderChange:
    """The change of order by other scores; ``scores`` are the best first."""
    systems = tuple(scores)
    one, other = np.array(list(scores.values())), np.array([others[system] for system in systems])
    tau = float(kendall(one, other[:, None])[0])
    ordered = np.argwhere(one[:, None] > one + TOLERANCE)
    return OrderChange(None if np.isnan(tau) else tau, _flips(systems, ordered, other))


def drawn_ranks(draws: Floats) -> Indices:
    """The rank [systems, draws] in each draw, 1 + the number of higher scores."""
    return np.array([1 + (draws > of_system).sum(axis=0) for of_system in draws], dtype=np.int64)


def chance_of_best(ranks: Indices) -> Floats:
    """P(best): the share of draws that each system leads, shared among those that tie."""
    first = ranks == 1
    share: Floats = (first / first.sum(axis=0)).mean(axis=1)
    return share


def rank_interval(ranks: Indices, alpha: float) -> Indices:
    """The ranks [systems, 2] between which the central 1 - alpha of the draws lie."""
    bounds = np.quantile(ranks, [alpha / 2, 1 - alpha / 2], axis=1, method="inverted_cdf")
    return np.asarray(bounds.T, dtype=np.int64)


def leave_one_out(units: Units, metric: Metric) -> tuple[LeftOut, ...]:
    """The order by scores without each unit in turn; without the only one there is none."""
    if len(units.names) == 1:
        return ()
    without = scores_without(units, metric)
    observed = units.scores(metric).f1
    taus = [None if np.isnan(tau) else float(tau) for tau in kendall(observed, without)]
    ahead = without == without.max(axis=0)
    ordered = np.argwhere(observed[:, None] > observed + TOLERANCE)
    return tuple(
        LeftOut(
            unit, tuple(np.array(units.systems)[leads].tolist()), _flips(units.systems, ordered, scores), tau
        )
        for unit, leads, scores, tau in zip(units.names, ahead.T, without.T, taus, strict=True)
    )


def _flips(systems: Sequence[str], ordered: Indices, scores: Floats) -> tuple[tuple[str, str], ...]:
    """The ordered pairs whose second is ahead by these scores."""
    first, second = ordered.T
    flipped = ordered[scores[second] > scores[first] + TOLERANCE]
    return tuple((systems[ahead], systems[behind]) for ahead, behind in flipped.tolist())

"""From comparisons to a ranking: ranks that only significant differences set apart, and their stability."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from leaderboard.metrics.metric import Floats, Metric, MetricName, scale_of
from leaderboard.ranking.letters import joined, letters
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance.family import Family
from leaderboard.significance.intervals import Bounds, bounds, defined
from leaderboard.significance.jackknife import scores_without
from leaderboard.significance.pairing import TOLERANCE, Bools, Indices, best_first, kendall
from leaderboard.significance.remarks import NAMED

Rule = Literal["beaten", "leader", "clusters", "letters"]


def beaten(better: Bools) -> Indices:
    """1 + the number of systems significantly better."""
    return ranges(better)[0]


def leader(better: Bools) -> Indices:
    """A new group starts at the first system significantly worse than the group's first."""
    starts = [0]
    for system in range(1, len(better)):
        if better[starts[-1], system]:
            starts.append(system)
    return _places(starts, len(better))


def clusters(better: Bools) -> Indices:
    """A line is drawn only where all above beat all below."""
    starts = [line for line in range(len(better)) if better[:line, line:].all()]
    return _places(starts, len(better))


def best_sharing(better: Bools) -> Indices:
    """1 + the number of systems above the best one that shares a letter with this one."""
    share = ~(better | better.T)
    best: Indices = share.argmax(axis=0)
    return 1 + best


def ranges(better: Bools) -> tuple[Indices, Indices]:
    """1 + the number significantly better, and n - the number significantly worse."""
    above: Indices = better.sum(axis=0)
    below: Indices = better.sum(axis=1)
    return 1 + above, len(better) - below


def own_ranges(p: Floats, order: Indices, classes: Indices, alpha: float) -> tuple[Indices, Indices]:
    """The range of ranks of each system alone, by Holm's correction of its own pairs.

    ``p`` [systems, systems] is 1 where a pair cannot differ significantly, and ``order`` is that of scores,
    best first. Copies of each other count once as pairs, and each as a rank.
    """
    _, first, copied = np.unique(classes, return_index=True, return_inverse=True)
    distinct = p[np.ix_(first, first)]
    np.fill_diagonal(distinct, np.inf)
    steps = np.sort(distinct, axis=1)[:, :-1]
    adjusted = np.maximum.accumulate(steps * np.arange(steps.shape[1], 0, -1), axis=1)
    passed = (adjusted <= alpha).sum(axis=1, keepdims=True)
    ranks = np.argsort(np.argsort(distinct, axis=1, kind="stable"), axis=1)
    differ = (ranks < passed)[np.ix_(copied, copied)]
    place = np.argsort(order)
    worse = place[:, None] < place
    low: Indices = 1 + (differ & worse.T).sum(axis=1)
    high: Indices = len(p) - (differ & worse).sum(axis=1)
    return low, high


def _places(starts: list[int], systems: int) -> Indices:
    """Each system's place is that of the first of its group: 1, 1, 3."""
    group = np.searchsorted(starts, np.arange(systems), side="right") - 1
    return 1 + np.array(starts, dtype=np.int64)[group]


RULES: dict[Rule, Callable[[Bools], Indices]] = {
    "beaten": beaten,
    "leader": leader,
    "clusters": clusters,
    "letters": best_sharing,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A system's line: its rank by the rule, the range of ranks that the tests leave open, letters.

    ``low`` to ``high`` hold for all systems at once, ``own_low`` to ``own_high`` for this system alone. There
    are no letters and no range of a system alone where only pairs with a baseline were compared.
    ``interval`` bounds the score, whose standard error by jackknife has ``df`` degrees of freedom; all three
    are None where they say nothing. ``best`` is the share of bootstrap draws that the system leads, and
    ``drawn_low`` to ``drawn_high`` hold the central 1 - alpha of its ranks in them; these are None where
    there is only one unit. ``better_than`` counts the systems that are significantly worse, ``empty_units``
    the units on which the system answers nothing by this metric, the mean over its runs.
    """

    rank: int
    low: int
    high: int
    own_low: int | None
    own_high: int | None
    letters: str
    system: str
    score: float
    interval: Bounds | None
    score_error: float | None
    df: float | None
    best: float | None
    drawn_low: int | None
    drawn_high: int | None
    better_than: int
    empty_units: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unranked:
    """The line of a contrastive system: what a Standing has but for ranks, letters and draws.

    ``better_than`` counts the ranked systems that are significantly worse. A baseline has only a score.
    """

    system: str
    score: float
    interval: Bounds | None = None
    score_error: float | None = None
    df: float | None = None
    better_than: int | None = None
    empty_units: float | None = None
    rank: None = None
    low: None = None
    high: None = None
    own_low: None = None
    own_high: None = None
    letters: None = None
    best: None = None
    drawn_low: None = None
    drawn_high: None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """All systems by one metric, in order of score, then name.

    ``tau`` is the mean of Kendall's tau between the order in a bootstrap draw and the observed one; it is
    None where all scores tie, or where there is only one unit.
    """

    metric: str
    rule: Rule
    standings: tuple[Standing, ...]
    tau: float | None
    remarks: tuple[Remark, ...]

    @property
    def by_system(self) -> dict[str, Standing]:
        """Return the standing of each system, best first."""
        return {standing.system: standing for standing in self.standings}


def ranking(family: Family, rule: Rule = "beaten") -> Ranking:
    """The systems of a family, ranked."""
    order = best_first(family.gains, family.systems)
    won = family.better()
    better = won[np.ix_(order, order)]
    # Where most pairs were not tested, letters would say that they do not differ.
    shown = [""] * len(order) if family.design.against else _letters(better, family.classes[order])
    low, high = (bound.tolist() for bound in ranges(better))
    own_low, own_high = _own_ranges(family, order)
    best, drawn_low, drawn_high = _drawn(family, order)
    columns = {
        "rank": RULES[rule](better).tolist(),
        "low": low,
        "high": high,
        "own_low": own_low,
        "own_high": own_high,
        "letters": shown,
        **_of_scores(family, order, won),
        "best": best,
        "drawn_low": drawn_low,
        "drawn_high": drawn_high,
    }
    tau = float(kendall(family.scores, family.draws).mean()) if family.is_drawn else np.nan
    return Ranking(
        metric=family.metric,
        rule=rule,
        standings=tuple(
            Standing(**dict(zip(columns, row, strict=True))) for row in zip(*columns.values(), strict=True)
        ),
        tau=None if np.isnan(tau) else tau,
        remarks=tuple(_remarks(family, better, rule)),
    )


def unranked(family: Family) -> Unranked:
    """The line of the system that all others are compared with."""
    baseline = np.array([family.systems.index(str(family.design.against))], dtype=np.int64)
    columns = _of_scores(family, baseline, family.better())
    return Unranked(**{name: value for name, [value] in columns.items()})


def _of_scores(family: Family, order: Indices, better: Bools) -> dict[str, list[Any]]:
    """What is known of each system without its rank."""
    return {
        "system": [family.systems[system] for system in order],
        "score": family.scores[order].tolist(),
        "interval": [bounds(*pair) for pair in family.score_intervals.bounds[order].tolist()],
        "score_error": defined(family.score_errors.error[order]),
        "df": defined(family.score_errors.df[order]),
        "better_than": better.sum(axis=1)[order].tolist(),
        "empty_units": _empty_units(family, order),
    }


def _drawn(family: Family, order: Indices) -> list[list[Any]]:
    """P(best) and the bounds of the ranks in draws, which say nothing where all draws are the same."""
    if not family.is_drawn:
        return [[None] * len(order)] * 3
    drawn = drawn_ranks(family.scale.sign * family.draws)
    ranks = rank_interval(drawn, family.design.alpha)
    return [chance_of_best(drawn)[order].tolist(), *ranks[order].T.tolist()]


def _empty_units(family: Family, order: Indices) -> list[float | None]:
    """The number of units on which each system answers nothing, None where units are not swapped."""
    if family.facts.empty is None:
        return [None] * len(order)
    counts: list[float | None] = family.facts.empty.sum(axis=1)[order].tolist()
    return counts


def _own_ranges(family: Family, order: Indices) -> list[list[Any]]:
    """The range of each system alone, which needs all of its pairs."""
    if family.design.against is not None:
        return [[None] * len(order)] * 2
    ranges = own_ranges(family.p_table(), order, family.classes, family.design.alpha)
    return [bound[order].tolist() for bound in ranges]


def _letters(better: Bools, classes: Indices) -> list[str]:
    """The letters of each system; copies share those of the first of them."""
    _, first, copied = np.unique(classes, return_index=True, return_inverse=True)
    distinct = np.sort(first)
    of_distinct = joined(letters((better | better.T)[np.ix_(distinct, distinct)]))
    return [of_distinct[place] for place in np.searchsorted(distinct, first[copied]).tolist()]


def _remarks(family: Family, better: Bools, rule: Rule) -> Iterator[Remark]:
    by_rule = {name: ranks(better).tolist() for name, ranks in RULES.items()}
    if family.design.against is not None:
        yield remark("baseline_only", baseline=family.design.against)
    others = tuple(name for name in RULES if by_rule[name] != by_rule[rule])
    if others:
        yield remark("rules_differ", rule=rule, others=others)
    if inverted := np.flatnonzero(np.diff(by_rule[rule]) < 0).tolist():
        yield _against_scores(family, better, by_rule[rule], inverted)


def _against_scores(family: Family, better: Bools, ranks: list[int], inverted: list[int]) -> Remark:
    """Return the first neighbours in the order of scores whose ranks are the other way round.

    ``beaten_by`` has the systems that are significantly better than the first of a pair only. A pair is
    ``undecided`` unless its two systems differ significantly.
    """
    order = best_first(family.gains, family.systems)
    names = [family.systems[system] for system in order]
    scores = family.scores[order].tolist()
    low, high = (bound.tolist() for bound in ranges(better))
    first = [(place, place + 1) for place in inverted[:NAMED]]
    return remark(
        "ranks_against_scores",
        pairs=tuple((names[a], names[b]) for a, b in first),
        scores=tuple((scores[a], scores[b]) for a, b in first),
        ranks=tuple((ranks[a], ranks[b]) for a, b in first),
        ranges=tuple(((low[a], high[a]), (low[b], high[b])) for a, b in first),
        beaten_by=tuple(
            tuple(names[system] for system in np.flatnonzero(better[:, a] & ~better[:, b])) for a, b in first
        ),
        undecided=tuple(not better[a, b] for a, b in first),
        count=len(inverted),
        **({"metric": family.metric} if isinstance(family.metric, MetricName) else {}),
    )


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
    return OrderChange(None if np.isnan(tau) else tau, _flips(systems, ordered, other, TOLERANCE))


def drawn_ranks(draws: Floats) -> Indices:
    """The rank [systems, draws] in each draw, 1 + the number of higher scores."""
    ranks = np.empty(draws.shape, dtype=np.int64)
    for number, of_draw in enumerate(draws.T):
        ranks[:, number] = 1 + len(draws) - np.searchsorted(np.sort(of_draw), of_draw, side="right")
    return ranks


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
    """The order by scores without each unit in turn; without the only one there is none, nor over runs."""
    if len(units.names) == 1 or not units.is_sample:
        return ()
    scale = scale_of(metric.name)
    without = scale.sign * scores_without(units, metric)
    observed = scale.sign * units.scores(metric).f1
    taus = [None if np.isnan(tau) else float(tau) for tau in kendall(observed, without)]
    ahead = without == without.max(axis=0)
    ordered = np.argwhere(observed[:, None] > observed + scale.tolerance)
    return tuple(
        LeftOut(
            unit,
            tuple(np.array(units.systems)[leads].tolist()),
            _flips(units.systems, ordered, scores, scale.tolerance),
            tau,
        )
        for unit, leads, scores, tau in zip(units.names, ahead.T, without.T, taus, strict=True)
    )


def _flips(
    systems: Sequence[str], ordered: Indices, scores: Floats, tolerance: float
) -> tuple[tuple[str, str], ...]:
    """The ordered pairs whose second is ahead by these scores."""
    first, second = ordered.T
    flipped = ordered[scores[second] > scores[first] + tolerance]
    return tuple((systems[ahead], systems[behind]) for ahead, behind in flipped.tolist())

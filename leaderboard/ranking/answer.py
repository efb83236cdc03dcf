"""The answer of a ranking by one metric: which system is best, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from leaderboard.significance.family import TESTABLE, Family, Verdict
from leaderboard.significance.intervals import Bounds
from leaderboard.significance.pairing import best_first

Situation = Literal["single", "identical", "untested", "few_trials", "against", "winner", "tied", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """How far the best system is ahead of another one, from which it differs on so many units.

    An untestable pair has no p-value.
    """

    over: str
    difference: float
    interval: Bounds | None
    interval_joint: Bounds | None
    p_adjusted: float | None
    verdict: Verdict
    differing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """The pairs of distinct systems by their verdicts; equivalent ones are not significant."""

    pairs: int
    significant: int
    not_significant: int
    untestable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """``groups`` are the systems best first, identical ones together; ``best`` is the first group.

    No system is significantly better than one that is ``not_beaten``. ``lead`` is over the next distinct
    system, ``tested_lead`` over the first one that could be tested against the best system. ``undecided`` is
    the first system that is not significantly worse than the best one. ``above`` and ``below`` count the
    systems that are significantly better and worse than the baseline, if there is one. ``equivalent`` are
    the systems that are shown to be within the margin of the best one.
    """

    situation: Situation
    groups: tuple[tuple[str, ...], ...]
    not_beaten: tuple[str, ...]
    counts: PairCounts
    lead: Lead | None
    tested_lead: Lead | None
    undecided: str | None
    above: int
    below: int
    equivalent: tuple[str, ...]

    @property
    def best(self) -> tuple[str, ...]:
        """The system with the highest score, and those that are identical to it."""
        return self.groups[0]


def answer_of(family: Family) -> Answer:
    """Return the answer that the tests of a family give."""
    order = best_first(family.gains, family.systems).tolist()
    better, counts = family.better(), _counts(family)
    groups: dict[int, list[int]] = {}
    for system in order:
        groups.setdefault(int(family.classes[system]), []).append(system)
    best, *others = groups.values()
    leads = tuple(_leads(family, best[0], [group[0] for group in others]))
    baseline = family.design.against
    row = None if baseline is None else better[family.systems.index(baseline)]
    column = None if baseline is None else better[:, family.systems.index(baseline)]
    return Answer(
        situation=_situation(family, counts, all(better[best[0], group[0]] for group in others)),
        groups=tuple(tuple(family.systems[system] for system in group) for group in groups.values()),
        not_beaten=tuple(family.systems[system] for system in order if not better[:, system].any()),
        counts=counts,
        lead=next((lead for lead in leads if lead.over == family.systems[others[0][0]]), None),
        tested_lead=next((lead for lead in leads if lead.verdict in TESTABLE), None),
        undecided=next((lead.over for lead in leads if lead.verdict != "significant"), None),
        above=0 if column is None else int(column.sum()),
        below=0 if row is None else int(row.sum()),
        equivalent=tuple(lead.over for lead in leads if lead.verdict == "equivalent"),
    )


def _counts(family: Family) -> PairCounts:
    """Count each pair of distinct systems once, however many copies they have."""
    pairs = family.hypotheses.first_of_each
    significant, untestable = (
        int((family.has(verdict) & pairs).sum()) for verdict in ("significant", "untestable")
    )
    every = int(pairs.sum())
    return PairCounts(
        pairs=every,
        significant=significant,
        not_significant=every - significant - untestable,
        untestable=untestable,
    )


def _leads(family: Family, best: int, others: Sequence[int]) -> Iterator[Lead]:
    """The leads of the best system over the others that it was compared with, in their order."""
    first, second = family.pairing.first, family.pairing.second
    pairs = np.flatnonzero((first == best) | (second == best))
    pair_with = dict(zip((first + second)[pairs] - best, pairs.tolist(), strict=True))
    for other in others:
        if (pair := pair_with.get(other)) is not None:
            comparison = family[pair]
            ahead = comparison.first == family.systems[best]
            yield Lead(
                over=family.systems[other],
                difference=comparison.difference if ahead else -comparison.difference,
                interval=_of_best(comparison.interval, ahead),
                interval_joint=_of_best(comparison.interval_joint, ahead),
                p_adjusted=None if comparison.verdict == "untestable" else comparison.p_adjusted,
                verdict=comparison.verdict,
                differing=comparison.units_differing,
            )


def _of_best(interval: Bounds | None, ahead: bool) -> Bounds | None:
    """An interval of the first score less the second as one of the best system less the other."""
    if interval is None or ahead:
        return interval
    low, high = interval
    return -high, -low


def _situation(family: Family, counts: PairCounts, beats_all: bool) -> Situation:
    """The first situation that fits."""
    design = family.design
    if len(family.systems) == 1:
        return "single"
    if family.distinct == 1:
        return "identical"
    if counts.untestable == counts.pairs:
        return "untested"
    trials = int(family.p_values.trials.max(initial=0))
    decided = family.p_values.exact | family.has("significant") | family.by_t
    tests = 1 if design.adjust == "none" else counts.pairs
    if not decided[family.testable].any() and tests > design.alpha * (trials + 1):
        return "few_trials"
    if design.against is not None:
        return "against"
    if beats_all:
        return "winner"
    return "open" if counts.significant else "tied"

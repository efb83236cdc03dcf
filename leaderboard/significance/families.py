"""Are the differences between systems more than luck? P-values, intervals and verdicts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from leaderboard.errors import UsageError
from leaderboard.metrics.metric import Floats, Metric
from leaderboard.scoresheet import Units, mean_score
from leaderboard.significance.adjustment import adjusted, critical
from leaderboard.significance.bootstrap import centred_p, score_draws
from leaderboard.significance.comparison import VERDICTS, Design, Family, Intervals, PValues
from leaderboard.significance.intervals import bca, none, percentile
from leaderboard.significance.jackknife import acceleration, scores_without
from leaderboard.significance.pairing import Bools, Indices, Pairing, all_pairs, pairs_against
from leaderboard.significance.randomization import randomization, units_differing
from leaderboard.significance.remarks import attainable, least_significant, least_trials, remarks
from leaderboard.text import counted
from leaderboard.threads import ALONE, Stage, Work

_LADDER = (10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)


def families(units: Units, design: Design, work: Work = ALONE) -> tuple[Family, ...]:
    """The comparisons of all systems by each metric: one family a metric, all from the same masks."""
    pairing = _pairing(units.systems, design.against)
    scores = [mean_score(metric, units.sums[metric.name], units.dataset).f1 for metric in units.metrics]
    differences = [score[pairing.first] - score[pairing.second] for score in scores]
    trials = trials_needed(len(pairing), design.alpha) if design.trials is None else design.trials
    testing = Stage("testing", trials, len(pairing), len(units.metrics))
    share = trials / (trials + design.draws)
    found = _p_values(units, pairing, differences, trials, design, work.part(0, share, testing))
    drawing = work.part(share, 1, Stage("intervals", design.draws))
    draws = score_draws(units, design.draws, design.seed, drawing)
    return tuple(
        _family(units, design, pairing, metric, score, draws[metric.name], p_values)
        for metric, score, p_values in zip(units.metrics, scores, found, strict=True)
    )


def within(family: Family, systems: Collection[str]) -> Family:
    """The comparisons among some of the systems: p-values and draws as they are, corrected for these pairs.

    There are no pairs where the baseline is none of these systems.
    """
    wanted = frozenset(systems)
    names = tuple(system for system in family.systems if system in wanted)
    kept = np.array([system in wanted for system in family.systems])
    pairs = kept[family.pairing.first] & kept[family.pairing.second]
    against, old = family.design.against, family.p_values
    p_values = PValues(old.p[pairs], old.trials[pairs], old.exact[pairs])
    counts, errors = family.units_differing[pairs], family.standard_errors[pairs]
    p_adjusted, borderline, verdicts = _judged(p_values, errors, counts, family.design)
    found = replace(
        family,
        systems=names,
        pairing=_pairing(names, against) if against in (None, *names) else all_pairs(1),
        scores=family.scores[kept],
        draws=family.draws[kept],
        score_intervals=_some(family.score_intervals, kept),
        intervals=_some(family.intervals, pairs),
        p_values=p_values,
        standard_errors=errors,
        p_adjusted=p_adjusted,
        borderline=borderline,
        units_differing=counts,
        verdicts=verdicts,
    )
    return replace(found, remarks=tuple(remarks(found)))


def trials_needed(pairs: int, alpha: float) -> int:
    """The first rung of at least 4 pairs / alpha trials, so that a correction can be overcome."""
    return next((rung for rung in _LADDER if rung * alpha >= 4 * pairs), _LADDER[-1])


def _pairing(systems: tuple[str, ...], against: str | None) -> Pairing:
    if against is None:
        return all_pairs(len(systems))
    if against not in systems:
        raise UsageError(f"there is no system {against!r}; choose the baseline among {', '.join(systems)}")
    return pairs_against(systems.index(against), len(systems))


def _p_values(
    units: Units,
    pairing: Pairing,
    differences: Sequence[Floats],
    trials: int,
    design: Design,
    work: Work,
) -> list[PValues]:
    if design.trials is None and trials * design.alpha < len(pairing):
        _refuse_hours(units, pairing, design, trials)
    if design.test == "ar":
        return randomization(units, pairing, differences, trials, design.seed, work)
    drawn = centred_p(units, pairing, differences, trials, design.seed, work)
    everywhere = np.full(len(pairing), trials)
    return [PValues(p, everywhere, np.zeros(len(pairing), dtype=bool)) for p in drawn]


def _refuse_hours(units: Units, pairing: Pairing, design: Design, trials: int) -> None:
    """Hours of random trials, after which one pair alone could not be significant, are not begun unasked."""
    counts = [units_differing(units.sums[metric.name], pairing) for metric in units.metrics]
    if design.test == "bootstrap" or any((count >= trials.bit_length()).any() for count in counts):
        pairs, few = len(pairing), _LADDER[0]
        need = f"need {least_trials(pairs, design.alpha):,} random trials or more"
        remedy = f"correct by --adjust bh --trials {few}, or say how many with --trials"
        if design.adjust == "bh":
            enough = least_significant(pairs, few, design.alpha)
            need += " for one alone to be significant"
            remedy = f"or say how many with --trials, of which {few} do where {enough:,} pairs differ"
        if design.adjust == "none":
            need, remedy = "would take hours", f"or say how many trials, of which {few} do, with --trials"
        against = "compare with one system by --against NAME"
        what = f"{counted(pairs, 'pair')} under --adjust {design.adjust} {need}"
        raise UsageError(f"{what}; {against}, {remedy}")


def _family(
    units: Units,
    design: Design,
    pairing: Pairing,
    metric: Metric,
    scores: Floats,
    draws: Floats,
    p_values: PValues,
) -> Family:
    counts = units_differing(units.sums[metric.name], pairing)
    errors = np.where(p_values.exact, 0, np.sqrt(p_values.p * (1 - p_values.p) / p_values.trials))
    p_adjusted, borderline, verdicts = _judged(p_values, errors, counts, design)
    of_scores, of_differences = _intervals(units, metric, pairing, scores, draws, design)
    family = Family(
        metric=metric.name,
        systems=units.systems,
        design=design,
        pairing=pairing,
        scores=scores,
        draws=draws,
        score_intervals=of_scores,
        intervals=of_differences,
        p_values=p_values,
        standard_errors=errors,
        p_adjusted=p_adjusted,
        borderline=borderline,
        units=len(units.names),
        units_differing=counts,
        verdicts=verdicts,
    )
    return replace(family, remarks=tuple(remarks(family)))


def _some(intervals: Intervals, rows: Bools) -> Intervals:
    return Intervals(intervals.bounds[rows], intervals.degenerate[rows])


def _judged(
    p_values: PValues, errors: Floats, counts: Indices, design: Design
) -> tuple[Floats, Bools, Indices]:
    """What the pairs of a family, corrected together, are found to be: p, whether borderline, and verdict."""
    p_adjusted = adjusted(p_values.p, design.adjust)
    borderline = _borderline(p_values.p, errors, p_adjusted, design) & (attainable(counts) <= design.alpha)
    return p_adjusted, borderline, _verdicts(p_adjusted, counts, design.alpha)


def _verdicts(p_adjusted: Floats, differing: Indices, alpha: float) -> Indices:
    """Identical and untestable depend on the pair alone, whatever its p-value."""
    verdicts = np.where(p_adjusted <= alpha, VERDICTS.index("significant"), VERDICTS.index("tied"))
    verdicts[attainable(differing) > alpha] = VERDICTS.index("untestable")
    verdicts[differing == 0] = VERDICTS.index("identical")
    return verdicts


def _borderline(p: Floats, errors: Floats, p_adjusted: Floats, design: Design) -> Bools:
    """Whether p + 2 SE or p - 2 SE would change sides, the other p-values held fixed."""
    limit = critical(p, design.adjust, design.alpha)
    significant = p_adjusted <= design.alpha
    return (errors > 0) & np.where(significant, p + 2 * errors > limit, p - 2 * errors <= limit)


def _intervals(
    units: Units, metric: Metric, pairing: Pairing, scores: Floats, draws: Floats, design: Design
) -> tuple[Intervals, Intervals]:
    """The intervals of the scores and of the differences, run by run to bound the memory."""
    if len(units.names) == 1:
        return none(len(scores)), none(len(pairing))
    without = scores_without(units, metric) if design.interval == "bca" else scores[:, None]

    def intervals(drawn: Floats, observed: Floats, left: Floats) -> Intervals:
        if design.interval == "percentile":
            return percentile(drawn, design.alpha)
        return bca(drawn, observed, acceleration(left, units.dataset), design.alpha)

    bounds = np.zeros((len(pairing), 2))
    degenerate = np.zeros(len(pairing), dtype=bool)
    for run in pairing.runs:
        first, second = pairing.first[run.pairs], pairing.second[run.pairs]
        found = intervals(*(values[first] - values[second] for values in (draws, scores, without)))
        bounds[run.pairs], degenerate[run.pairs] = found.bounds, found.degenerate
    return intervals(draws, scores, without), Intervals(bounds, degenerate)

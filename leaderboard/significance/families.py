"""P-values, intervals and verdicts: are the differences between systems more than luck?

P-values are corrected together for the pairs of distinct systems, and also over all slices of one kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

import numpy as np

from leaderboard.errors import UsageError
from leaderboard.metrics.metric import Floats, Metric, scale_of
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Units, several_runs
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.design import Design, is_exact, looks, refuse_hours, refuse_many, trials_needed
from leaderboard.significance.family import (
    Family,
    OverDatasets,
    PValues,
    judged,
    with_equivalence,
)
from leaderboard.significance.intervals import Errors, student, without_draws
from leaderboard.significance.jackknife import Outputs, estimates, outputs, with_t
from leaderboard.significance.pair_units import PairUnits
from leaderboard.significance.pairing import (
    Bools,
    Hypotheses,
    Indices,
    Pairing,
    all_pairs,
    best_first,
    copy_classes,
    distinct_pairs,
    hypotheses,
    pairs_against,
    places,
    same_as,
)
from leaderboard.significance.randomization import randomization
from leaderboard.significance.remarks import NAMED, remarks
from leaderboard.significance.resampling import Products, centred_p, score_draws
from leaderboard.significance.runs import runs_of_pairs, units_differing
from leaderboard.threads import ALONE, Stage, Work

# Of the sums of two systems, what a core tests at least with 10,000 trials.
_NUMBERS_PER_SECOND = 5e7


def families(units: Units, design: Design, work: Work = ALONE) -> tuple[Family, ...]:
    """The comparisons of all systems by each metric: one family a metric, all from the same masks.

    Trials are for pairs of single outputs; pairs with a system of several runs are tested by t.
    """
    refuse_many(len(units.systems), len(units.metrics), design.against)
    numbers = sum(sums[:1].size for sums in units.sums.values()) * len(units.systems) ** 2
    with work.family(numbers / _NUMBERS_PER_SECOND):
        return _families(units, design, work)


def _families(units: Units, design: Design, work: Work) -> tuple[Family, ...]:
    pairing = pairing_of(units.systems, design.against)
    alone = outputs(units, pairing, design)
    scores = [units.scores(metric).f1 for metric in units.metrics]
    differences = [(score[pairing.first] - score[pairing.second])[alone.kept] for score in scores]
    counts = [units_differing(alone.units.sums[metric.name], alone.pairing) for metric in units.metrics]
    trials = _trials(units, pairing, alone, counts, design)
    sampled = max(_sampled(count, trials, design) for count in counts)
    testing = Stage("testing", trials, sampled, len(units.metrics))
    share = trials / (trials + design.draws)
    products = Products.of(alone.units)
    asked = alone.units, products, alone.pairing, differences, counts
    found = _p_values(*asked, trials, design, work.part(0, share, testing))
    drawing = work.part(share, 1, Stage("intervals", design.draws))
    known = products if alone.units is units else None
    draws = (
        score_draws(units, design.draws, design.seed, drawing, known)
        if units.adds_up and units.is_sample
        else {metric.name: np.empty((len(units.systems), 0)) for metric in units.metrics}
    )
    return tuple(
        _corrected(
            _tested(
                units,
                design.by(scale_of(metric.name)),
                pairing,
                metric,
                score,
                draws[metric.name],
                p_values.among(alone.kept),
                count if alone.pairing is pairing and units.adds_up else None,
                work,
            )
        )
        for metric, score, p_values, count in zip(units.metrics, scores, found, counts, strict=True)
    )


def of_pairs(
    pairs: Sequence[Family],
    components: Sequence[int],
    systems: tuple[str, ...],
    scores: Floats,
    design: Design,
) -> Family:
    """The family of pairs that were each tested by itself, over units of its own, and have these scores.

    No score has an error, because no units are those of all pairs; the effective number is the least.
    """

    def column(name: str) -> Any:
        return np.concatenate([attrgetter(name)(family) for family in pairs])

    pairing, unknown = pairing_of(systems, design.against), np.full(len(systems), np.nan)
    classes = same_as(pairing, column("units_differing") == 0, len(systems))
    units = np.array([family.units for family in pairs])
    return _corrected(
        Family(
            metric=pairs[0].metric,
            systems=systems,
            runs=(),
            design=design,
            pairing=pairing,
            scores=scores,
            draws=np.empty((len(systems), 0)),
            classes=classes,
            score_intervals=without_draws(np.stack([unknown, unknown], axis=1)),
            intervals=without_draws(column("intervals.bounds")),
            p_values=PValues(*(column(f"p_values.{one.name}") for one in fields(PValues))),
            standard_errors=column("standard_errors"),
            units=int(units.max()),
            units_differing=column("units_differing"),
            score_errors=Errors(unknown, unknown),
            errors=Errors(column("errors.error"), column("errors.df")),
            sampling=min((family.sampling for family in pairs), key=attrgetter("effective_units")),
            hypotheses=_hypotheses(pairing, classes, scores, systems),
            facts=PairUnits.unknown(len(pairs)),
            documents=pairs[0].documents,
            pair_units=units,
            components=np.array(components),
        )
    )


def within(family: Family, systems: Collection[str]) -> Family:
    """The comparisons among some of the systems: p-values and draws as they are, corrected for these pairs.

    There are no pairs where the baseline is none of these systems.
    """
    wanted = frozenset(systems)
    names = tuple(system for system in family.systems if system in wanted)
    kept = np.array([system in wanted for system in family.systems])
    pairs = kept[family.pairing.first] & kept[family.pairing.second]
    against = family.design.against
    pairing = pairing_of(names, against) if against in (None, *names) else all_pairs(1)
    classes, scores = places(family.classes[kept], np.arange(len(names))), family.scores[kept]
    some = replace(
        family,
        systems=names,
        runs=several_runs(count for count, keep in zip(family.runs, kept, strict=False) if keep),
        pairing=pairing,
        scores=scores,
        draws=family.draws[kept],
        classes=classes,
        score_intervals=family.score_intervals.of(kept),
        intervals=family.intervals.of(pairs),
        score_errors=family.score_errors.of(kept),
        errors=family.errors.of(pairs),
        p_values=family.p_values.of(pairs),
        facts=family.facts.of(pairs, kept),
        pair_units=None if family.pair_units is None else family.pair_units[pairs],
        standard_errors=family.standard_errors[pairs],
        units_differing=family.units_differing[pairs],
        hypotheses=_hypotheses(pairing, classes, family.scale.sign * scores, names),
        p_over_slices=None,
        datasets=None,
    )
    return _corrected(some)


def pairing_of(systems: tuple[str, ...], against: str | None) -> Pairing:
    if against is None:
        return all_pairs(len(systems))
    if against not in systems:
        raise UsageError(f"there is no system {against!r}; choose the baseline among {', '.join(systems)}")
    return pairs_against(systems.index(against), len(systems))


def _p_values(
    units: Units,
    products: Products,
    pairing: Pairing,
    differences: Sequence[Floats],
    counts: Sequence[Indices],
    trials: int,
    design: Design,
    work: Work,
) -> list[PValues]:
    if design.test != "bootstrap":
        studentized = design.test == "studentized"
        planned = looks(trials, design)
        asked = units, products, pairing, differences, counts
        return randomization(*asked, planned, design.seed, work, studentized)
    drawn = centred_p(units, products, pairing, differences, trials, design.seed, work)
    everywhere, none = np.full(len(pairing), trials), np.full(len(pairing), np.nan)
    return [PValues(p, everywhere, np.zeros(len(pairing), dtype=bool), none) for p in drawn]


def _trials(units: Units, pairing: Pairing, alone: Outputs, counts: Sequence[Indices], design: Design) -> int:
    """The number of random trials: by the largest family, copies counted once, and by the most attempts."""
    if design.trials is not None:
        return design.trials
    pairs = max(len(distinct_pairs(units, metric.name, pairing)) for metric in units.metrics)
    trials = trials_needed(pairs * design.most_attempts(units.systems), design.alpha)
    if len(alone.pairing):
        refuse_hours(pairs, counts, trials, design)
    return trials


def _sampled(counts: Indices, trials: int, design: Design) -> int:
    """The number of pairs that take random trials, of which the others need few."""
    return len(counts) if design.test == "bootstrap" else int((~is_exact(counts, trials)).sum())


def _tested(
    units: Units,
    design: Design,
    pairing: Pairing,
    metric: Metric,
    scores: Floats,
    draws: Floats,
    p_values: PValues,
    differing: Indices | None,
    work: Work,
) -> Family:
    """The family before its pairs are corrected together; the units ``differing`` may be known."""
    classes = copy_classes(units.all_sums(metric.name), units.runs)
    if differing is None:
        differing = units_differing(units.sums[metric.name], pairing, units.runs, units.adds_up)
    over_runs = None if units.is_sample else runs_of_pairs(units.runs, len(units.systems), pairing)
    family = Family(
        metric=metric.name,
        systems=units.systems,
        runs=units.runs,
        design=design,
        pairing=pairing,
        scores=scores,
        draws=draws,
        classes=classes,
        p_values=p_values,
        standard_errors=_standard_errors(p_values),
        units=len(units.names) if over_runs is None else int(over_runs.max(initial=0)),
        documents=units.documents,
        adds_up=units.adds_up,
        units_differing=differing if over_runs is None else np.where(differing > 0, over_runs, 0),
        pair_units=over_runs,
        hypotheses=_hypotheses(pairing, classes, scale_of(metric.name).sign * scores, units.systems),
        **estimates(units, metric, pairing, scores, draws, design, work),
    )
    return with_t(family)


def _hypotheses(pairing: Pairing, classes: Indices, scores: Floats, systems: tuple[str, ...]) -> Hypotheses:
    """The pairs of distinct systems, best first by these scores, of which more is better."""
    return hypotheses(pairing, places(classes, best_first(scores, systems)))


def _standard_errors(found: PValues) -> Floats:
    """The standard errors of p-values by random trials, 0 for the others."""
    random = ~found.exact & (found.trials > 0)
    return np.where(random, np.sqrt(found.p * (1 - found.p) / np.maximum(found.trials, 1)), 0)


def _corrected(family: Family) -> Family:
    """The family with the columns that depend on all of its pairs."""
    family = judged(family)
    testable = family.testable
    family = replace(family, intervals=family.intervals.where(testable), errors=family.errors.where(testable))
    family = with_equivalence(replace(family, joint=_joint(family)))
    return replace(family, remarks=tuple(remarks(family)))


def _joint(family: Family) -> Floats:
    """The bounds that hold together for all hypotheses; those that hold alone where nothing is corrected."""
    design, pairs = family.design, len(family.hypotheses)
    if design.interval != "t":
        return np.full((len(family.pairing), 2), np.nan)
    alpha = design.alpha if design.adjust == "none" else design.alpha / max(pairs, 1)
    return student(family.differences, family.errors, alpha, family.scale.reach)


def slice_families(slices: Sequence[Units], design: Design, work: Work = ALONE) -> list[tuple[Family, ...]]:
    """Test all pairs on each slice, by each metric; the slices are all that are shown of one kind."""
    if not slices:
        return []
    shared = replace(design, trials=design.trials or slice_trials(slices, design))
    share = 1 / len(slices)
    found = [
        families(units, shared, work.part(number * share, (number + 1) * share))
        for number, units in enumerate(slices)
    ]
    over = [_over_slices(of_metric) for of_metric in zip(*found, strict=True)]
    return list(zip(*over, strict=True))


def slice_trials(slices: Sequence[Units], design: Design) -> int:
    """Return the number of random trials by the largest family over all slices, copies counted once."""
    paired = [(units, pairing_of(units.systems, design.against)) for units in slices]
    tests = max(
        sum(len(distinct_pairs(units, metric.name, pairing)) for units, pairing in paired)
        for metric in slices[0].metrics
    )
    return trials_needed(tests * design.most_attempts(slices[0].systems), design.alpha)


def _over_slices(families: Sequence[Family]) -> Iterator[Family]:
    """Correct all pairs on all slices together."""
    tested = [
        family.charged_p[family.hypotheses.largest(family.p_values.p * family.attempts)]
        for family in families
    ]
    corrected = adjusted(np.concatenate(tested), families[0].design.procedure)
    ends = np.cumsum([len(p) for p in tested])
    for family, p in zip(families, np.split(corrected, ends[:-1]), strict=True):
        # On a slice with few mentions, different systems hardly differ either.
        remarks = tuple(one for one in family.remarks if one.kind != "near_copies")
        yield replace(family, p_over_slices=family.hypotheses.by_pair(p, copies=1), remarks=remarks)


def over_datasets(whole: Family, alone: Mapping[str, Family]) -> Family:
    """The family with what the tests on each of several datasets say, corrected for pairs and datasets."""
    if len(alone) < 2 or not len(whole):
        return whole
    p = np.stack([family.p_values.p for family in alone.values()], axis=1)
    charged, pairs = np.minimum(p * whole.attempts[:, None], 1), whole.hypotheses
    tested = np.stack([column[pairs.largest(column)] for column in charged.T], axis=1)
    corrected = adjusted(tested.reshape(-1), "holm").reshape(tested.shape)
    over = np.stack([pairs.by_pair(column, copies=1) for column in corrected.T], axis=1)
    differences = np.stack([family.differences for family in alone.values()], axis=1)
    found = OverDatasets(tuple(alone), differences, p, over, alpha=whole.design.alpha, sign=whole.scale.sign)
    return replace(whole, datasets=found)


def reversed_remarks(whole: Family, slices: Sequence[Family], by: str) -> Iterator[Remark]:
    """Remark on pairs whose order on every slice is the reverse of that on the whole."""
    if len(slices) < 2:
        return
    ahead = whole.ahead
    behind = np.all([family.ahead == -ahead for family in slices], axis=0) & (ahead != 0)
    if behind.any():
        yield remark("ahead_only_on_whole", by=by, **_named(whole, behind))


def opposite_remarks(whole: Family, family: Family, name: str) -> Iterator[Remark]:
    """Remark on pairs that differ significantly on the whole, and the other way on a slice."""
    significant = whole.has("significant") & family.has("significant")
    opposite = significant & (whole.ahead * family.ahead < 0)
    if opposite.any():
        yield remark("opposite_on_slice", name=name, **_named(whole, opposite))


def _named(whole: Family, pairs: Bools) -> dict[str, object]:
    """The first pairs, the system that is ahead on the whole first, and the number of all."""
    first = np.flatnonzero(pairs)[:NAMED].tolist()
    names = []
    for pair in first:
        ends = (whole.pairing.first[pair], whole.pairing.second[pair])
        ahead, behind = ends if whole.scale.sign * whole.differences[pair] > 0 else ends[::-1]
        names.append((whole.systems[ahead], whole.systems[behind]))
    return {"pairs": tuple(names), "count": int(pairs.sum())}

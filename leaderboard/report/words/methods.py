"""The sentences that say how differences were tested, for captions and papers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import scale_of
from leaderboard.options import Options
from leaderboard.report.words.names import drawn_from, unit_count, units_said, words_of
from leaderboard.text import counted, joined, plural

if TYPE_CHECKING:
    from leaderboard.ranking.answer import Lead
    from leaderboard.significance.family import Comparison, Family
    from leaderboard.significance.pairing import Bools

_TESTS = {
    "ar": "two-sided approximate randomization",
    "studentized": "two-sided studentized randomization (Chung and Romano, 2013)",
    "bootstrap": "the two-sided centred paired bootstrap",
    "t": "t tests",
}
_INTERVALS = {"t": "t", "percentile": "percentile", "bca": "BCa"}
_ADJUSTMENTS = {
    "shaffer": "Shaffer's correction (logical relations between pairs)",
    "shaffer_static": "Shaffer's correction (static version, for more than {coloured} systems)",
    "holm": "Holm's correction",
    "bonferroni": "Bonferroni's correction",
    "bh": "the Benjamini-Hochberg procedure",
    "none": "no correction",
}
_EXACT = "exact, over all assignments"
# In one line.
_SHORT = {
    "shaffer": "Shaffer",
    "shaffer_static": "Shaffer",
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "bh": "Benjamini-Hochberg",
    "none": "not corrected",
}


def method(options: Options, family: Family, documents: int, of_pairs: bool = False) -> Iterator[str]:
    """Say how differences were tested and corrected, and what the intervals of scores or pairs are."""
    tested = _tested(family)
    alone = tested & ~family.with_runs
    units = unit_count(family)
    if options.unit == "part":
        units += f" of {counted(documents, 'document')}"
    grouped = [] if family.documents is None else [counted(family.documents, words_of(family.metric).item)]
    if alone.any():
        some = " between single outputs" if (tested & family.with_runs).any() else ""
        by_t = options.test == "t"
        how = "; ".join((*grouped, *([] if by_t else [_random_trials(options, family, alone)])))
        over = f"{units} ({how})" if how else units
        errors = ", with jackknife variances" if by_t else ""
        yield f"Differences{some} were tested by {_TESTS[options.test]} over {over}{errors}."
    if (tested & family.with_runs).any():
        runs = zip(family.systems, family.runs, strict=True)
        several = [f"{system} {count:,}" for system, count in runs if count > 1]
        over = "runs" if options.unit == "run" else f"{drawn_from(family)} (jackknife) and runs"
        yield (
            f"Systems with several runs ({joined(several)}) are means over runs; their pairs were tested by "
            f"a t test with variances over {over}."
        )
    if tested.any():
        yield from _corrected(options, family)
    yield from _intervals(options, family, of_pairs)
    if not tested.any():
        return
    yield from attempts(family)
    yield from _equivalence(options, family)
    if options.against is not None and of_pairs:
        yield f"Only pairs with {options.against} were tested."


def _tested(family: Family) -> Bools:
    """Return which pairs were tested."""
    return family.testable & family.hypotheses.differ


def _corrected(options: Options, family: Family) -> Iterator[str]:
    """Return the correction for several pairs, with what it keeps, and the level."""
    if _several(family) and options.adjust != "none":
        yield f"P-values were adjusted by {correction(options, family)}, at α = {options.alpha:g}."
        yield _promise(options, family)
    elif _several(family):
        pairs = " for the number of pairs" * bool((family.attempts > 1).any())
        yield f"P-values were not adjusted{pairs}; the level is α = {options.alpha:g}."
    else:
        yield f"The level is α = {options.alpha:g}."


def _intervals(options: Options, family: Family, of_pairs: bool) -> Iterator[str]:
    """Return what the intervals are, if there are any, and what those of differences hold for."""
    known = family.intervals.bounds if of_pairs and len(family) else family.score_intervals.bounds
    if (known != known).all():
        return
    joint = has_joint(family) and _tested(family).any()
    hold = f"; intervals of differences are joint for all {len(family.hypotheses):,} pairs" if joint else ""
    what = "Intervals" if of_pairs else "Intervals of scores"
    yield f"{what} are {interval_kinds(options, family, of_pairs)}{hold}."


def has_joint(family: Family) -> bool:
    """Return True where intervals of pairs hold together, not one by one."""
    return family.design.interval == "t" and family.design.adjust != "none" and _several(family)


def is_adjusted(family: Family) -> bool:
    """Return True where a correction or attempts can change a p-value."""
    return (_several(family) and family.design.adjust != "none") or bool((family.attempts > 1).any())


def adjusted_p(p: float, family: Family) -> str:
    """Return a p-value after corrections, if there are any, with its name."""
    return p_said(p, "adjusted p" if is_adjusted(family) else "p")


def interval_said(difference: Comparison | Lead, family: Family) -> str:
    """Return the interval of a difference with its level, and if it holds together with all others."""
    joint = difference.interval_joint if has_joint(family) else None
    bounds = joint or difference.interval
    if bounds is None:
        return "no interval"
    low, high = bounds
    wider = ", wider than the test needs" if difference.verdict == "significant" and low <= 0 <= high else ""
    ends = " to ".join(map(family.scale.text, bounds))
    return f"{'joint ' if joint else ''}{interval_head(family.design.alpha)} {ends}{wider}"


def _several(family: Family) -> bool:
    """Return True where there are several pairs of distinct systems, which need a correction."""
    return len(family.hypotheses) > 1


def interval_kinds(options: Options, family: Family, of_pairs: bool) -> str:
    """Return the kinds of intervals; systems with several runs have t intervals."""
    level = percentage(1 - options.alpha)
    over = "jackknife, and the variance over runs" if family.runs else "jackknife"
    scale = "" if of_pairs or not family.scale.is_share else " on the logit scale"
    by_t = f"{level} t intervals{scale} ({'the variance over runs' if options.unit == 'run' else over})"
    from leaderboard.significance.runs import has_several

    several = family.with_runs if of_pairs else has_several(family.runs, len(family.systems))
    if options.interval == "t" or several.all():
        return by_t
    drawn = f"{level} bootstrap intervals ({_INTERVALS[options.interval]}, {counted(options.draws, 'draw')})"
    return f"{by_t} for systems with several runs, otherwise {drawn}" if several.any() else drawn


def _promise(options: Options, family: Family) -> str:
    """Return the error rate that the correction keeps; bootstrap tests keep it on many units only."""
    drawn = is_bootstrapped(family)
    level = f"{'about' if drawn else 'at most'} {percentage(options.alpha)}"
    more = f", and more on few {drawn_from(family)}" * drawn
    if options.adjust == "bh":
        return f"On average {level} of the significant differences are false{more}."
    return f"The chance of any false difference between interchangeable systems is {level}{more}."


def _equivalence(options: Options, family: Family) -> Iterator[str]:
    """Return the meaning of equivalent, where there is a margin."""
    if options.margin is None:
        return
    method = "holm" if options.adjust == "shaffer" else options.adjust
    several = f", {adjustment(method)}" if _several(family) else ""
    tests = f"two one-sided t tests at α = {options.alpha:g}{several}"
    yield f"Equivalent: shown to be less than {margin_said(options.margin, family.metric)} apart ({tests})."
    if _several(family) and options.adjust not in ("bh", "none"):
        level = percentage(options.alpha)
        yield f"The chance that any two systems are falsely called equivalent is at most {level}."


def verdict_text(verdict: object, is_within: object, is_borderline: object) -> str:
    """Return a verdict, with the margin if a significant difference lies within it."""
    within = ", within the margin" if is_within and verdict == "significant" else ""
    return f"{verdict}{within}{', borderline' if is_borderline else ''}"


def percentage(share: float) -> str:
    """Return a level as ``95 %``."""
    return f"{100 * share:g} %"


def interval_head(alpha: float) -> str:
    """Return the heading of a column of intervals, with their level."""
    return f"{percentage(1 - alpha)} interval"


def margin_said(margin: float, metric: str) -> str:
    """Return a margin as scores are shown."""
    points = " point" if margin == 1 else " points"
    return f"{margin:g}{points if scale_of(metric).percent else ''}"


def claim(options: Options, family: Family) -> Iterator[str]:
    """Say what results of tests over clusters, blocks or runs are about."""
    if options.unit == "component":
        blocks = "documents" if options.joins else "stretches of text"
        yield (
            f"The results are about these outputs on these documents only. Blocks are {blocks}: if a system "
            "happens to be much weaker in some of them, the chance of a false difference is above "
            f"{percentage(options.alpha)} (see the calibration)."
        )
    elif options.unit == "run":
        yield "The results are about these methods on these documents only, with other seeds."
    elif (options.cluster or (options.of_table and options.unit == "cluster")) and len(family):
        many = plural(options.cluster or options.unit)
        yield f"The units of the tests are {many}: the results are about other {many} of this kind."


def tested(options: Options, family: Family) -> str:
    """Return the test in one short sentence; nothing where nothing is tested."""
    if not _tested(family).any():
        return ""
    name, _, _ = _TESTS[options.test].removeprefix("the ").partition(" (")
    name = name.removeprefix("two-sided ").removesuffix(" tests")
    if family.with_runs.any() and options.unit != "run":
        name = (
            "two-level t"
            if family.with_runs.all()
            else f"two-level t for systems with several runs, otherwise {name},"
        )
    over = f"{name} over {units_said(family)}"
    pairs = f", {counted(len(family.hypotheses), 'pair')} ({_SHORT[family.correction]})"
    return f"Test: {over}{pairs if _several(family) else ''}, α = {options.alpha:g}."


def attempts(family: Family) -> Iterator[str]:
    """Return what p-values are multiplied by, where an entry was chosen among several attempts."""
    stated = [f"{system} {count:,}" for system, count in family.design.attempts if system in family.systems]
    if stated:
        yield f"P-values are multiplied by the number of attempts ({joined(stated)})."


def adjustment(name: str) -> str:
    """Return what a correction is called."""
    from leaderboard.significance.adjustment import MOST_COLOURED

    return _ADJUSTMENTS[name].format(coloured=MOST_COLOURED)


def correction(options: Options, family: Family) -> str:
    """Return the correction, and the pairs that it is for."""
    from leaderboard.significance.adjustment import MOST

    too_many = options.adjust == "shaffer" and options.against is None and family.correction == "holm"
    instead = f" (there are more than {MOST} systems)" if too_many else ""
    return f"{adjustment(family.correction)}{instead} for {_pairs(options, family)}"


def _pairs(options: Options, family: Family) -> str:
    """Return the number of pairs of distinct systems."""
    baseline = "" if options.against is None else f" with {options.against}"
    distinct = " of distinct systems" if family.copies and not baseline else ""
    return f"{counted(len(family.hypotheses), 'pair')}{distinct}{baseline}"


def is_bootstrapped(family: Family) -> bool:
    """Return True where the bootstrap tests some pair; it keeps its level on many units only."""
    return family.design.test == "bootstrap" and is_drawn(family)


def is_drawn(family: Family) -> bool:
    """Return True where any pair was tested by chance, which t tests are not."""
    return not len(family) or not family.by_t.all()


def mean_note(datasets: int, averaged: str, tested: bool = True) -> tuple[str, ...]:
    """Return what a score is where it is no score of one dataset, by what scores are ``averaged`` over."""
    if averaged == "pool":
        return (f"Scores are of all {datasets} datasets as one.",) if datasets > 1 else ()
    of_units = () if averaged == "dataset" else (f"{averaged}s",)
    over = (*of_units, *([f"{datasets} datasets"] if datasets > 1 else ()))
    within = " Tests and intervals resample within each dataset." if tested and datasets > 1 else ""
    return (f"Scores are unweighted means over {', then over '.join(over)}.{within}",) if over else ()


def _random_trials(options: Options, family: Family, pairs: Bools) -> str:
    """Return the number of random trials of these pairs with the seed, or that each test was exact."""
    trials = family.p_values.trials[pairs & ~family.p_values.exact]
    if not len(trials):
        return _EXACT
    most = "" if trials.min() == trials.max() else "up to "
    return f"{most}{counted(int(trials.max()), 'trial')}, seed {options.seed}"


def p_said(p: float, name: str = "p") -> str:
    """Return a p-value with its name, as sentences have it."""
    return f"{name} < 0.0001" if p < 0.0001 else f"{name} = {p:.4f}"


def mean_of(datasets: int, averaged: str) -> str:
    """Return what a score is where it is no score of one dataset, as it stands after the documents."""
    if averaged == "pool":
        return f" of {datasets} datasets as one" if datasets > 1 else ""
    of_units = [] if averaged == "dataset" else [f"mean over {averaged}s"]
    over = (*of_units, *([f"the mean of {datasets} datasets"] if datasets > 1 else []))
    return f" as {', then '.join(over)}" if over else ""

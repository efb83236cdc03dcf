"""The sentences that say how differences were tested, for captions and papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from leaderboard.options import Options
from leaderboard.report.words import runs
from leaderboard.text import counted, joined

if TYPE_CHECKING:
    from leaderboard.significance.family import Family

_TESTS = {
    "ar": "two-sided approximate randomization",
    "bootstrap": "the two-sided centred paired bootstrap",
}
_T_TEST = "two-sided t tests"
_INTERVALS = {"t": "t", "percentile": "percentile", "bca": "BCa"}
_ADJUSTMENTS = {
    "shaffer": "Shaffer's correction (logical relations between pairs)",
    "shaffer_static": "Shaffer's correction (static version, for more than {coloured} systems)",
    "holm": "Holm's correction",
    "bonferroni": "Bonferroni's correction",
    "bh": "the Benjamini-Hochberg procedure",
    "none": "no correction",
}


def methods(options: Options, families: Sequence[Family], documents: int, of_pairs: bool = False) -> str:
    """Return test, trials, correction, level, units and intervals, as far as anything is tested.

    Intervals are those of pairs, or those of scores.
    """
    family = families[0]
    units = counted(family.units, options.unit)
    if options.unit == "part":
        units += f" of {counted(documents, 'document')}"
    if not len(family) and family.units == 1:
        return f"Nothing was tested, over {units}."
    if not len(family):
        seed = "" if options.interval == "t" else f", seed {options.seed}"
        return f"Intervals are {_intervals(options, family, of_pairs=False)} of {units}{seed})."
    sentences = [
        *runs.means(family),
        f"{_tests(options, families, units)}{_corrected(options, family)}",
        *runs.variances(family),
        *_promise(options, family),
        *_equivalence(options, family),
    ]
    if family.units > 1:
        hold = _hold(options, families) if of_pairs else "; each holds alone, not all at once."
        sentences.append(f"Intervals are {_intervals(options, family, of_pairs)}){hold}")
    return " ".join(sentences)


def has_joint(options: Options, family: Family) -> bool:
    """Return True where intervals of pairs hold together, not each alone."""
    return options.interval == "t" and options.adjust != "none" and _several(family)


def is_adjusted(options: Options, family: Family) -> bool:
    """Return True where a correction or attempts can change a p-value."""
    return (len(family) > 1 and options.adjust != "none") or bool((family.attempts > 1).any())


def _several(family: Family) -> bool:
    """Return True where there are several pairs of distinct systems, which need a correction."""
    return len(family.hypotheses) > 1


def _tests(options: Options, families: Sequence[Family], units: str) -> str:
    """Return the test of each kind of pairs: systems with several runs have t tests."""
    drawn = f"{_TESTS[options.test]} over {units} ({_trials(families)}, seed {options.seed})"
    by_t = families[0].by_t
    if not by_t.any():
        return f"Differences were tested by {drawn}"
    if by_t.all():
        return f"Differences were tested by {_T_TEST} over {units}"
    return f"Differences between single outputs were tested by {drawn}, and all others by {_T_TEST},"


def _intervals(options: Options, family: Family, of_pairs: bool) -> str:
    """Return the kinds of intervals, with a bracket left open; systems with several runs have t intervals."""
    level = percentage(1 - options.alpha)
    by_t = f"{level} t intervals (jackknife{', and the variance over runs' if family.runs else ''}"
    from leaderboard.significance.runs import has_several

    several = family.by_t if of_pairs else has_several(family.runs, len(family.systems))
    if options.interval == "t" or several.all():
        return by_t
    drawn = f"{level} bootstrap intervals ({_INTERVALS[options.interval]}, {counted(options.draws, 'draw')}"
    return f"{by_t}) for systems with several runs, otherwise {drawn}" if several.any() else drawn


def _hold(options: Options, families: Sequence[Family]) -> str:
    """Return what intervals of pairs hold for: all pairs at once, or each alone."""
    joint = [family for family in families if has_joint(options, family)]
    if joint:
        counts = {len(family.hypotheses) for family in joint}
        pairs = f"all {counts.pop():,} pairs" if len(counts) == 1 else "all pairs by one metric"
        return f" that hold jointly for {pairs}; one may contain 0 although the test finds a difference."
    return "; each holds alone, not all at once." if len(families[0]) > 1 else "."


def _promise(options: Options, family: Family) -> Iterator[str]:
    """Return the error rate that the correction keeps, of which a pair alone has no need."""
    if _several(family) and options.adjust == "bh":
        yield f"On average at most {percentage(options.alpha)} of the significant differences are false."
    elif _several(family) and options.adjust != "none":
        yield (
            f"The chance that any two interchangeable systems are called different is at most "
            f"{percentage(options.alpha)}."
        )


def _equivalence(options: Options, family: Family) -> Iterator[str]:
    """Return the meaning of equivalent, where there is a margin."""
    if options.margin is None:
        return
    method = "holm" if options.adjust == "shaffer" else options.adjust
    several = f", {adjustment(method)}" if _several(family) else ""
    tests = f"two one-sided t tests at α = {options.alpha:g}{several}"
    yield f"Equivalent: shown to be less than {points(options.margin)} apart ({tests})."
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


def points(margin: float) -> str:
    """Return a margin in points of F1."""
    return "1 point" if margin == 1 else f"{margin:g} points"


def tested(options: Options, family: Family) -> str:
    """Return the test in one short sentence; nothing where nothing is tested."""
    if not len(family):
        return ""
    name = _TESTS[options.test].removeprefix("the ").removeprefix("two-sided ")
    if family.by_t.any():
        name = (
            "two-level t"
            if family.by_t.all()
            else f"two-level t for systems with several runs, otherwise {name},"
        )
    corrected = f", {correction(options, family)}" if _several(family) else ""
    test = f"Test: {name} over {counted(family.units, options.unit)}{corrected}, α = {options.alpha:g}."
    return " ".join((test, *attempts(family)))


def attempts(family: Family) -> Iterator[str]:
    """Return what p-values are multiplied by, where an entry was chosen among several attempts."""
    stated = [f"{system} {count:,}" for system, count in family.design.attempts if system in family.systems]
    if stated:
        yield f"P-values are multiplied by the number of attempts ({joined(stated)})."


def _corrected(options: Options, family: Family) -> str:
    """Return the level and the correction, which a pair alone does not need."""
    level = f" at α = {options.alpha:g}."
    if not _several(family):
        return level
    if options.adjust == "none":
        return f"{level} P-values were not adjusted for {_pairs(options, family)}."
    return f"{level} P-values were adjusted within each metric by {correction(options, family)}."


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


def _trials(families: Sequence[Family]) -> str:
    """Return the number of random trials, or that all assignments were tried."""
    sampled = {int(trials) for family in families for trials in family.p_values.trials[family.sampled]}
    exact = any(family.p_values.exact.any() for family in families)
    if not sampled:
        return "exact, over all assignments"
    text = counted(max(sampled), "trial")
    if len(sampled) > 1:
        text += ", fewer for pairs with large p-values [Besag and Clifford, 1991]"
    return f"{text}, exact where fewer assignments are possible" if exact else text

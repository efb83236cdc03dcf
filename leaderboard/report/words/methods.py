"""The sentences that say how differences were tested, for captions and papers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leaderboard.options import Options
from leaderboard.text import counted

if TYPE_CHECKING:
    from leaderboard.significance.comparison import Family

_TESTS = {
    "ar": "two-sided approximate randomization",
    "bootstrap": "the two-sided centred paired bootstrap",
}
_INTERVALS = {"t": "t", "percentile": "percentile", "bca": "BCa"}
_ADJUSTMENTS = {
    "shaffer": "Shaffer's correction by logical relations between pairs",
    "shaffer_static": "Shaffer's correction by the number of pairs passed",
    "holm": "Holm's correction",
    "bonferroni": "Bonferroni's correction",
    "bh": "the Benjamini-Hochberg procedure",
    "none": "no correction",
}


def methods(options: Options, families: Sequence[Family], documents: int) -> str:
    """Return test, trials, correction, level, units and intervals, as far as anything is tested."""
    family = families[0]
    units = counted(family.units, options.unit)
    if options.unit != "document":
        units += f" of {counted(documents, 'document')}"
    level = f"{100 * (1 - options.alpha):g} %"
    intervals = (
        f"{level} t intervals (jackknife"
        if options.interval == "t"
        else f"{level} bootstrap intervals ({_INTERVALS[options.interval]}, {counted(options.draws, 'draw')}"
    )
    if not len(family) and family.units == 1:
        return f"Nothing was tested, over {units}."
    if not len(family):
        seed = "" if options.interval == "t" else f", seed {options.seed}"
        return f"Intervals are {intervals} of {units}{seed})."
    tested = (
        f"Differences were tested by {_TESTS[options.test]} over {units} "
        f"({_trials(families)}, seed {options.seed}){_corrected(options, family)}"
    )
    if family.units == 1:
        return tested
    unadjusted = " and are not adjusted for the number of pairs" if len(family) > 1 else ""
    return f"{tested} Intervals are {intervals}){unadjusted}."


def tested(options: Options, family: Family) -> str:
    """Return the test in one short sentence; nothing where nothing is tested."""
    if not len(family):
        return ""
    name = _TESTS[options.test].removeprefix("the ").removeprefix("two-sided ")
    corrected = f", {correction(options, family)}" if len(family) > 1 else ""
    return f"Test: {name} over {counted(family.units, options.unit)}{corrected}, α = {options.alpha:g}."


def _corrected(options: Options, family: Family) -> str:
    """Return the level and the correction, which a pair alone does not need."""
    level = f" at α = {options.alpha:g}."
    if len(family) == 1:
        return level
    if options.adjust == "none":
        return f"{level} P-values were not adjusted for {_pairs(options, family)}."
    return f"{level} P-values were adjusted within each metric ({correction(options, family)})."


def correction(options: Options, family: Family) -> str:
    """Return the correction, and the pairs that it is for."""
    return f"{_ADJUSTMENTS[family.correction]} for {_pairs(options, family)}"


def _pairs(options: Options, family: Family) -> str:
    baseline = "" if options.against is None else f" with {options.against}"
    return f"{counted(len(family.hypotheses), 'pair')}{baseline}"


def mean_note(datasets: int, tested: bool = True) -> tuple[str, ...]:
    """Return what a score is where there are several datasets."""
    if datasets < 2:
        return ()
    within = " Tests and intervals resample within each dataset." if tested else ""
    return (f"Scores are unweighted means over {datasets} datasets.{within}",)


def _trials(families: Sequence[Family]) -> str:
    """Return the number of random trials, or that all assignments were tried."""
    sampled = {
        int(trials) for family in families for trials in family.p_values.trials[~family.p_values.exact]
    }
    exact = any(family.p_values.exact.any() for family in families)
    if not sampled:
        return "exact, over all assignments"
    text = counted(max(sampled), "trial")
    return f"{text}, exact where fewer assignments are possible" if exact else text

"""The sentence that says how differences were tested, for captions and papers."""

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
_INTERVALS = {"percentile": "percentile", "bca": "BCa"}
_ADJUSTMENTS = {
    "holm": "Holm's correction",
    "bonferroni": "Bonferroni's correction",
    "bh": "the Benjamini-Hochberg procedure",
    "none": "no correction",
}


def methods(options: Options, families: Sequence[Family], documents: int) -> str:
    """Test, trials, correction, level, units and intervals; the intervals alone where nothing is tested."""
    family = families[0]
    units = counted(family.units, options.unit)
    if options.unit != "document":
        units += f" of {counted(documents, 'document')}"
    intervals = (
        f"{100 * (1 - options.alpha):g} % bootstrap intervals ({_INTERVALS[options.interval]}, "
        f"{counted(options.draws, 'draw')}"
    )
    if not len(family) and family.units == 1:
        return f"Nothing was tested, over {units}."
    if not len(family):
        return f"Intervals are {intervals} of {units}, seed {options.seed})."
    corrected = f", with {correction(options, family)} within each metric," if len(family) > 1 else ""
    tested = (
        f"Differences were tested by {_TESTS[options.test]} over {units} "
        f"({_trials(families)}, seed {options.seed}){corrected} at α = {options.alpha:g}."
    )
    if family.units == 1:
        return tested
    unadjusted = " and are not adjusted for the number of pairs" if len(family) > 1 else ""
    return f"{tested} Intervals are {intervals}){unadjusted}."


def correction(options: Options, family: Family) -> str:
    """The correction, for how many pairs it is, and for which."""
    baseline = "" if options.against is None else f" with {options.against}"
    return f"{_ADJUSTMENTS[options.adjust]} for {counted(len(family), 'pair')}{baseline}"


def mean_note(datasets: int, tested: bool = True) -> tuple[str, ...]:
    """What a score is where there are several datasets."""
    if datasets < 2:
        return ()
    within = "; swaps and resamples are within datasets" if tested else ""
    return (f"Scores are unweighted means over {datasets} datasets{within}.",)


def _trials(families: Sequence[Family]) -> str:
    """What the pairs were tested with: random trials, all assignments, or some of both."""
    sampled = {
        int(trials) for family in families for trials in family.p_values.trials[~family.p_values.exact]
    }
    exact = any(family.p_values.exact.any() for family in families)
    if not sampled:
        return "exactly, all assignments"
    text = counted(max(sampled), "trial")
    return f"{text}, or exactly where fewer assignments are possible" if exact else text

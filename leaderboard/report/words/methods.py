"""The sentence that says how differences were tested, for captions and papers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from leaderboard.options import Settings
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


def methods(settings: Settings, families: Sequence[Family], documents: int) -> str:
    """Test, trials, correction, level, units and intervals; the intervals alone where nothing is tested."""
    family = families[0]
    units = counted(family.units, settings.unit)
    if settings.unit != "document":
        units += f" of {counted(documents, 'document')}"
    intervals = (
        f"{100 * (1 - settings.alpha):g} % bootstrap intervals ({_INTERVALS[settings.interval]}, "
        f"{counted(settings.draws, 'draw')}"
    )
    if not len(family) and family.units == 1:
        return f"Nothing was tested, over {units}."
    if not len(family):
        return f"Intervals are {intervals} of {units}, seed {settings.seed})."
    tested = (
        f"Differences were tested by {_TESTS[settings.test]} over {units} "
        f"({_trials(families)}, seed {settings.seed}), with {correction(settings, family)} "
        f"within each metric, at α = {settings.alpha:g}."
    )
    if family.units == 1:
        return tested
    return f"{tested} Intervals are {intervals}) and are not adjusted for the number of pairs."


def correction(settings: Settings, family: Family) -> str:
    """The correction, for how many pairs it is, and for which."""
    baseline = "" if settings.against is None else f" with {settings.against}"
    return f"{_ADJUSTMENTS[settings.adjust]} for {counted(len(family), 'pair')}{baseline}"


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

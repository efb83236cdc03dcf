"""The sentence that says how differences were tested, for captions and papers."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.options import Settings
from leaderboard.significance.comparison import Family

_TESTS = {"ar": "approximate randomization", "bootstrap": "the centred paired bootstrap"}
_ADJUSTMENTS = {
    "holm": "Holm's correction",
    "bonferroni": "Bonferroni's correction",
    "bh": "the Benjamini-Hochberg procedure",
    "none": "no correction",
}


def methods(settings: Settings, families: Sequence[Family]) -> str:
    """Test, trials, correction, level, units and intervals, in two sentences."""
    family = families[0]
    pairs = f"{len(family):,} pair{'s' * (len(family) != 1)}"
    return (
        f"Differences were tested by {_TESTS[settings.test]} over {family.units:,} {settings.unit}s "
        f"({_trials(families)}, seed {settings.seed}), with {_ADJUSTMENTS[settings.adjust]} "
        f"for {pairs} within each metric, at alpha = {settings.alpha:g}. "
        f"Intervals hold {100 * (1 - settings.alpha):g} % of {settings.draws:,} bootstrap draws "
        f"({settings.interval}) and are not adjusted."
    )


def mean_note(datasets: int, tested: bool = True) -> tuple[str, ...]:
    """What a score is where there are several datasets."""
    if datasets < 2:
        return ()
    within = "; swaps and draws stay within each" if tested else ""
    return (f"Scores are means over {datasets} datasets{within}.",)


def _trials(families: Sequence[Family]) -> str:
    """What the pairs were tested with: random trials, all assignments, or some of both."""
    sampled = {
        int(trials) for family in families for trials in family.p_values.trials[~family.p_values.exact]
    }
    exact = any(family.p_values.exact.any() for family in families)
    if not sampled:
        return "exactly, all assignments"
    text = f"{max(sampled):,} trials"
    return f"{text}, or exactly where fewer assignments are possible" if exact else text

"""Sentences beside the numbers of `compare` and `power`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from leaderboard.report.words.methods import margin_said
from leaderboard.report.words.names import points_of, words_of
from leaderboard.text import capital, counted, plural

if TYPE_CHECKING:
    from leaderboard.significance.family import Family
    from leaderboard.significance.power import Needed


def sign_note(first: str = "the first system", second: str = "the second") -> str:
    """Which way every difference goes."""
    return f"Every difference is {first} minus {second}."


def driver_caption(metric: str, unit: str, first: str, counts: tuple[int, int, int]) -> str:
    """``counts`` are the units on which the first system is ahead, level and behind."""
    ahead, level, behind = counts
    return f"{metric} by {unit}: {first} is ahead on {ahead}, level on {level}, behind on {behind}"


def driver_notes(unit: str) -> tuple[str, ...]:
    return (
        f"Effect: how much this {unit} contributes to the difference (half the change if the two outputs "
        "were swapped on it).",
    )


def change_notes(first: str, second: str, pairs: int) -> tuple[str, ...]:
    """The meaning of the columns; of several pairs only one is shown."""
    return (
        sign_note(first, second),
        f"Only {first}: mentions counted here for {first} but not for {second}.",
        *((f"This is one of {pairs:,} pairs; JSON has all.",) if pairs > 1 else ()),
    )


def power_caption(units: int, unit: str, power: float, alpha: float, metric: str) -> str:
    return (
        f"The smallest {words_of(metric).smallest} that {counted(units, unit)} detect with "
        f"{100 * power:.0f} % power at alpha = {alpha:g}"
    )


def power_notes(pairs: int, identical: int, unit: str) -> tuple[str, ...]:
    """Notes on reading the numbers."""
    copies = " of distinct systems (identical systems count as one)" if identical else " of systems"
    several = (
        f"Median and range over {counted(pairs, 'pair')}{copies}.",
        f"All {pairs:,} pairs: corrected, at alpha / {pairs:,}.",
    )
    return (
        *(several if pairs > 1 else ()),
        "SE: the standard error of the difference.",
        "80 % power: if two systems truly differ by this much, the difference is significant in four of five "
        "test sets like this one.",
        f"With few differing {plural(unit)}, a randomization test cannot reach small p-values.",
    )


def fewer_pairs_notes(pairs: Mapping[str, int]) -> Iterator[str]:
    """Say by which metrics fewer ``pairs`` of systems differ than by another."""
    for metric, left in pairs.items():
        if left < max(pairs.values()):
            some = f"{left or 'no'} {plural('pair', left)} of distinct systems"
            yield f"By {metric}, median, range and correction are for {some}."


def too_few_note(unit: str, alpha: float, runs: bool) -> str:
    """Return why some cell at level ``alpha`` is blank; systems with several ``runs`` have t tests."""
    from leaderboard.significance.resampling import ENOUGH

    # So many units have 2^ENOUGH swaps, of which two are the most extreme.
    by_t = f"; `rank --test t` needs only {ENOUGH}" * (alpha < 2 / 2**ENOUGH)
    by_swaps = f"so few {plural(unit)} differ that no test by swaps can be significant at this level{by_t}"
    why = f"too few {plural(unit)} differ" if runs else by_swaps
    return f"–: {why}. Such a pair counts as larger than any number."


def needed_notes(family: Family, needed: Mapping[str, Needed | None]) -> Iterator[str]:
    """Say how many units the observed difference would need by the metric of a family, if it was planned."""
    found, unit, pairs = needed[family.metric], plural(family.design.unit), len(family.hypotheses)
    scores = dict(zip(family.systems, family.scores.tolist(), strict=True))
    difference = abs(scores[found.first] - scores[found.second]) if found else 0
    if found is None or round(difference, 12) == 0:
        return
    corrected = f" ({_about(found.corrected)} with a correction for {pairs:,} pairs)" if pairs > 1 else ""
    yield (
        f"If the observed difference of {family.scale.text(difference)}{points_of(family.metric)} between "
        f"{found.first} and "
        f"{found.second} is the true one, it takes {_about(found.single)} {unit} like these to show it in "
        f"four of five test sets{corrected}. If the far end of its interval is the true one, it takes "
        f"{_about(found.least)}. This is a plan for a new test set, not a verdict: adding {unit} until p is "
        "small is no test."
    )


def _about(count: int | None) -> str:
    """Return a number of units in two significant digits."""
    return "more than a million" if count is None else f"about {float(f'{count:.2g}'):,.0f}"


def margin_label(margin: float, unit: str, metric: str) -> str:
    """Return the heading of the number of units that a margin needs."""
    return f"{capital(plural(unit))} for {margin_said(margin, metric)}"


def margin_note(margin: float, unit: str, metric: str) -> str:
    """Return the meaning of the number of units that a margin needs."""
    return (
        f"{margin_label(margin, unit, metric)}: a rough estimate of the number of {plural(unit)} that show "
        f"two systems of equal score to be less than {margin_said(margin, metric)} apart, with 80 % power."
    )


def more_runs_note(margin: float, unit: str, metric: str) -> str:
    """Return why there is no number of units that a margin needs."""
    return (
        f"{margin_label(margin, unit, metric)} –: no number of {plural(unit)} is enough with so few runs. "
        "More runs are needed."
    )


def curve_caption(unit: str, pairs: int | None) -> str:
    """``pairs`` are those that the correction is for, None for one pair."""
    which = "one pair" if pairs is None else f"all {pairs:,} pairs (corrected)"
    return f"The smallest detectable difference by number of {plural(unit)}: median for {which}"


def run_curve_caption(unit: str) -> str:
    counts = f"number of runs and {plural(unit)}"
    return f"The smallest detectable difference by {counts}: median for one pair tested by t"


def run_curve_note(unit: str) -> str:
    """Return why more units may seem to do harm."""
    return (
        "Few runs leave few degrees of freedom if most of the variance is between runs. "
        f"Then the smallest detectable difference can grow with the number of {plural(unit)}."
    )


def left_out_note(labels: Sequence[str], option: str) -> str:
    """Return which columns a narrow terminal does not show, and the option that shows them."""
    return f"Hidden columns: {', '.join(labels)} ({option})."

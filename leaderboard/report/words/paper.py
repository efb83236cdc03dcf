"""The sentences that a paper prints about a comparison or a ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.report.words.methods import (
    attempts,
    has_joint,
    is_adjusted,
    is_drawn,
    mean_note,
    methods,
    percentage,
    points,
)
from leaderboard.report.words.names import label
from leaderboard.report.words.remarks import sentences
from leaderboard.text import counted, joined
from leaderboard.version import VERSION

if TYPE_CHECKING:
    from leaderboard.options import Options
    from leaderboard.ranking.standings import Standing
    from leaderboard.significance.family import Comparison, Family
    from leaderboard.significance.intervals import Bounds
    from leaderboard.significance.runs import Spread

# How far apart the runs of each system with several are.
Spreads = Mapping[str, "Spread"]

TEXT_TITLE = "Text for a paper"
_WIDTH = 80
_UNBROKEN = "\N{NO-BREAK SPACE}"
_CITED = {
    "ar": "coref-leaderboard {version} (The leaderboard authors), with the test of Noreen (1989)",
    "bootstrap": "coref-leaderboard {version} (The leaderboard authors)",
    "t": "coref-leaderboard {version} (The leaderboard authors)",
}


def compared(options: Options, family: Family, documents: int, datasets: int, spread: Spreads) -> str:
    """The scores of all systems, each difference with its test, and the method."""
    method = _method(options, family, documents, datasets, of_pairs=True)
    return " ".join((*results(options, family, spread), *method))


def results(options: Options, family: Family, spread: Spreads) -> tuple[str, ...]:
    """The scores of all systems, and each difference with its test."""
    units = counted(family.units, options.unit)
    scores = [
        f"{_score(score, spread.get(system))} for {system}"
        for system, score in zip(family.systems, family.scores, strict=True)
    ]
    adjusted = is_adjusted(options, family)
    return (
        f"The {label(family.metric)} F1 on {units} is {joined(scores)}{_meaning(spread)}.",
        *(_pair(pair, options, adjusted, has_joint(options, family)) for pair in family),
    )


def ranked(
    options: Options,
    family: Family,
    standings: Sequence[Standing],
    documents: int,
    datasets: int,
    where: str,
    spread: Spreads,
) -> str:
    """The best system, those that do not differ from it significantly, how many pairs do, and the method."""
    best = standings[0]
    significant = int(family.has("significant").sum())
    pairs = counted(len(family), "pair") + (f" with {options.against}" if options.against else "")
    return " ".join(
        (
            f"{len(standings)} systems were ranked by {label(family.metric)} F1{where} on "
            f"{counted(family.units, options.unit)}.",
            f"{best.system} scores {_score(best.score, spread.get(best.system))}"
            f"{_interval(best.interval, options, signed=False)}, and no system scores higher.",
            *_level_with(best.system, family),
            f"Of {pairs}, {significant:,} {'differs' if significant == 1 else 'differ'} significantly.",
            *_method(options, family, documents, datasets),
        )
    )


def wrapped(text: str) -> str:
    """A paragraph in lines of the same length on every terminal; no name is broken."""
    lines = fill(text.replace(" %", f"{_UNBROKEN}%"), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return lines.replace(_UNBROKEN, " ")


def _pair(pair: Comparison, options: Options, adjusted: bool, joint: bool) -> str:
    if pair.verdict == "identical":
        both = f"{pair.first} and {pair.second}"
        return f"There is no difference between {both}: their counts are the same on every {options.unit}."
    if pair.verdict == "untestable":
        differing = counted(pair.units_differing, options.unit)
        verdict = f"untestable, because the two differ on only {differing}"
    else:
        verdict = f"{'' if pair.verdict == 'significant' else 'not '}significant{_within(pair, options)}"
    p = _statistic(pair) + _p("p", pair.p_value)
    p += f", {_p('adjusted p', pair.p_adjusted)}" if adjusted else ""
    bounds = pair.interval_joint if joint else pair.interval
    return (
        f"The difference {pair.first} minus {pair.second} is {100 * pair.difference:+.2f} points"
        f"{_interval(bounds, options)}; it is {verdict} ({p})."
    )


def _score(score: float, spread: Spread | None) -> str:
    """Return a score, with the standard deviation and the number of runs where there are several."""
    if spread is None or spread.sd is None:
        return f"{100 * score:.2f}"
    return f"{100 * score:.2f} ± {100 * spread.sd:.2f} over {counted(spread.runs, 'run')}"


def _meaning(spread: Spreads) -> str:
    return " (mean ± standard deviation)" if any(one.sd is not None for one in spread.values()) else ""


def _statistic(pair: Comparison) -> str:
    """Return the statistic of a t test, where it has one."""
    if pair.statistic is None or pair.df is None:
        return ""
    return f"t({pair.df:.1f}) = {pair.statistic:.2f}, "


def _within(pair: Comparison, options: Options) -> str:
    """Return the margin of two systems that are equivalent."""
    if not pair.equivalent or options.margin is None:
        return ""
    link = ", but" if pair.verdict == "significant" else " and"
    return f"{link} within the margin of {points(options.margin)}"


def _interval(bounds: Bounds | None, options: Options, signed: bool = True) -> str:
    if bounds is None:
        return ""
    low, high = (f"{100 * bound:{'+' if signed else ''}.2f}" for bound in bounds)
    return f" ({percentage(1 - options.alpha)} interval {low} to {high})"


def _level_with(best: str, family: Family) -> tuple[str, ...]:
    """Which systems were compared with the best one and do not differ from it significantly."""
    pairing, number = family.pairing, family.systems.index(best)
    concerned = (pairing.first == number) | (pairing.second == number)
    pairs = np.flatnonzero(concerned & ~family.has("significant"))
    others = pairing.first[pairs] + pairing.second[pairs] - number
    level = [family.systems[other] for other in others.tolist()]
    return (f"It does not differ significantly from {joined(level)}.",) if level else ()


def _method(
    options: Options, family: Family, documents: int, datasets: int, of_pairs: bool = False
) -> tuple[str, ...]:
    drawn = is_drawn(family)
    cited = _CITED[options.test if drawn else "t"].format(version=VERSION)
    method = methods(options, [family], documents, of_pairs)
    outputs = sentences(remark for remark in family.remarks if remark.kind == "single_runs")
    said = (*mean_note(datasets, options.averaged, drawn), method, *outputs, *attempts(family))
    return (*said, f"Scores and tests are by {cited}.")


def _p(name: str, value: float) -> str:
    return f"{name} < 0.0001" if value < 0.0001 else f"{name} = {value:.4f}"

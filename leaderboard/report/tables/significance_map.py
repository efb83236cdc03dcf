"""The test results of all pairs, as a square."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.report.words.methods import margin_said
from leaderboard.report.words.pair_remarks import why_untested
from leaderboard.significance.family import VERDICTS
from leaderboard.text import counted, plural

if TYPE_CHECKING:
    from leaderboard.significance.pairing import Indices
    from leaderboard.verbs.rank import RankResult

# A larger map is read by its colours alone.
MOST_CELLS_WITH_TEXT = 20


class Outcome(NamedTuple):
    """Of a row against a column: a word for files, a mark for cells, and what the mark means."""

    word: str
    mark: str
    meaning: str


OUTCOMES = (
    Outcome("better", ">", "the row is significantly better"),
    Outcome("worse", "<", "significantly worse"),
    Outcome("tied", "=", "no significant difference"),
    Outcome("equivalent", "≈", "equivalent, less than {margin} apart"),
    Outcome("identical", "≡", "identical"),
    Outcome("untestable", "?", "untestable, {why}"),
    Outcome("not compared", "", "blank: not compared"),
    Outcome("", "", ""),
)
BETTER, WORSE, TIED, _, _, _, NOT_COMPARED, ITSELF = range(len(OUTCOMES))
# These are explained in any case, the others where they occur.
_USUAL = (BETTER, WORSE, TIED)
_WORDS = {"significant": "better"}
_OF_VERDICT = np.array([[one.word for one in OUTCOMES].index(_WORDS.get(name, name)) for name in VERDICTS])


def outcomes(result: RankResult, metric: str = "") -> Indices:
    """The places in OUTCOMES of each system (row) against each other one (column), best first.

    They are by the primary metric unless another one is given; the order stays.
    """
    family = result.families[metric or result.options.primary]
    first, second = family.pairing.first, family.pairing.second
    found = np.full((len(family.systems),) * 2, NOT_COMPARED)
    found[first, second] = found[second, first] = _OF_VERDICT[family.verdicts]
    better = family.better()
    found[better], found[better.T] = BETTER, WORSE
    np.fill_diagonal(found, ITSELF)
    order = [family.systems.index(standing.system) for standing in result.primary.standings]
    return found[np.ix_(order, order)]


def against_baseline(result: RankResult, metric: str = "") -> dict[str, str | None]:
    """The result of the test against the baseline; None for the baseline itself."""
    baseline = result.options.against
    if baseline is None:
        return {}
    systems = [standing.system for standing in result.primary.standings]
    column = outcomes(result, metric)[:, systems.index(baseline)]
    return {
        system: OUTCOMES[place].word or None for system, place in zip(systems, column.tolist(), strict=True)
    }


def explained(result: RankResult) -> list[tuple[int, Outcome]]:
    """The outcomes that a reader of the map has to know, with what they mean."""
    present = set(outcomes(result).ravel().tolist()) | set(_USUAL)
    margin = margin_said(result.options.margin or 0, result.options.primary)
    why = why_untested(result.families[result.options.primary].design.unit)
    return [
        (place, one._replace(meaning=one.meaning.format(why=why, margin=margin)))
        for place, one in enumerate(OUTCOMES)
        if place in present and one.word
    ]


def tally(result: RankResult) -> str:
    """The number of pairs of distinct systems with a significant difference."""
    counts = result.answers[result.options.primary].counts
    verb = plural("differs", counts.pairs, "differ")
    some, against = f"{counts.significant:,} of {counted(counts.pairs, 'pair')}", result.options.against
    if against is not None:
        return f"{some} with {against} {verb} significantly; no others were tested."
    return f"{some} {verb} significantly."

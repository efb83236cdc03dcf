"""The head of the page: who leads, by how much, and how surely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from leaderboard.ranking.standings import Standing
from leaderboard.report.tables.significance_map import (
    BETTER,
    IDENTICAL,
    ITSELF,
    NOT_COMPARED,
    OUTCOMES,
    outcomes,
)
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.text import counted, joined, plural, range_text
from leaderboard.verbs.rank import RankResult

_MOST_COPIES = 3
# By the words of the significance map.
_VERDICTS = {
    "better": "significant",
    "worse": "significant",
    "tied": "not significant",
    "not compared": "not tested",
    "untestable": "untestable: too few {units} differ",
}


class Fact(NamedTuple):
    """A number or a name in large letters, what it is, and what goes with it."""

    term: str
    value: str
    details: tuple[str, ...]


def facts(result: RankResult) -> Iterator[Fact]:
    """The leader, its lead over the next system that has other output, its ranks, and the test set."""
    best, *others = result.primary.standings
    against, unit = outcomes(result)[0].tolist(), result.options.unit
    beside = list(zip(others, against[1:], strict=True))
    yield _leader(result, best, [one.system for one, outcome in beside if outcome == IDENTICAL])
    for one, outcome in beside:
        if outcome != IDENTICAL:
            word = OUTCOMES[outcome].word
            ahead = f"ahead of \N{FIRST STRONG ISOLATE}{one.system}\N{POP DIRECTIONAL ISOLATE}"
            verdict = _VERDICTS.get(word, word).format(units=plural(unit))
            yield Fact("Lead", f"{100 * (best.score - one.score):.2f} points", (ahead, verdict))
            break
    if any(outcome not in (ITSELF, NOT_COMPARED) for outcome in against):
        yield _range(result, best, against)
    datasets = [counted(number, "dataset") for number in [len(result.of("dataset"))] if number > 1]
    units = counted(result.families[result.options.primary].units, unit)
    yield Fact("Test set", units, (*datasets, counted(len(others) + 1, "system")))


def _leader(result: RankResult, best: Standing, copies: list[str]) -> Fact:
    """Its score, the interval where there is one, and the systems with the same output."""
    details = [f"{label(result.options.primary)} {100 * best.score:.2f}"]
    if best.interval is not None:
        low, high = best.interval
        level = percentage(1 - result.options.alpha)
        details.append(f"{level} interval {100 * low:.2f}\N{EN DASH}{100 * high:.2f}")
    if copies:
        details.append(f"identical: {joined(copies, _MOST_COPIES)}")
    return Fact("Leader", best.system, tuple(details))


def _range(result: RankResult, best: Standing, against: list[int]) -> Fact:
    """The ranks that the tests leave open for the leader, and the number of systems that it beats."""
    tested = sum(outcome not in (ITSELF, NOT_COMPARED) for outcome in against)
    details = [f"significantly better than {against.count(BETTER):,} of {counted(tested, 'system')}"]
    sharing = sum(standing.rank == best.rank for standing in result.primary.standings) - 1
    if sharing:
        details.append(f"{counted(sharing, 'more system')} {plural('has', sharing, 'have')} rank {best.rank}")
    return Fact("Rank range", range_text(best.low, best.high), tuple(details))

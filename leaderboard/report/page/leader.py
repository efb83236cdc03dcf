"""The head of the page: who leads, by how much, and how surely."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from leaderboard.ranking import Standing
from leaderboard.report.tables.significance_map import (
    BETTER,
    IDENTICAL,
    ITSELF,
    NOT_COMPARED,
    OUTCOMES,
    outcomes,
)
from leaderboard.report.words import leader as words
from leaderboard.report.words.names import label
from leaderboard.text import counted, range_text
from leaderboard.verbs.rank import RankResult


class Fact(NamedTuple):
    """A number or a name in large letters, what it is, and what goes with it."""

    term: str
    value: str
    details: tuple[str, ...]


def facts(result: RankResult) -> Iterator[Fact]:
    """The leader, its lead over the next system that has other output, its ranks, and the test set."""
    best, *others = result.primary.standings
    against = outcomes(result)[0].tolist()
    primary = label(result.options.primary)
    copies = [one.system for one, outcome in zip(others, against[1:], strict=True) if outcome == IDENTICAL]
    score = words.score(primary, best.score, best.interval, result.options.alpha)
    yield Fact(words.LEADER, best.system, (*score, *words.copies(copies)))
    for one, outcome in zip(others, against[1:], strict=True):
        if outcome != IDENTICAL:
            yield Fact(
                words.LEAD,
                words.lead(best.score - one.score),
                words.over(one.system, OUTCOMES[outcome].word, result.options.unit),
            )
            break
    if any(outcome not in (ITSELF, NOT_COMPARED) for outcome in against):
        yield _range(result, best, against)
    datasets = len(result.of("dataset"))
    units = result.families[result.options.primary].units
    yield Fact(
        words.TEST_SET,
        counted(units, result.options.unit),
        (*([counted(datasets, "dataset")] if datasets > 1 else ()), counted(len(others) + 1, "system")),
    )


def _range(result: RankResult, best: Standing, against: list[int]) -> Fact:
    """The ranks that the tests leave open for the leader, and the number of systems that it beats."""
    tested = sum(outcome not in (ITSELF, NOT_COMPARED) for outcome in against)
    sharing = sum(standing.rank == best.rank for standing in result.primary.standings) - 1
    return Fact(
        words.RANKS,
        range_text(best.low, best.high),
        (words.beaten(against.count(BETTER), tested), *words.shared(best.rank, sharing)),
    )

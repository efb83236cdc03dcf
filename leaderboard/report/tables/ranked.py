"""Scores with the ranks that they have by tests of their own, as ``57.68 (2)`` and as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leaderboard.ranking import Ranking, Standing
from leaderboard.report.table import Column, Table, Value, show
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.scores import score_columns, score_values
from leaderboard.report.words.marks import is_bold, rules_and_bold
from leaderboard.report.words.names import label
from leaderboard.report.words.ranges import range_text
from leaderboard.tasks.task import Score
from leaderboard.verbs.rank import RankResult

_RANKS = {"rank": "rank", "rank_low": "low", "rank_high": "high", "letters": "letters"}

Places = Mapping[str, Standing]


def places(ranking: Ranking) -> dict[str, Standing]:
    """The standing of each system."""
    return {standing.system: standing for standing in ranking.standings}


def ranked_text(f1: float, place: Standing | None) -> str:
    return show(f1, "percent") + (f" ({place.rank})" if place else "")


def partial_mean(result: RankResult, system: str, f1: float) -> str:
    """The mean of an excluded system says over how many datasets it is."""
    every, lacking = len(result.of("dataset")), len(result.lacking[system])
    return f"{show(f1, 'percent')} ({every - lacking} of {every})"


def ranking_alone(
    result: RankResult,
    caption: str,
    ranking: Ranking,
    scores: Mapping[str, Mapping[str, Score]],
    notes: tuple[str, ...],
) -> Table:
    """A ranking by the primary metric beside the one that orders the report, best first."""
    primary, baseline, standings = result.settings.primary, result.settings.against, ranking.standings
    return Table(
        caption,
        (
            Column("rank", "Rank", "count"),
            Column("letters", "Letters", "letters", main=result.settings.against is None),
            Column("system", "System"),
            Column(f"{primary}_f1", label(primary), "percent"),
            Column("interval", "Interval", "bounds", ends=primary),
            Column("range", "Ranks left open", "ranked"),
        ),
        tuple(
            (
                place.rank,
                place.letters,
                place.system,
                scores[place.system][primary].f1,
                interval(result, place),
                range_text(place.low, place.high),
            )
            for place in standings
        ),
        notes,
        best=frozenset(
            (row, f"{primary}_f1")
            for row, place in enumerate(standings)
            if is_bold(baseline, place, len(standings))
        ),
        groups=frozenset(
            row for row in range(1, len(standings)) if standings[row].rank != standings[row - 1].rank
        ),
        marks=rules_and_bold(baseline, len(result.primary.standings)) if len(standings) > 1 else "",
    ).main()


def rank_values(place: Standing | None) -> dict[str, Value]:
    """Rank, range and letters; nothing of a system that is ranked nowhere."""
    return {name: getattr(place, field) if place else None for name, field in _RANKS.items()}


def wide_columns(result: RankResult, scores: Sequence[dict[str, Score]]) -> tuple[Column, ...]:
    """Rank, range, letters and system, the primary F1 with its interval, and all other scores."""
    first, others = _score_columns(result, scores)
    return (
        Column("rank", "Rank", "count"),
        Column("rank_low", "From", "count"),
        Column("rank_high", "To", "count"),
        Column("letters", "Letters"),
        Column("system", "System"),
        *first,
        Column("interval", "Interval", "bounds", ends=result.settings.primary),
        *others,
    )


def wide_values(
    result: RankResult, system: str, place: Standing | None, scores: dict[str, Score]
) -> tuple[Value, ...]:
    """The values in these columns."""
    first, others = _score_columns(result, [scores])
    return (
        *rank_values(place).values(),
        system,
        *score_values(first, scores),
        interval(result, place) if place else None,
        *score_values(others, scores),
    )


def _score_columns(
    result: RankResult, scores: Sequence[dict[str, Score]]
) -> tuple[list[Column], list[Column]]:
    """The column of the primary F1, and the others."""
    primary = f"{result.settings.primary}_f1"
    columns = score_columns(result.metrics, scores)
    return (
        [column for column in columns if column.name == primary],
        [column for column in columns if column.name != primary],
    )

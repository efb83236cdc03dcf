"""A ranking as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.report.notes import caption, legend, observations, other_notes
from leaderboard.report.table import Bounds, Column, Numbered, Table, group_starts, show
from leaderboard.report.tables.repairs import strict_columns, strict_values
from leaderboard.report.tables.runs import mean_text, spread_columns, spread_values
from leaderboard.report.tables.scores import QUANTITIES, score_columns, score_values
from leaderboard.report.tables.significance_map import against_baseline
from leaderboard.report.words.boards import UNRANKED
from leaderboard.report.words.letter_ranges import EXPLAINED, shortened
from leaderboard.report.words.marks import is_bold, rules_and_bold
from leaderboard.report.words.names import label
from leaderboard.report.words.runs import MEAN
from leaderboard.significance.intervals import portable
from leaderboard.text import range_text

if TYPE_CHECKING:
    from leaderboard.ranking import Ranking, Standing
    from leaderboard.tasks.task import Score
    from leaderboard.verbs.rank import RankResult

FIRST = ("rank", "rank_low", "rank_high", "letters", "system")


def ranking_table(result: RankResult) -> Table:
    """One row a system, best first, with everything that a ranking says of it."""
    scores = [result.scores[standing.system] for standing in result.primary.standings]
    primary = result.options.primary
    columns = score_columns(result.metrics, scores)
    ordered = [column for column in columns if column.name == f"{primary}_f1"]
    others = [column for column in columns if column not in ordered]
    present = datasets_present(result)
    against = against_baseline(result)
    spread, repairs = result.primary_spread, result.text_repairs
    rows = [
        (
            standing.rank,
            rank_range(standing.low, standing.high),
            standing.low,
            standing.high,
            standing.system,
            *score_values(ordered, of_system),
            *((mean_text(of_system[primary].f1, spread.get(standing.system)),) if spread else ()),
            interval(result, standing),
            standing.letters,
            *score_values(others, of_system),
            *strict_values(result.metrics, repairs, standing.system),
            *((present[standing.system],) if present else ()),
            standing.best,
            standing.drawn_low,
            standing.drawn_high,
            standing.own_low,
            standing.own_high,
            result.task.found(standing.system).missing,
            *(spread_values(spread.get(standing.system)) if spread else ()),
            *((against[standing.system],) if against else ()),
        )
        for standing, of_system in zip(result.primary.standings, scores, strict=True)
    ]
    return Table(
        caption(result),
        (
            Column("rank", "Rank", "count"),
            Column("range", "Range", "ranked"),
            Column("rank_low", "From", "count", main=False),
            Column("rank_high", "To", "count", main=False),
            Column("system", "System"),
            *(replace(column, main=not spread) for column in ordered),
            *((Column(mean_column(result), label(primary), "ranked", metric=primary),) if spread else ()),
            Column("interval", "Interval", "bounds", ends=primary),
            Column("letters", "Letters", "letters", main=not against),
            *others,
            *strict_columns(result.metrics, repairs, primary),
            *((Column("datasets", "Datasets"),) if present else ()),
            Column("best", "P(best)", "percent", main=False),
            Column("drawn_low", "Drawn from", "count", main=False),
            Column("drawn_high", "Drawn to", "count", main=False),
            Column("own_low", "Alone from", "count", main=False),
            Column("own_high", "Alone to", "count", main=False),
            Column("missing", "Missing", "count", main=False),
            *(spread_columns(primary) if spread else ()),
            *((Column("against", f"vs {result.options.against}"),) if against else ()),
        ),
        tuple(rows),
        (*reading(result), *observations(result), *other_notes(result)),
        best=best_cells(result) | _best_means(result),
        groups=group_starts([standing.rank for standing in result.primary.standings]),
        marks=rules_and_bold(result.options.against, len(scores)),
        signature=result.signature,
    )


def people_table(result: RankResult) -> Table:
    """The ranking for people, in which systems that are excluded are the last rows."""
    table, primary = ranking_table(result), result.options.primary
    means = {name: partial_mean(result, name, scores[primary].f1) for name, scores in result.partial.items()}
    rows = tuple(
        tuple(
            {"system": system, f"{primary}_f1": mean, mean_column(result): mean}.get(column.name)
            for column in table.columns
        )
        for system, mean in means.items()
    )
    groups = table.groups | {len(table.rows)} if rows else table.groups
    return replace(table, rows=(*table.rows, *rows), groups=groups)


def partial_mean(result: RankResult, system: str, f1: float) -> str:
    """The mean of an excluded system says over how many datasets it is."""
    every, lacking = result.datasets, len(result.lacking[system])
    return Numbered(f"{show(f1, 'percent')} ({every - lacking} of {every})", f1)


def reading(result: RankResult) -> tuple[str, ...]:
    """Notes on reading the ranking, with ranges of letters if there are any."""
    letters = [standing.letters for standing in result.primary.standings]
    ranges = any(shortened(text) != text for text in letters)
    means, unranked = [MEAN] * bool(result.sheet.runs), [UNRANKED] * bool(result.partial)
    return (*legend(result), *means, *unranked, *([EXPLAINED] * ranges))


def mean_column(result: RankResult) -> str:
    """The name of the column that shows people the primary score: with the spread where there are runs."""
    return f"{result.options.primary}_{'mean' if result.sheet.runs else 'f1'}"


def datasets_present(result: RankResult) -> dict[str, str]:
    """The number of datasets of each system, if a ranked system lacks one."""
    every, lacking = len(result.of("dataset")), result.lacking
    systems = [row.system for row in result.primary.standings]
    if not set(systems) & set(lacking):
        return {}
    return {system: f"{every - len(lacking.get(system, ()))} of {every}" for system in systems}


def file_table(result: RankResult) -> Table:
    """The ranking with the columns of ``leaderboard.csv`` in their order.

    Letters stand before the system, and mention detection comes last. A range has two columns.
    """
    table = ranking_table(result)
    names = [column.name for column in table.columns]
    scores = [name for name in names if name.endswith(tuple(QUANTITIES)) and name.startswith("mentions_")]
    rest = [
        name for name in names if name not in (*FIRST, "range", f"{result.options.primary}_mean", *scores)
    ]
    return table.only([*FIRST, *rest[: rest.index("best")], *scores, *rest[rest.index("best") :]])


def interval(result: RankResult, standing: Standing) -> Bounds | None:
    """The bounds of a score, if any; those of BCa have gone through normal quantiles."""
    if standing.interval is None or result.options.interval == "percentile":
        return standing.interval
    low, high = map(portable, standing.interval)
    return low, high


def ranked_text(f1: float, standing: Standing | None) -> str:
    """A score with its rank."""
    return Numbered(show(f1, "percent") + (f" ({standing.rank})" if standing else ""), f1)


def rank_range(low: int, high: int) -> str:
    return Numbered(range_text(low, high), low)


def ranking_alone(
    result: RankResult,
    caption: str,
    ranking: Ranking,
    scores: Mapping[str, Mapping[str, Score]],
    notes: tuple[str, ...],
) -> Table:
    """A ranking by the primary metric beside the one that orders the report, best first."""
    primary, standings = result.options.primary, ranking.standings
    return Table(
        caption,
        (
            Column("rank", "Rank", "count"),
            Column("range", "Range", "ranked"),
            Column("system", "System"),
            Column(f"{primary}_f1", label(primary), "percent", metric=primary),
            Column("interval", "Interval", "bounds", ends=primary),
            Column("letters", "Letters", "letters", main=result.options.against is None),
        ),
        tuple(
            (
                standing.rank,
                rank_range(standing.low, standing.high),
                standing.system,
                scores[standing.system][primary].f1,
                interval(result, standing),
                standing.letters,
            )
            for standing in standings
        ),
        notes,
        best=frozenset(
            (row, f"{primary}_f1")
            for row, standing in enumerate(standings)
            if is_bold(result.options.against, standing, len(standings))
        ),
        groups=group_starts([standing.rank for standing in standings]),
        marks=rules_and_bold(result.options.against, len(result.primary.standings))
        if len(standings) > 1
        else "",
    ).main()


def standings_by_metric(result: RankResult) -> dict[str, dict[str, Standing]]:
    """The standing of each system by each metric."""
    return {name: ranking.by_system for name, ranking in result.rankings.items()}


def best_cells(result: RankResult) -> frozenset[tuple[int, str]]:
    """The systems that are to be bold, by each metric."""
    standings = standings_by_metric(result)
    return frozenset(
        (row, f"{name}_f1")
        for row, standing in enumerate(result.primary.standings)
        for name, places in standings.items()
        if is_bold(result.options.against, places[standing.system], len(places))
    )


def _best_means(result: RankResult) -> frozenset[tuple[int, str]]:
    """The cells of the means over runs that are to be bold, which are those of the primary scores."""
    primary = result.options.primary
    return frozenset((row, f"{primary}_mean") for row, name in best_cells(result) if name == f"{primary}_f1")

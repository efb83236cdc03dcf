"""A ranking as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from leaderboard.report.features.runs import mean_text, spread_columns, spread_values
from leaderboard.report.notes import caption, legend, observations, other_notes
from leaderboard.report.once import once
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Bounds, Column, Numbered, Table, Value, group_starts, show
from leaderboard.report.tables.score_fields import found_fields, primary_field, score_fields
from leaderboard.report.tables.significance_map import against_baseline
from leaderboard.report.words.boards import UNRANKED
from leaderboard.report.words.letter_ranges import EXPLAINED, shortened
from leaderboard.report.words.marks import is_bold, rules_and_bold
from leaderboard.report.words.names import label
from leaderboard.report.words.runs import MEAN
from leaderboard.significance.intervals import portable
from leaderboard.text import range_text

if TYPE_CHECKING:
    from leaderboard.ranking.standings import Ranking, Standing
    from leaderboard.tasks.task import Score
    from leaderboard.verbs.rank import RankResult


class Ranked(NamedTuple):
    """A system in the ranking that orders the report."""

    standing: Standing
    scores: Mapping[str, Score]


@once
def systems(result: RankResult) -> Relation:
    """One row a system, best first: the columns of ``leaderboard.csv``."""
    task, options, primary = result.task, result.options, result.options.primary
    found = {one.system: task.found(one.system) for one in result.primary.standings}
    against, spread, repairs = against_baseline(result), result.primary_spread, result.text_repairs

    def strict(row: Ranked) -> Mapping[str, Score] | None:
        repair = repairs.get(row.standing.system)
        return repair.scores if repair else None

    fields: list[Field[Ranked]] = [
        Field(Column("rank", "Rank", "count"), lambda row: row.standing.rank),
        Field(Column("rank_low", "From", "count", main=False), lambda row: row.standing.low),
        Field(Column("rank_high", "To", "count", main=False), lambda row: row.standing.high),
        Field(
            Column("letters", "Letters", "letters", main=not against),
            lambda row: row.standing.letters or None,
        ),
        Field(Column("system", "System"), lambda row: row.standing.system),
        primary_field(result.metrics, primary, lambda row: row.scores),
        Field(
            Column("interval", "Interval", "bounds", ends=primary), lambda row: interval(result, row.standing)
        ),
        *score_fields(
            result.metrics, lambda row: row.scores, strict if task.strict else None, but=f"{primary}_f1"
        ),
        Field(Column("own_low", "Alone from", "count", main=False), lambda row: row.standing.own_low),
        Field(Column("own_high", "Alone to", "count", main=False), lambda row: row.standing.own_high),
        Field(Column("best", "P(best)", "percent", main=False), lambda row: row.standing.best),
        Field(
            Column("drawn_low", "Drawn from", "count", main=False, path="drawn[0]"),
            lambda row: row.standing.drawn_low,
        ),
        Field(
            Column("drawn_high", "Drawn to", "count", main=False, path="drawn[1]"),
            lambda row: row.standing.drawn_high,
        ),
        *found_fields(lambda row: found[row.standing.system], found.values()),
    ]
    if result.sheet.runs:
        fields += [
            Field(column, lambda row, at=at: spread_values(spread.get(row.standing.system))[at])  # type: ignore[misc]
            for at, column in enumerate(spread_columns(primary))
        ]
    if options.against:
        column = Column("against", f"vs {options.against}")
        fields.append(Field(column, lambda row: against[row.standing.system]))
    rows = [Ranked(one, result.scores[one.system]) for one in result.primary.standings]
    return replace(relation_of("systems", ("system",), fields, rows), member=False, file="leaderboard.csv")


# The columns that people see first, in their order.
_FIRST = ("rank", "range", "rank_low", "rank_high", "system", "", "interval", "letters")


@once
def ranking_table(result: RankResult) -> Table:
    """One row a system, best first, with everything that a ranking says of it, for people."""
    standings, primary = result.primary.standings, result.options.primary
    whole, present, spread = systems(result).table(), datasets_present(result), result.primary_spread
    ranges = [rank_range(standing.low, standing.high) for standing in standings]
    more: dict[Column, list[Value]] = {Column("range", "Range", "ranked"): list(ranges)}
    if spread:
        means = [
            mean_text(result.scores[one.system][primary].f1, spread.get(one.system)) for one in standings
        ]
        more[Column(mean_column(result), label(primary), "ranked", metric=primary)] = list(means)
    if present:
        more[Column("datasets", "Datasets")] = [present[standing.system] for standing in standings]
    columns = [replace(one, main=_is_main(one, primary, bool(spread))) for one in whole.columns]
    table = Table(
        caption(result),
        (*columns, *more),
        tuple(
            (*row, *added) for row, added in zip(whole.rows, zip(*more.values(), strict=True), strict=True)
        ),
        (*reading(result), *observations(result), *other_notes(result)),
        best=best_cells(result) | _best_means(result),
        groups=group_starts([standing.rank for standing in standings]),
        marks=rules_and_bold(result.options.against, len(standings)),
        signature=result.signature,
    )
    first = [name or f"{primary}_f1" for name in _FIRST]
    if spread:
        first.insert(first.index("interval"), mean_column(result))
    names = [column.name for column in table.columns if not column.in_records]
    last = names[names.index("own_low") : names.index("range")]
    scores = [name for name in names[: names.index("own_low")] if name not in first]
    return table.only([*first, *scores, *(["datasets"] if present else []), *last])


def _is_main(column: Column, primary: str, with_spread: bool) -> bool:
    """Of scores people see F1, of the primary metric also strict F1, and a mean with its spread instead."""
    metric, _, quantity = column.name.rpartition("_")
    if metric == primary:
        return quantity == "strict" or (quantity == "f1" and not with_spread)
    return column.main and quantity not in ("recall", "precision", "strict")


@once
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

"""A ranking as tables."""

from __future__ import annotations

from leaderboard.ranking import Standing
from leaderboard.report.captions import caption, label, legend, rejections, remarks
from leaderboard.report.precision import portable
from leaderboard.report.scores import QUANTITIES, score_columns, score_values
from leaderboard.report.table import Bounds, Column, Table, Value, show
from leaderboard.verbs.rank import RankResult

FIELDS = ("rank", "low", "high", "letters")


def ranking_table(result: RankResult) -> Table:
    """One row a system, best first, with everything that a ranking says of it."""
    scores = [result.scores[standing.system] for standing in result.primary.standings]
    primary = result.settings.primary
    columns = score_columns(result.metrics, scores)
    ordered = [column for column in columns if column.name == f"{primary}_f1"]
    others = [column for column in columns if column not in ordered]
    rows = [
        (
            standing.rank,
            standing.low,
            standing.high,
            standing.letters,
            standing.system,
            *score_values(ordered, of_system),
            interval(result, standing),
            *score_values(others, of_system),
            standing.best,
            standing.drawn_low,
            standing.drawn_high,
        )
        for standing, of_system in zip(result.primary.standings, scores, strict=True)
    ]
    return Table(
        caption(result),
        (
            Column("rank", "Rank", "count"),
            Column("rank_low", "From", "count", main=False),
            Column("rank_high", "To", "count", main=False),
            Column("letters", "Letters"),
            Column("system", "System"),
            *ordered,
            Column(primary, "Interval", "bounds"),
            *others,
            Column("best", "P(best)", "percent", main=False),
            Column("drawn_low", "Drawn from", "count", main=False),
            Column("drawn_high", "Drawn to", "count", main=False),
        ),
        tuple(rows),
        (*legend(result), *rejections(result), *remarks(result)),
        best=_best(result),
        groups=_groups(result),
    )


def file_table(result: RankResult) -> Table:
    """The same in the order of columns that ``leaderboard.csv`` promises: mention detection comes last."""
    table = ranking_table(result)
    names = [column.name for column in table.columns]
    scores = [name for name in names if name.endswith(tuple(QUANTITIES)) and name.startswith("mentions_")]
    rest = [name for name in names if name not in scores]
    return table.only([*rest[: rest.index("best")], *scores, *rest[rest.index("best") :]])


def rank_table(result: RankResult) -> Table:
    """System by metric: each F1 with its own significance rank, as ``57.68 (2)``."""
    standings = {name: by_system(result, name) for name in result.rankings}
    rows: list[tuple[Value, ...]] = [
        (
            standing.system,
            *(
                f"{show(result.scores[standing.system][name].f1, 'percent')} ({places[standing.system].rank})"
                for name, places in standings.items()
            ),
        )
        for standing in result.primary.standings
    ]
    columns = [Column(f"{metric.name}_f1", metric.label, "ranked") for metric in result.metrics]
    return Table(
        "F1 of each metric with its own significance rank",
        (Column("system", "System"), *columns),
        tuple(rows),
        best=_best(result),
    )


def rank_columns(result: RankResult) -> Table:
    """The same as numbers: rank, range and letters by every metric."""
    standings = {name: by_system(result, name) for name in result.rankings}
    columns = [
        Column(f"{name}_{field}", f"{label(result, name)} {field}", "text" if field == "letters" else "count")
        for name in standings
        for field in FIELDS
    ]
    rows: list[tuple[Value, ...]] = [
        (
            standing.system,
            *(getattr(places[standing.system], field) for places in standings.values() for field in FIELDS),
        )
        for standing in result.primary.standings
    ]
    return Table("Significance ranks by every metric", (Column("system", "System"), *columns), tuple(rows))


def interval(result: RankResult, standing: Standing) -> Bounds:
    """The bounds of a score; those of BCa have gone through normal quantiles."""
    if result.settings.interval == "percentile":
        return standing.interval
    low, high = map(portable, standing.interval)
    return low, high


def by_system(result: RankResult, metric: str) -> dict[str, Standing]:
    return {standing.system: standing for standing in result.rankings[metric].standings}


def _best(result: RankResult) -> frozenset[tuple[int, str]]:
    """The systems that no other beats, by each metric."""
    standings = {name: by_system(result, name) for name in result.rankings}
    return frozenset(
        (row, f"{name}_f1")
        for row, standing in enumerate(result.primary.standings)
        for name, places in standings.items()
        if places[standing.system].low == 1
    )


def _groups(result: RankResult) -> frozenset[int]:
    """The rows whose rank is another than that of the row above."""
    ranks = [standing.rank for standing in result.primary.standings]
    return frozenset(row for row in range(1, len(ranks)) if ranks[row] != ranks[row - 1])

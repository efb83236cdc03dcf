"""A ranking as tables."""

from __future__ import annotations

from leaderboard.ranking import Standing
from leaderboard.report.table import Bounds, Column, Table, Value, show
from leaderboard.report.tables.outcomes import against_baseline
from leaderboard.report.tables.scores import QUANTITIES, score_columns, score_values
from leaderboard.report.words.captions import (
    caption,
    label,
    legend,
    observations,
    rejections,
)
from leaderboard.report.words.letter_ranges import EXPLAINED, shortened
from leaderboard.report.words.marks import bold, is_bold, rules_and_bold
from leaderboard.report.words.other_metrics import other_remarks
from leaderboard.report.words.precision import portable
from leaderboard.verbs.rank import RankResult

FIRST = ("rank", "rank_low", "rank_high", "letters", "system")
FIELDS = {
    "rank": "count",
    "low": "count",
    "high": "count",
    "letters": "text",
    "interval": "bounds",
    "best": "percent",
    "drawn_low": "count",
    "drawn_high": "count",
}


def ranking_table(result: RankResult) -> Table:
    """One row a system, best first, with everything that a ranking says of it."""
    scores = [result.scores[standing.system] for standing in result.primary.standings]
    primary = result.settings.primary
    columns = score_columns(result.metrics, scores)
    ordered = [column for column in columns if column.name == f"{primary}_f1"]
    others = [column for column in columns if column not in ordered]
    present = datasets_present(result)
    against = against_baseline(result)
    rows = [
        (
            standing.rank,
            standing.low,
            standing.high,
            standing.system,
            *score_values(ordered, of_system),
            interval(result, standing),
            standing.letters,
            *score_values(others, of_system),
            *((present[standing.system],) if present else ()),
            standing.best,
            standing.drawn_low,
            standing.drawn_high,
            result.task.missing[standing.system],
            *((against[standing.system],) if against else ()),
        )
        for standing, of_system in zip(result.primary.standings, scores, strict=True)
    ]
    return Table(
        caption(result),
        (
            Column("rank", "Rank", "count"),
            Column("rank_low", "From", "count", main=False),
            Column("rank_high", "To", "count", main=False),
            Column("system", "System"),
            *ordered,
            Column("interval", "Interval", "bounds", ends=primary),
            Column("letters", "Letters", "letters", main=not against),
            *others,
            *((Column("datasets", "Datasets"),) if present else ()),
            Column("best", "P(best)", "percent", main=False),
            Column("drawn_low", "Drawn from", "count", main=False),
            Column("drawn_high", "Drawn to", "count", main=False),
            Column("missing", "Missing", "count", main=False),
            *((Column("against", f"vs {result.settings.against}"),) if against else ()),
        ),
        tuple(rows),
        (*reading(result), *rejections(result), *observations(result), *other_remarks(result)),
        best=_best(result),
        groups=_groups(result),
        marks=rules_and_bold(result),
        signature=result.signature,
    )


def reading(result: RankResult) -> tuple[str, ...]:
    """How the ranking is to be read, ranges of letters with it where there are any."""
    held = [standing.letters for standing in result.primary.standings]
    ranges = any(shortened(letters) != letters for letters in held)
    return (*legend(result), *([EXPLAINED] * ranges))


def datasets_present(result: RankResult) -> dict[str, str]:
    """How many datasets each system has an output on, where some that is ranked lacks one."""
    every, lacking = len(result.of("dataset")), result.lacking
    systems = [row.system for row in result.primary.standings]
    if not set(systems) & set(lacking):
        return {}
    return {system: f"{every - len(lacking.get(system, ()))} of {every}" for system in systems}


def file_table(result: RankResult) -> Table:
    """The same in the order of columns that ``leaderboard.csv`` promises.

    Letters stand before the system, and mention detection comes last.
    """
    table = ranking_table(result)
    names = [column.name for column in table.columns]
    scores = [name for name in names if name.endswith(tuple(QUANTITIES)) and name.startswith("mentions_")]
    rest = [name for name in names if name not in (*FIRST, *scores)]
    return table.only([*FIRST, *rest[: rest.index("best")], *scores, *rest[rest.index("best") :]])


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
        marks=bold(result),
    )


def rank_columns(result: RankResult) -> Table:
    """The same as numbers: rank, range and letters by every metric."""
    standings = {name: by_system(result, name) for name in result.rankings}
    columns = [
        Column(f"{name}_{field}", f"{label(result, name)} {field}", kind)
        for name in standings
        for field, kind in FIELDS.items()
    ]
    rows: list[tuple[Value, ...]] = [
        (
            standing.system,
            *(
                interval(result, places[standing.system])
                if field == "interval"
                else getattr(places[standing.system], field)
                for places in standings.values()
                for field in FIELDS
            ),
        )
        for standing in result.primary.standings
    ]
    return Table("Significance ranks by every metric", (Column("system", "System"), *columns), tuple(rows))


def interval(result: RankResult, standing: Standing) -> Bounds | None:
    """The bounds of a score, if any; those of BCa have gone through normal quantiles."""
    if standing.interval is None or result.settings.interval == "percentile":
        return standing.interval
    low, high = map(portable, standing.interval)
    return low, high


def by_system(result: RankResult, metric: str) -> dict[str, Standing]:
    return {standing.system: standing for standing in result.rankings[metric].standings}


def _best(result: RankResult) -> frozenset[tuple[int, str]]:
    """The systems that are to be bold, by each metric."""
    standings = {name: by_system(result, name) for name in result.rankings}
    return frozenset(
        (row, f"{name}_f1")
        for row, standing in enumerate(result.primary.standings)
        for name, places in standings.items()
        if is_bold(result, places[standing.system], len(places))
    )


def _groups(result: RankResult) -> frozenset[int]:
    """The rows whose rank is another than that of the row above."""
    ranks = [standing.rank for standing in result.primary.standings]
    return frozenset(row for row in range(1, len(ranks)) if ranks[row] != ranks[row - 1])

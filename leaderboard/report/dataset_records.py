"""A ranking dataset by dataset, for programs: ``datasets.csv`` and what the JSON has of it."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.ranking import Standing
from leaderboard.report.rankings import interval
from leaderboard.report.scores import score_columns, score_entries, score_values
from leaderboard.report.table import Column, Table, Value
from leaderboard.verbs.dataset_ranks import DatasetRanking
from leaderboard.verbs.rank import RankResult

_RANKS = {"rank": "rank", "rank_low": "low", "rank_high": "high", "letters": "letters"}


def dataset_columns(result: RankResult) -> Table:
    """One row a dataset and system, in the columns of the ranking; ``missing`` scores have no output."""
    primary = f"{result.settings.primary}_f1"
    scores = [scores for one in result.datasets.ranked for scores in one.of.scores.values()]
    columns = score_columns(result.metrics, scores)
    first = [column for column in columns if column.name == primary]
    others = [column for column in columns if column.name != primary]
    rows: list[tuple[Value, ...]] = [
        (
            one.of.dataset,
            one.of.label,
            one.of.documents,
            *_ranks(place).values(),
            system,
            _is_missing(result, one, system),
            *score_values(first, one.of.scores[system]),
            interval(result, place) if place else None,
            *score_values(others, one.of.scores[system]),
        )
        for one in result.datasets.ranked
        for system, place in _places(result, one)
    ]
    return Table(
        "Scores and ranks by dataset",
        (
            Column("dataset", "Dataset"),
            Column("label", "Label"),
            Column("documents", "Documents", "count"),
            Column("rank", "Rank", "count"),
            Column("rank_low", "From", "count"),
            Column("rank_high", "To", "count"),
            Column("letters", "Letters"),
            Column("system", "System"),
            Column("missing", "Missing"),
            *first,
            Column(result.settings.primary, "Interval", "bounds"),
            *others,
        ),
        tuple(rows),
    )


def dataset_records(result: RankResult) -> dict[str, object]:
    """What the record of a ranking has of datasets, where there are several."""
    if not result.datasets.ranked:
        return {}
    return {
        "datasets": [
            {
                "dataset": one.of.dataset,
                "label": one.of.label,
                "documents": one.of.documents,
                "systems": [_record(result, one, system, place) for system, place in _places(result, one)],
                "notes": list(one.notes),
            }
            for one in result.datasets.ranked
        ],
        "excluded": [
            {
                "system": system,
                "missing_datasets": list(result.datasets.lacking[system]),
                "scores": score_entries(scores),
            }
            for system, scores in result.datasets.partial.items()
        ],
    }


def _record(
    result: RankResult, one: DatasetRanking, system: str, place: Standing | None
) -> dict[str, object]:
    return {
        "system": system,
        **_ranks(place),
        "missing": _is_missing(result, one, system),
        "scores": score_entries(one.of.scores[system]),
        "interval": interval(result, place) if place else None,
    }


def _ranks(place: Standing | None) -> dict[str, Value]:
    return {name: getattr(place, field) if place else None for name, field in _RANKS.items()}


def _is_missing(result: RankResult, one: DatasetRanking, system: str) -> bool:
    return one.of.dataset in result.datasets.lacking.get(system, ())


def _places(result: RankResult, one: DatasetRanking) -> Iterator[tuple[str, Standing | None]]:
    """The standing of each system that has scores on a dataset; the excluded ones have none, and are last."""
    yield from ((standing.system, standing) for standing in one.ranking.standings)
    yield from ((system, None) for system in result.datasets.partial if system in one.of.scores)

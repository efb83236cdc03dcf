"""A ranking dataset by dataset, for programs: ``datasets.csv`` and what the JSON has of it."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.ranking import Standing
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.ranked import rank_values, wide_columns, wide_values
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.scores import score_entries
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.rank.datasets import DatasetRanking


def dataset_columns(result: RankResult) -> Table:
    """One row a dataset and system, in the columns of the ranking; ``missing`` scores have no output."""
    rows: list[tuple[Value, ...]] = [
        (
            one.of.dataset,
            one.of.label,
            one.of.documents,
            _is_missing(result, one, system),
            *wide_values(result, system, place, one.of.scores[system]),
        )
        for one in result.datasets.ranked
        for system, place in _places(result, one)
    ]
    table = Table(
        "Scores and ranks by dataset",
        (
            Column("dataset", "Dataset"),
            Column("label", "Label"),
            Column("documents", "Documents", "count"),
            Column("missing", "Missing"),
            *wide_columns(
                result, [scores for one in result.datasets.ranked for scores in one.of.scores.values()]
            ),
        ),
        tuple(rows),
    )
    names = [column.name for column in table.columns if column.name != "missing"]
    behind = names.index("system") + 1
    return table.only([*names[:behind], "missing", *names[behind:]])


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
                "notes": list(one.own.notes),
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
        **rank_values(place),
        "missing": _is_missing(result, one, system),
        "scores": score_entries(one.of.scores[system]),
        "interval": interval(result, place) if place else None,
    }


def _is_missing(result: RankResult, one: DatasetRanking, system: str) -> bool:
    return one.of.dataset in result.datasets.lacking.get(system, ())


def _places(result: RankResult, one: DatasetRanking) -> Iterator[tuple[str, Standing | None]]:
    """The standing of each system that has scores on a dataset; the excluded ones have none, and are last."""
    yield from ((standing.system, standing) for standing in one.own.ranking.standings)
    yield from ((system, None) for system in result.datasets.partial if system in one.of.scores)

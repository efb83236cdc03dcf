"""The scores of systems on each dataset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.scores import score_columns, score_values, system_table
from leaderboard.report.words.boards import mean_label

if TYPE_CHECKING:
    from leaderboard.verbs.score import ScoreResult, SystemScores

CAPTION = "F1 by dataset in per cent"


def dataset_score_tables(result: ScoreResult) -> list[Table]:
    """One row a system and dataset, and one for the mean, where there are several datasets."""
    if not result.datasets:
        return []
    columns = score_columns(result.metrics, [system.scores for system in result.systems])
    rows: list[tuple[Value, ...]] = []
    starts = []
    for system in result.systems:
        starts.append(len(rows))
        for dataset, label in result.datasets.items():
            rows.append((system.system, label, *_values(columns, system, dataset)))
        rows.append((system.system, _mean_of(result, system), *score_values(columns, system.scores)))
    return [
        Table(
            CAPTION,
            (
                Column("system", "System", main=len(result.systems) > 1),
                Column("dataset", "Dataset"),
                *columns,
            ),
            tuple(rows),
            groups=frozenset(starts[1:]),
        )
    ]


def _mean_of(result: ScoreResult, system: SystemScores) -> str:
    """The datasets behind a system's mean, if it lacks some."""
    every, present = len(result.datasets), len(system.datasets)
    label = mean_label(result.averaged)
    return label if present == every else f"{label} of {present} of {every}"


def wide_table(result: ScoreResult) -> Table:
    """One row a system, with each score on each dataset: ``muc_recall_de`` is the recall of MUC on de."""
    table = system_table(result)
    columns = score_columns(result.metrics, [system.scores for system in result.systems])
    more = [
        Column(f"{column.name}_{dataset}", f"{column.label} {label}", "percent", main=False)
        for dataset, label in result.datasets.items()
        for column in columns
    ]
    rows = [
        (*row, *(value for dataset in result.datasets for value in _values(columns, system, dataset)))
        for row, system in zip(table.rows, result.systems, strict=True)
    ]
    return replace(table, columns=(*table.columns, *more), rows=tuple(rows))


def _values(columns: Sequence[Column], system: SystemScores, dataset: str) -> tuple[Value, ...]:
    """Nothing where a system that is excluded lacks the dataset."""
    scores = system.datasets.get(dataset)
    return score_values(columns, scores) if scores else (None,) * len(columns)

"""The scores of systems as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from leaderboard.error_analysis import ErrorProfile
from leaderboard.metrics.metric import Metric
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.chains import chain_table
from leaderboard.report.tables.error_changes import change_tables
from leaderboard.report.tables.error_kinds import error_tables
from leaderboard.report.tables.repairs import strict_columns, strict_values
from leaderboard.report.words.methods import mean_note
from leaderboard.report.words.rejections import (
    missing_notes,
    rejection_notes,
    repair_notes,
)
from leaderboard.report.words.remarks import sentences
from leaderboard.tasks.task import Score
from leaderboard.text import one_line

if TYPE_CHECKING:
    from leaderboard.error_analysis.side_by_side import ChainPair
    from leaderboard.verbs.score import ScoreResult, SystemScores

# Where a terminal is narrow, this score stays.
MEAN = "conll_f1"
QUANTITIES = {"recall": "R", "precision": "P", "f1": "F1"}


def score_columns(metrics: Sequence[Metric], scores: Sequence[Mapping[str, Score]]) -> tuple[Column, ...]:
    """Recall, precision and F1 of each metric that has them; F1 is the one shown first."""
    return tuple(
        Column(
            f"{metric.name}_{quantity}",
            metric.label if quantity == "f1" else f"{metric.label} {letter}",
            "percent",
            main=quantity == "f1",
            metric=metric.name,
        )
        for metric in metrics
        for quantity, letter in QUANTITIES.items()
        if any(_value(row, metric.name, quantity) is not None for row in scores)
    )


def score_values(columns: Sequence[Column], scores: Mapping[str, Score]) -> tuple[Value, ...]:
    values = []
    for column in columns:
        metric, quantity = column.name.rsplit("_", 1)
        values.append(_value(scores, metric, quantity))
    return tuple(values)


def _value(scores: Mapping[str, Score], metric: str, quantity: str) -> float | None:
    """A score, or nothing where the metric has none, as some have on slices."""
    value: float | None = getattr(scores[metric], quantity) if metric in scores else None
    return value


def system_table(result: ScoreResult) -> Table:
    """One row a system."""
    columns = score_columns(result.metrics, [system.scores for system in result.systems])
    repairs = {system.system: system.repair for system in result.systems if system.repair}
    counts = (
        Column("documents", "Documents", "count", main=False),
        Column("parts", "Parts", "count", main=False),
        Column("missing", "Missing", "count", main=False),
        Column("repairs", "Repairs", "count", main=False),
    )
    return Table(
        _caption(result),
        (
            Column("system", "System"),
            *counts,
            *columns,
            *strict_columns(result.metrics, repairs, result.metrics[-1].name),
        ),
        tuple(
            (
                system.system,
                system.documents,
                system.parts,
                system.missing,
                system.repairs,
                *score_values(columns, system.scores),
                *strict_values(result.metrics, repairs, system.system),
            )
            for system in result.systems
        ),
        _notes(result),
        signature=result.signature,
    ).narrowing(1, but=MEAN)


def metric_table(result: ScoreResult) -> Table:
    """One row a system and metric: how one system's scores are read most easily."""
    repaired = any(system.repair for system in result.systems)
    return Table(
        _caption(result),
        (
            Column("system", "System", main=len(result.systems) > 1),
            Column("metric", "Metric"),
            *(Column(name, label, "percent") for name, label in QUANTITIES.items()),
            *([Column("strict", "F1 strict", "percent")] if repaired else []),
        ),
        tuple(
            (
                system.system,
                metric.label,
                *(getattr(system.scores[metric.name], name) for name in QUANTITIES),
                *([system.repair.scores[metric.name].f1 if system.repair else None] if repaired else []),
            )
            for system in result.systems
            for metric in result.metrics
        ),
        _notes(result),
        signature=result.signature,
    )


def part_table(result: ScoreResult) -> Table:
    """One row a system and part."""
    parts = [part for system in result.systems for part in system.per_document]
    columns = score_columns(result.metrics, [part.scores for part in parts])
    return Table(
        _caption(result),
        (
            Column("system", "System"),
            Column("dataset", "Dataset", main=any(part.dataset for part in parts)),
            Column("document", "Document"),
            Column("part", "Part", "count"),
            *columns,
        ),
        tuple(
            (system.system, part.dataset, part.document, part.part, *score_values(columns, part.scores))
            for system in result.systems
            for part in system.per_document
        ),
        _notes(result),
        signature=result.signature,
    ).narrowing(4, but=MEAN)


def detail_tables(result: ScoreResult, document: str | None) -> list[Table]:
    """The chains of a document and the kinds of errors, where they were asked for."""
    chains = {} if document is None else chains_of(result)
    errors = errors_of(result)
    tables = [chain_table(str(document), chains)] if chains else []
    pair = change_tables(errors, result.turns) if result.turns else []
    return [*tables, *error_tables(errors, len(result.datasets)), *pair]


def errors_of(result: ScoreResult) -> dict[str, ErrorProfile]:
    return {system.system: system.errors for system in result.systems if system.errors}


def chains_of(result: ScoreResult) -> dict[str, tuple[ChainPair, ...]]:
    return {system.system: system.chains for system in result.systems}


def _parts(result: ScoreResult, system: SystemScores) -> int | None:
    """The parts of all runs of a system; where groups are counted in place of parts, they are not known."""
    return None if result.across else system.parts * max(1, len(result.runs.get(system.system, ())))


def _caption(result: ScoreResult) -> str:
    if len(result.systems) == 1:
        return f"Scores of {result.systems[0].system} in per cent"
    return "F1 in per cent" if result.systems else "No scores"


def _notes(result: ScoreResult) -> tuple[str, ...]:
    missing = [
        note
        for system in result.systems
        for note in missing_notes({system.system: system.missing}, _parts(result, system))
    ]
    repairs = repair_notes(result.key_repairs, {system.system: system.repairs for system in result.systems})
    mean = mean_note(len(result.datasets), result.averaged, tested=False)
    key = f"Key: {one_line(result.key)}."
    return (key, *mean, *sentences(result.remarks), *missing, *repairs, *rejection_notes(result.rejected))

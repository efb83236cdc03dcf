"""The scores of systems as a table and as a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from leaderboard.error_analysis import ErrorProfile
from leaderboard.metrics.metric import Metric
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.chains import chain_records, chain_table
from leaderboard.report.tables.error_changes import change_tables
from leaderboard.report.tables.error_kinds import error_record, error_tables
from leaderboard.report.tables.repairs import mend_record, strict_columns, strict_values
from leaderboard.report.tables.slice_records import response_counts, slice_record
from leaderboard.report.words.methods import mean_note
from leaderboard.report.words.rejections import (
    missing_notes,
    rejection_notes,
    rejection_records,
    repair_notes,
    warning_records,
)
from leaderboard.report.words.remarks import sentences
from leaderboard.submissions.runs import run_label
from leaderboard.tasks.cross_document import Across, CrossDocument
from leaderboard.tasks.repairs import Repair
from leaderboard.tasks.runs import Run, spreads_of
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


def score_record(result: ScoreResult) -> dict[str, object]:
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "key_repairs": result.key_repairs,
        **across_record(result.across),
        "systems": [
            {
                "system": system.system,
                "documents": system.documents,
                "parts": system.parts,
                "missing": system.missing,
                "repairs": system.repairs,
                **({} if system.spans_differ is None else {"spans_differ": system.spans_differ}),
                "scores": score_entries(system.scores),
                **cross_document_record(system.cross_document),
                **run_entries(system.system, result.runs),
                **repair_record(system.repair),
                **_datasets(result, system),
                **(
                    {
                        "per_document": [
                            {
                                "dataset": part.dataset or None,
                                "document": part.document,
                                "part": part.part,
                                "scores": score_entries(part.scores),
                                **({} if part.mend is None else {"repair": mend_record(part.mend)}),
                            }
                            for part in system.per_document
                        ]
                    }
                    if system.per_document
                    else {}
                ),
                **({"errors": error_record(system.errors)} if system.errors else {}),
                **({"chains": chain_records(system.chains)} if system.chains else {}),
                **_slices(system),
            }
            for system in result.systems
        ],
        "rejected": rejection_records(result.rejected),
        "warnings": warning_records(result.warnings),
    }


def _datasets(result: ScoreResult, system: SystemScores) -> dict[str, object]:
    """Of each dataset where there are several."""
    if not result.datasets:
        return {}
    records = [
        {"dataset": dataset, "label": label, "scores": score_entries(system.datasets[dataset])}
        for dataset, label in result.datasets.items()
        if dataset in system.datasets
    ]
    return {"datasets": records, "missing_datasets": list(system.lacking)}


def repair_record(repair: Repair | None) -> dict[str, object]:
    """The repairs of a system and its strict scores, where texts are repaired."""
    if repair is None:
        return {}
    return {"scores_strict": score_entries(repair.scores), "repair": mend_record(repair.mend)}


def run_entries(system: str, runs: Mapping[str, tuple[Run, ...]]) -> dict[str, object]:
    """The scores of each run of a system, and their spread by each metric, if it has several."""
    if system not in runs:
        return {}
    return {
        "runs": [
            {"run": run_label(system, run.run), "scores": score_entries(run.scores)} for run in runs[system]
        ],
        "spread": {name: asdict(one) for name, one in spreads_of(runs)[system].items()},
    }


def _slices(system: SystemScores) -> dict[str, object]:
    """Of each slice, where slices were asked for."""
    if not system.slices:
        return {}
    return {
        "slices": [
            {
                **slice_record(one.sheet),
                **response_counts(one.sheet, system.system),
                "signature": one.sheet.signature,
                "scores": score_entries(one.scores),
            }
            for one in system.slices
        ]
    }


def score_entries(scores: Mapping[str, Score]) -> dict[str, dict[str, float | None]]:
    return {
        name: {quantity: getattr(score, quantity) for quantity in QUANTITIES}
        for name, score in scores.items()
    }


def across_record(across: Across | None) -> dict[str, object]:
    """Return the groups of documents for records."""
    return {"across": asdict(across)} if across else {}


def cross_document_record(found: CrossDocument | None) -> dict[str, object]:
    """Return what records say of a system where entities are joined over documents."""
    if found is None:
        return {}
    links = {
        place: asdict(one) | {name: _number(getattr(one, name)) for name in ("common", "key", "response")}
        for place, one in found.links.items()
    }
    return {"scores_within": score_entries(found.scores_within), "links": links}


def _number(count: float) -> float:
    """A count, which is a mean where a system has several runs."""
    return int(count) if count.is_integer() else count


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

"""The scores of systems for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from leaderboard.report.problems import entry_records, rejections_of, warnings_of
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.chains import chain_records
from leaderboard.report.tables.error_kinds import error_record
from leaderboard.report.tables.repairs import mend_record
from leaderboard.report.tables.score_datasets import wide_table
from leaderboard.report.tables.scores import QUANTITIES, score_columns, score_values
from leaderboard.scoring import Counts
from leaderboard.submissions.run_names import run_label
from leaderboard.tasks.account import Across, CrossDocument, Repair, Run, spreads_of
from leaderboard.tasks.slice_sheets import SliceSheet
from leaderboard.tasks.task import Score

if TYPE_CHECKING:
    from leaderboard.verbs.score import ScoreResult, SystemScores


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
                "heads": system.heads and system.heads._asdict(),
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
        "rejected": [*rejections_of(result.rejected).values()],
        **entry_records(result.fates),
        "warnings": [*warnings_of(result.warnings).values()],
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
                **slice_record(of_slice.sheet),
                **response_counts(of_slice.sheet, system.system),
                "signature": of_slice.sheet.signature,
                "scores": score_entries(of_slice.scores),
            }
            for of_slice in system.slices
        ]
    }


# What a slice is and what is left of it, where each row is of one system.
_OF_SLICES = ("by", "value", "keep", "small", "documents", *Counts._fields)
OF_SLICES = tuple(Column(name, name) for name in _OF_SLICES)


def slice_cells(sheet: SliceSheet, system: str) -> list[Value]:
    """The values in these columns, those of crossed attributes joined."""
    record = {**slice_record(sheet), **response_counts(sheet, system)}
    found = (record[column.name] for column in OF_SLICES)
    values = ("/".join(value) if isinstance(value, list) else value for value in found)
    return [value if isinstance(value, str | int | float) else None for value in values]


def sliced_table(result: ScoreResult) -> Table:
    """One row a system with the scores on everything, then one a slice and system, as in CSV files."""
    wide = wide_table(result)
    whole = wide.only([column.name for column in wide.columns if column.name != "documents"])
    rows: list[tuple[Value, ...]] = [
        (None, None, None, False, system.documents, *(system.counts or [None] * len(Counts._fields)), *row)
        for system, row in zip(result.systems, whole.rows, strict=True)
    ]
    columns = score_columns(result.metrics, [system.scores for system in result.systems])
    sliced = [system for system in result.systems if system.slices]
    for of_slice in zip(*(system.slices for system in sliced), strict=True):
        for system, one in zip(sliced, of_slice, strict=True):
            scores = {
                column.name: value
                for column, value in zip(columns, score_values(columns, one.scores), strict=True)
            }
            found = {"system": system.system, **scores}
            rows.append(
                (
                    *slice_cells(one.sheet, system.system),
                    *(found.get(column.name) for column in whole.columns),
                )
            )
    return Table(whole.caption, (*OF_SLICES, *whole.columns), tuple(rows))


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


def slice_record(sheet: SliceSheet) -> dict[str, object]:
    """Return a slice as a board, with the counts of the key, which are the same whoever takes part."""
    one = sheet.slice
    return {
        "kind": "slice",
        "board": one.title,
        "label": one.name,
        "documents": one.documents,
        "datasets": [name or None for name in one.datasets],
        "by": list(one.slicing.by),
        "value": list(one.value),
        "keep": one.slicing.keep,
        "small": sheet.small,
        "key_mentions": one.key_mentions,
        "key_entities": one.key_entities,
    }


def response_counts(sheet: SliceSheet, system: str) -> dict[str, float]:
    """Return the counts of what is left of a response, means where a system has several runs."""
    return {
        "response_mentions": sheet.response_mentions[system],
        "response_entities": sheet.response_entities[system],
    }

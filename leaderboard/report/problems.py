"""The problems of files: one row each, with the same columns wherever they are listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from leaderboard.errors import Problem
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Column
from leaderboard.submissions import Rejection
from leaderboard.tasks.task import Fate


class Told(NamedTuple):
    """A problem with the system that it is about, and the dataset where it is that of a dataset."""

    system: str | None
    severity: str
    problem: Problem
    dataset: str | None = None


_FIELDS: tuple[Field[Told], ...] = (
    Field(Column("system", "System"), lambda row: row.system),
    Field(Column("severity", "Severity"), lambda row: row.severity),
    Field(Column("file", "File"), lambda row: row.problem.file or None),
    Field(Column("line", "Line", "count"), lambda row: row.problem.line or None),
    Field(Column("column", "Column", "count"), lambda row: row.problem.column or None),
    Field(Column("what", "What is wrong"), lambda row: row.problem.what),
    Field(Column("remedy", "What to do"), lambda row: row.problem.remedy or None),
)
_REASON: Field[Told] = Field(Column("reason", "Reason"), lambda row: row.problem.reason)
_TEXT: Field[Told] = Field(Column("text", "Text"), lambda row: row.problem.reason)
_DATASET: Field[Told] = Field(Column("dataset", "Dataset"), lambda row: row.dataset)


def findings_of(rows: Iterable[Told]) -> Relation:
    return relation_of("findings", ("system", "file", "line", "what"), _FIELDS, rows)


def rejections_of(rejected: Iterable[Rejection]) -> Relation:
    """One row a submission that could not be scored."""
    rows = (Told(one.system, "error", one.problem) for one in rejected)
    return relation_of("rejected", ("system", "file", "line"), (*_FIELDS, _REASON), rows)


def warnings_of(
    warnings: Iterable[Problem], system_of: Callable[[str], str | None] = lambda file: None
) -> Relation:
    """One row a warning; ``system_of`` finds the system of a file."""
    rows = (Told(system_of(one.file), "warning", one) for one in warnings)
    return relation_of("warnings", ("file", "line", "text"), (*_FIELDS, _TEXT), rows)


def entry_records(fates: Sequence[Fate]) -> dict[str, object]:
    """Return each entry with its verdict, and why files of datasets that count as missing are unreadable."""
    faults = (
        Told(fate.system, "error", fault, dataset)
        for fate in fates
        for dataset, fault in zip(fate.faulty, fate.faults, strict=False)
    )
    fields = (*_FIELDS, _REASON, _DATASET)
    return {
        "entries": [
            {
                "entry": fate.entry,
                "system": fate.system,
                "run": fate.run,
                "verdict": fate.verdict,
                "missing_datasets": list(fate.missing),
                "faulty_datasets": list(fate.faulty),
            }
            for fate in fates
        ],
        "faulty_datasets": [*relation_of("faulty_datasets", ("system", "dataset"), fields, faults).values()],
    }

"""The problems of files and submissions: rows, tables, lines for a terminal, and the record of validation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from leaderboard.errors import Problem
from leaderboard.report.forms.json import head
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Column, Table
from leaderboard.submissions import Rejection
from leaderboard.tasks.task import Fate
from leaderboard.text import counted, joined, one_line
from leaderboard.verbs.validate import MOST_SHOWN, Validation

if TYPE_CHECKING:
    from leaderboard.verbs.validate import ValidateResult


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


_FORM_ONLY = "No key was found, so only the format of the files was checked; give it with --key PATH."


def verdict_table(result: ValidateResult) -> Table:
    """One row a submission."""
    return Table(
        "Submissions",
        (
            Column("system", "System"),
            Column("verdict", "Verdict"),
            Column("errors", "Errors", "count"),
            Column("warnings", "Warnings", "count"),
        ),
        tuple((system.system, _verdict(system), system.errors, system.warnings) for system in result.systems),
        (f"Key: {one_line(result.key)}." if result.key else _FORM_ONLY, *_on_runs(result)),
    )


def _on_runs(result: ValidateResult) -> Iterator[str]:
    """Yield the submissions that are runs of one system, and those that are not for their names."""
    for system, runs in result.runs.items():
        yield f"{system} has {counted(len(runs), 'run')}: {joined(runs)}."
    for problem in result.warnings:
        yield f"{problem}."


def finding_table(result: ValidateResult) -> Table:
    """One row a finding."""
    rows = (row for system in result.systems for row in _rows(system))
    notes = tuple(_more(system) for system in result.systems if system.more)
    return replace(findings_of(rows).table("Findings"), notes=notes)


def findings(result: ValidateResult) -> Relation:
    """One row a finding, and then the verdict on its submission."""
    advice = "" if result.key else _FORM_ONLY
    return findings_of(
        row
        for one in result.systems
        for row in (
            *_rows(one),
            Told(one.system, "summary", Problem("", 0, _summary(one), advice)),
        )
    )


def _rows(one: Validation) -> Iterator[Told]:
    return (Told(one.system, finding.severity, finding.problem) for finding in one.findings)


def finding_lines(result: ValidateResult) -> Iterator[str]:
    """The findings as compilers write them: FILE:LINE:COLUMN."""
    for one in result.systems:
        for finding in one.findings:
            yield finding_line(finding.severity, finding.problem)
        if one.more:
            yield _more(one)


def problem_lines(problems: Sequence[Problem], count: int) -> Iterator[str]:
    """The problems of one submission, cut at a length that people read."""
    for problem in problems[:MOST_SHOWN]:
        yield finding_line("error", problem)
    if count > MOST_SHOWN:
        yield f"and {count - MOST_SHOWN:,} more; correct these first"


def finding_line(severity: str, problem: Problem) -> str:
    numbers = (number for number in (problem.line, problem.column) if number)
    place = ":".join((problem.file, *map(str, numbers)))
    return f"{place}: {severity}: {problem.reason}"


def validation_record(result: ValidateResult) -> dict[str, object]:
    return {
        **head(None, result.key),
        "systems": [
            {
                "system": system.system,
                "acceptable": system.acceptable,
                "errors": system.errors,
                "warnings": system.warnings,
                "findings": list(findings_of(_rows(system)).values()),
            }
            for system in result.systems
        ],
        "runs": result.runs,
        "warnings": [*warnings_of(result.warnings).values()],
    }


def _verdict(one: Validation) -> str:
    return "acceptable" if one.acceptable else "not acceptable"


def _summary(one: Validation) -> str:
    counts = f"errors: {one.errors:,}, warnings: {one.warnings:,}"
    return f"{_verdict(one)} ({counts}{f', not shown: {one.more:,}' if one.more else ''})"


def _more(one: Validation) -> str:
    return f"{one.system}: and {one.more:,} more; correct these first"

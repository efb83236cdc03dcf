"""The problems of submissions, as lines for a terminal, as tables and as a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.report.table import Column, Table, Value
from leaderboard.report.words.rejections import warning_records
from leaderboard.tasks.validation import MOST_SHOWN, Validation
from leaderboard.text import counted, joined, one_line

if TYPE_CHECKING:
    from leaderboard.errors import Problem
    from leaderboard.verbs.validate import ValidateResult

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
    return Table(
        "Findings",
        (
            Column("system", "System"),
            Column("severity", "Severity"),
            Column("file", "File"),
            Column("line", "Line", "count"),
            Column("column", "Column", "count"),
            Column("what", "What is wrong"),
            Column("remedy", "What to do"),
        ),
        tuple(row for system in result.systems for row in _rows(system)),
        tuple(_more(system) for system in result.systems if system.more),
    )


def summed_table(result: ValidateResult) -> Table:
    """The findings of each submission and then the verdict, for a form that holds one table."""
    advice = "" if result.key else _FORM_ONLY
    rows = (
        row
        for system in result.systems
        for row in (*_rows(system), (system.system, "summary", None, None, None, _summary(system), advice))
    )
    return replace(finding_table(result), rows=tuple(rows))


def _rows(one: Validation) -> Iterator[tuple[Value, ...]]:
    for finding in one.findings:
        problem = finding.problem
        yield (
            one.system,
            finding.severity,
            problem.file,
            problem.line or None,
            problem.column or None,
            problem.what,
            problem.remedy,
        )


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
        "schema": 1,
        "key": result.key,
        "systems": [
            {
                "system": system.system,
                "acceptable": system.acceptable,
                "errors": system.errors,
                "warnings": system.warnings,
                "findings": [
                    {
                        "severity": finding.severity,
                        "file": finding.problem.file,
                        "line": finding.problem.line or None,
                        "column": finding.problem.column or None,
                        "what": finding.problem.what,
                        "remedy": finding.problem.remedy,
                    }
                    for finding in system.findings
                ],
            }
            for system in result.systems
        ],
        **({"runs": result.runs} if result.runs else {}),
        **({"warnings": warning_records(result.warnings)} if result.warnings else {}),
    }


def _verdict(one: Validation) -> str:
    return "acceptable" if one.acceptable else "not acceptable"


def _summary(one: Validation) -> str:
    counts = f"errors: {one.errors:,}, warnings: {one.warnings:,}"
    return f"{_verdict(one)} ({counts}{f', not shown: {one.more:,}' if one.more else ''})"


def _more(one: Validation) -> str:
    return f"{one.system}: and {one.more:,} more; correct these first"

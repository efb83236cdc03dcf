"""The problems of submissions, as lines for a terminal, as tables and as a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.errors import Problem
from leaderboard.report.forms.json import head
from leaderboard.report.problems import Told, findings_of, warnings_of
from leaderboard.report.relation import Relation
from leaderboard.report.table import Column, Table
from leaderboard.text import counted, joined, one_line
from leaderboard.verbs.validate import MOST_SHOWN, Validation

if TYPE_CHECKING:
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

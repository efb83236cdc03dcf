"""The problems of files and submissions: rows, tables, lines for a terminal, and the record of validation."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from leaderboard.errors import Problem
from leaderboard.report.forms.json import head
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.systems import system_of_file
from leaderboard.report.table import Column, Table
from leaderboard.report.words.names import ELLIPSIS
from leaderboard.submissions import Rejection
from leaderboard.tasks.task import Fate, Task
from leaderboard.text import counted, joined, listed, one_line, plural, range_text

if TYPE_CHECKING:
    from leaderboard.scoring.contents import Contents, Example
    from leaderboard.verbs.validate import ValidateResult, Validation

# Whoever corrects 50 problems runs it again. Of one kind, people see so many, and programs so many.
MOST_SHOWN, MOST_OF_KIND, MOST_LISTED = 50, 3, 10
# The lines with examples that are shown without --verbose, and the least that is shown of a name.
MOST_EXAMPLES, LEAST_OF_NAME = 3, 12
# How many missing datasets are named in a row.
_NAMED = 3


class Reported(NamedTuple):
    """A problem with the system that it is about, and the dataset where it is that of a dataset.

    Where it is one of several kinds, ``number`` says how many problems it stands for.
    """

    system: str | None
    severity: str
    problem: Problem
    dataset: str | None = None
    number: int | None = None


_FIELDS: tuple[Field[Reported], ...] = (
    Field(Column("system", "System"), lambda row: row.system),
    Field(Column("severity", "Severity"), lambda row: row.severity),
    Field(Column("file", "File"), lambda row: row.problem.file or None),
    Field(Column("line", "Line", "count"), lambda row: row.problem.line or None),
    Field(Column("column", "Column", "count"), lambda row: row.problem.column or None),
    Field(Column("what", "What is wrong"), lambda row: row.problem.what),
    Field(Column("remedy", "What to do"), lambda row: row.problem.remedy or None),
)
_REASON: Field[Reported] = Field(Column("reason", "Reason"), lambda row: row.problem.reason)
_TEXT: Field[Reported] = Field(Column("text", "Text"), lambda row: row.problem.reason)
_DATASET: Field[Reported] = Field(Column("dataset", "Dataset"), lambda row: row.dataset)


_KIND: Field[Reported] = Field(
    Column("kind", "Kind", main=False), lambda row: None if row.number is None else kind_of(row.problem)
)
_COUNT: Field[Reported] = Field(Column("count", "Count", "count", main=False), lambda row: row.number)


def findings_of(rows: Iterable[Reported]) -> Relation:
    """One row per finding, and one for all others of its kind."""
    key = ("system", "file", "line", "what", "kind")
    return relation_of("findings", key, (*_FIELDS, _KIND, _COUNT), rows)


# The name of a document, with which some problems begin; and words, places and numbers.
_DOCUMENT = re.compile(r"(?:sentence \d+ of )?(.+?)(?: \(part \d+\) (?:is|has|occurs)| occurs twice)")
_VARYING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d[\d.,]*""")


def kind_of(problem: Problem) -> str:
    """Return what a problem is, without the document, words and numbers that differ between equal ones."""
    if problem.kind:
        return problem.kind
    what = problem.what
    if document := _DOCUMENT.match(what):
        what = f"{what[: document.start(1)]}…{what[document.end(1) :]}"
    return _VARYING.sub("…", what)


def _folded(one: Validation, most: int) -> list[Reported]:
    """The first findings of each kind, with one that counts the others, as many as anybody reads."""
    kinds: dict[tuple[str, str, str], list[Problem]] = defaultdict(list)
    rows: list[Reported | tuple[str, str, str]] = []
    for finding in one.findings:
        kind = finding.severity, finding.problem.file, kind_of(finding.problem)
        kinds[kind].append(finding.problem)
        if len(kinds[kind]) <= most:
            rows.append(Reported(one.system, finding.severity, finding.problem, number=1))
        elif len(kinds[kind]) == most + 1:
            rows.append(kind)
    told = (row if isinstance(row, Reported) else _others(one.system, row, kinds[row][most:]) for row in rows)
    return list(told)[:MOST_SHOWN]


def _others(system: str, kind: tuple[str, str, str], others: Sequence[Problem]) -> Reported:
    severity, file, name = kind
    lines = [problem.line for problem in others if problem.line]
    where = f" ({plural('line', len(set(lines)))} {range_text(min(lines), max(lines))})" if lines else ""
    what = f"and {len(others):,} more of this kind{where}"
    return Reported(system, severity, Problem(file, 0, what, "", kind=name), number=len(others))


def _more(one: Validation, rows: Sequence[Reported]) -> int:
    """The number of findings that are neither shown nor counted by the rows."""
    return one.errors + one.warnings - sum(row.number or 0 for row in rows)


def rejections_of(rejected: Iterable[Rejection]) -> Relation:
    """One row per submission that could not be scored."""
    rows = (Reported(one.system, "error", one.problem) for one in rejected)
    return relation_of("rejected", ("system", "file", "line"), (*_FIELDS, _REASON), rows)


def warnings_of(
    warnings: Iterable[Problem], system_of: Callable[[str], str | None] = lambda file: None
) -> Relation:
    """One row per warning; ``system_of`` finds the system of a file."""
    rows = (Reported(system_of(one.file), "warning", one) for one in warnings)
    return relation_of("warnings", ("file", "line", "text"), (*_FIELDS, _TEXT), rows)


def entry_records(fates: Sequence[Fate]) -> dict[str, object]:
    """Return each entry with its verdict, and why files of datasets that count as missing are unreadable."""
    faults = (
        Reported(fate.system, "error", fault, dataset)
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


def input_records(task: Task) -> dict[str, object]:
    """Return what became of the entries, and what is wrong with their files."""
    return {
        "rejected": [*rejections_of(task.rejected).values()],
        **entry_records(task.fates),
        "warnings": [*warnings_of(task.warnings, system_of_file(task)).values()],
    }


_FORM_ONLY = "No key was found, so only the format of the files was checked; give it with --key PATH."


def verdict_table(
    result: ValidateResult, examples: bool = False, verbose: bool = False, first: bool = True
) -> Table:
    """One row per submission; of a folder with the ``first`` problem of each, and the datasets it lacks."""
    with_first = first and result.folder is not None
    lacking = any(system.contents.missing for system in result.systems)
    columns = (
        Column("system", "System", cut=LEAST_OF_NAME),
        Column("verdict", "Verdict"),
        Column("documents", "Documents", "count", spare=4),
        Column("entities", "Entities", "count", spare=3),
        Column("mentions", "Mentions", "count", spare=1),
        Column("errors", "Errors", "count"),
        Column("warnings", "Warnings", "count", spare=2),
        *([Column("missing", "Missing", spare=5)] if lacking else []),
        *([Column("problem", "First problem")] if with_first else []),
    )
    if result.of_table:
        rows = tuple((one.system, _verdict(one), one.errors) for one in result.systems)
        return Table("Systems of the table", (*columns[:2], columns[5]), rows)
    most = len(result.systems) if verbose else 0 if result.folder else MOST_EXAMPLES
    shown = [one for one in result.systems if one.contents.mentions][: most if examples else 0]
    return Table(
        "Submissions",
        columns,
        tuple(
            (
                *(one.system, _verdict(one), *_sizes(one.contents), one.errors, one.warnings),
                *([listed(one.contents.missing, _NAMED) or None] if lacking else []),
                *([_first_problem(one, result.folder)] if first and result.folder else []),
            )
            for one in result.systems
        ),
        (
            *map(_example_line, shown),
            f"Key: {one_line(result.key)}." if result.key else _FORM_ONLY,
            *_on_runs(result),
        ),
        shows_all="--format markdown",
    )


def _sizes(read: Contents) -> tuple[int, int, int]:
    return read.documents, read.entities, read.mentions


def _first_problem(one: Validation, folder: str) -> str | None:
    """The first error, or else the first warning, with its place in the folder."""
    if not one.findings:
        return None
    severity, problem = one.findings[0].severity, one.findings[0].problem
    place = _place(problem).removeprefix(f"{one_line(folder)}/")
    return f"{place}: {'warning: ' * (severity == 'warning')}{problem.reason}"


def first_problem_lines(result: ValidateResult, width: int) -> list[str]:
    """The first problem of each entry of a folder in one line, and where the others are."""
    problems = (_first_problem(one, result.folder or "") for one in result.systems)
    lines = [
        problem if len(problem) <= width else f"{problem[: width - 1]}{ELLIPSIS}"
        for problem in problems
        if problem
    ]
    return [*lines, *(["More about each entry: --verbose."] if lines else [])]


def _example_line(one: Validation) -> str:
    """Three mentions of a submission with their places."""
    texts = [_example(example) for example in one.contents.examples if example.text is not None]
    return f"{one.system}: for example {', '.join(texts)}" if texts else f"{one.system}: no words to show"


def _example(example: Example) -> str:
    part = f", part {example.part}" if example.part else ""
    several = "word" if example.first == example.last else "words"
    words = f"{several} {range_text(example.first, example.last)}"
    return f'"{example.text}" ({example.document}{part}, {words})'


def acceptable_text(result: ValidateResult) -> str:
    """Return how many submissions are acceptable, and the others, in a sentence."""
    others = [one.system for one in result.systems if not one.acceptable]
    every = counted(len(result.systems), "submission")
    if not others:
        return f"{every} {plural('is', len(result.systems), 'are')} acceptable."
    if len(others) == len(result.systems):
        return f"{joined(others)} {plural('is', len(others), 'are')} not acceptable."
    return f"{len(others):,} of {every} {plural('is', len(others), 'are')} not acceptable: {joined(others)}."


def _on_runs(result: ValidateResult) -> Iterator[str]:
    """Yield the submissions that are runs of one system, and those that are not for their names."""
    for system, runs in result.runs.items():
        yield f"{system} has {counted(len(runs), 'run')}: {joined(runs)}."
    for problem in result.warnings:
        yield f"{problem}."


def finding_table(result: ValidateResult) -> Table:
    """One row per finding that people see."""
    shown = {one.system: _folded(one, MOST_OF_KIND) for one in result.systems}
    rows = (row for one in shown.values() for row in one)
    notes = (_rest(one, shown[one.system]) for one in result.systems)
    return replace(findings_of(rows).table("Findings").main(), notes=tuple(filter(None, notes)))


def findings(result: ValidateResult) -> Relation:
    """One row per finding, and then the verdict on its submission."""
    advice = "" if result.key or result.of_table else _FORM_ONLY
    listed = [(one, _folded(one, MOST_LISTED)) for one in result.systems]
    return findings_of(
        row
        for one, rows in listed
        for row in (*rows, Reported(one.system, "summary", Problem("", 0, _summary(one, rows), advice)))
    )


def finding_lines(result: ValidateResult) -> Iterator[str]:
    """The findings as compilers write them: FILE:LINE:COLUMN."""
    for one in result.systems:
        rows = _folded(one, MOST_OF_KIND)
        for row in rows:
            yield finding_line(row.severity, row.problem)
        if rest := _rest(one, rows):
            yield rest


def problem_lines(problems: Sequence[Problem], count: int) -> Iterator[str]:
    """The problems of one submission, cut at a length that people read."""
    for problem in problems[:MOST_SHOWN]:
        yield finding_line("error", problem)
    if count > MOST_SHOWN:
        yield f"and {count - MOST_SHOWN:,} more; correct these first"


def finding_line(severity: str, problem: Problem) -> str:
    """Return one finding; what counts others of its kind has no remedy, and follows one of them."""
    return f"{_place(problem)}: {f'{severity}: ' if problem.remedy else ''}{problem.reason}"


def _place(problem: Problem) -> str:
    numbers = (number for number in (problem.line, problem.column) if number)
    return ":".join((problem.file, *map(str, numbers)))


def validation_record(result: ValidateResult) -> dict[str, object]:
    return {
        **head(None, result.key),
        "systems": [
            {
                "system": system.system,
                "acceptable": system.acceptable,
                "errors": system.errors,
                "warnings": system.warnings,
                "findings": list(findings_of(_folded(system, MOST_LISTED)).values()),
                "documents": system.contents.documents,
                "parts": system.contents.parts,
                "entities": system.contents.entities,
                "mentions": system.contents.mentions,
                "examples": [example._asdict() for example in system.contents.examples],
                "read": system.contents.read,
                "missing_datasets": list(system.contents.missing),
            }
            for system in result.systems
        ],
        "runs": result.runs,
        "warnings": [*warnings_of(result.warnings).values()],
    }


def _verdict(one: Validation) -> str:
    return "acceptable" if one.acceptable else "not acceptable"


def _summary(one: Validation, rows: Sequence[Reported]) -> str:
    more = _more(one, rows)
    counts = f"errors: {one.errors:,}, warnings: {one.warnings:,}"
    return f"{_verdict(one)} ({counts}{f', not shown: {more:,}' if more else ''})"


def _rest(one: Validation, rows: Sequence[Reported]) -> str:
    """A line on the findings that are not shown, if there are any."""
    more = _more(one, rows)
    return f"{one.system}: and {more:,} more; correct these first" if more else ""

"""The summary of a pull request's check."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from leaderboard.platforms.pull_request import PullRequestResult
from leaderboard.report.features.problems import (
    finding_table,
    findings,
    validation_record,
    verdict_table,
)
from leaderboard.report.features.scores import dataset_score_tables, score_record, system_table
from leaderboard.report.forms import render
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.markdown import escape, line, section
from leaderboard.report.table import Table
from leaderboard.text import MOST_NAMES, counted, listed, one_line

HEADING = "Submissions of this pull request"
# A page for reading, which platforms cut off at a megabyte.
MOST_FINDINGS = 200
_COMMIT = re.compile(r"\A([0-9a-f]{12})[0-9a-f]{28,}\Z")


def render_pull_request(result: PullRequestResult, form: str) -> str:
    """A page in Markdown; tables, or a record, in other forms."""
    if form == "json":
        return render_json(pull_request_record(result))
    if form == "csv":
        return findings(result.validation).csv()
    said, tables = remarks(result), _tables(result)
    if form == "markdown":
        bullets = "".join(f"- {line(remark)}\n" for remark in said)
        return "\n".join([f"# {escape(HEADING)}\n", bullets, *map(section, tables)])
    if not tables:
        return "".join(f"{remark}\n" for remark in said) if form == "table" else ""
    first, *others = tables
    return render(form, replace(first, notes=(*said, *first.notes)), *others)


def remarks(result: PullRequestResult) -> tuple[str, ...]:
    """Which submissions were looked at, why, and what became of others."""
    found, base = len(result.validation.systems), _COMMIT.sub(r"\1", one_line(result.base))
    if result.cause:
        why = f"The key or the settings differ from {base} ({result.cause}), and so all submissions count"
    elif found:
        why = f"Only submissions that differ from {base} count"
    else:
        why = f"No submission differs from {base}"
    counts = f": {counted(found, 'submission')}, {result.scored:,} with scores." if found else "."
    return (
        why + counts,
        *_listed("Taken away", result.gone),
        *_listed("Changed, but not looked at (no submissions that a ranking would take)", result.passed_over),
        *_listed("Hidden and read-me files, which are no submissions", result.hidden),
        *(str(warning) for warning in result.warnings[:MOST_NAMES]),
    )


def _listed(what: str, names: Sequence[str]) -> tuple[str, ...]:
    return (f"{what}: {listed(names, MOST_NAMES)}.",) if names else ()


def pull_request_record(result: PullRequestResult) -> dict[str, object]:
    return {
        "schema": 2,
        "base": result.base,
        "cause": result.cause or None,
        "gone": list(result.gone),
        "passed_over": list(result.passed_over),
        "hidden": list(result.hidden),
        "warnings": [str(warning) for warning in result.warnings],
        "validation": validation_record(result.validation),
        "scores": score_record(result.scores) if result.scores else None,
    }


def _tables(result: PullRequestResult) -> list[Table]:
    """Verdicts, scores of what is acceptable, and what is wrong with the rest."""
    if not result.validation.systems:
        return []
    found = finding_table(result.validation)
    more = len(found.rows) - MOST_FINDINGS
    notes = (*found.notes, *((f"And {more:,} more; `leaderboard validate` lists them.",) if more > 0 else ()))
    shown = replace(found.rows_from(0, MOST_FINDINGS), notes=notes)
    scores = result.scores if result.scored else None
    return [
        verdict_table(result.validation),
        *(
            [system_table(scores).main(), *(one.main() for one in dataset_score_tables(scores))]
            if scores
            else []
        ),
        *([shown] if shown.rows else []),
    ]

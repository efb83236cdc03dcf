"""The result of a submission for the platform: numbers for its leaderboard, a page for the participant."""

from __future__ import annotations

from leaderboard.platforms.competitions import BundleResult
from leaderboard.report.forms.html import page, render_html
from leaderboard.report.forms.json import render_json
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.score_fields import QUANTITIES
from leaderboard.report.tables.scores import dataset_score_tables, metric_table
from leaderboard.tasks.task import Score
from leaderboard.text import counted
from leaderboard.verbs.score import ScoreResult

SCORES, PAGE = "scores.json", "detailed_results.html"

# A page is for reading; the log of the run has no more either.
MOST_WARNINGS = 50


def bundle_files(result: BundleResult) -> dict[str, bytes]:
    """Both files, the one that says that all went well last."""
    return {
        PAGE: render_details(result).encode(),
        SCORES: render_json(dict(numbers(result.scores))).encode(),
    }


def numbers(result: ScoreResult) -> dict[str, float]:
    """Each score by its name, ``conll_f1``, and on each of several datasets, ``conll_f1_de``; fractions.

    A submission that is excluded for the datasets that it lacks has no means: a platform would rank them.
    """
    (system,) = result.systems
    found = {} if len(system.datasets) < len(result.datasets) else _numbers(system.scores, "")
    for dataset, scores in system.datasets.items():
        found |= _numbers(scores, f"_{dataset}")
    return found | ({"missing_datasets": len(system.lacking)} if result.datasets else {})


def render_details(result: BundleResult) -> str:
    """A page that asks nothing of the network and runs nothing: scores, datasets, warnings."""
    tables = [metric_table(result.scores), *dataset_score_tables(result.scores), *_warnings(result.scores)]
    return page(result.title or "Scores", "\n".join(render_html(table.main()) for table in tables))


def _numbers(scores: dict[str, Score], suffix: str) -> dict[str, float]:
    values = {
        f"{metric}_{quantity}{suffix}": getattr(score, quantity)
        for metric, score in scores.items()
        for quantity in QUANTITIES
    }
    return {name: value for name, value in values.items() if value is not None}


def _warnings(result: ScoreResult) -> list[Table]:
    """Why files are unreadable, and the first warnings about the submission, if there are any."""
    problems = [*(fault for fate in result.fates for fault in fate.faults), *result.warnings]
    if not problems:
        return []
    columns = (
        Column("file", "File"),
        Column("line", "Line", "count"),
        Column("what", "What was found"),
        Column("remedy", "What to do"),
    )
    rows = [
        (problem.file, problem.line or None, problem.what, problem.remedy)
        for problem in problems[:MOST_WARNINGS]
    ]
    more = sum(one.count for one in problems[MOST_WARNINGS:])
    notes = (f"And {counted(more, 'more warning')}.",) if more else ()
    return [Table("Warnings", columns, tuple(rows), notes)]

"""The files that ``describe`` writes."""

from __future__ import annotations

from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.latex import render_latex
from leaderboard.report.forms.markdown import section
from leaderboard.report.tables.descriptions import description_table, description_tables
from leaderboard.verbs.describe import DescribeResult


def description_files(result: DescribeResult) -> dict[str, bytes]:
    """Return the content of each file by its name."""
    tables = description_tables(result)
    texts = {
        "describe.csv": render_csv(description_table(result)),
        "describe.md": "\n".join(map(section, tables)),
        "describe.tex": "\n".join(map(render_latex, tables)),
    }
    return {name: text.encode() for name, text in texts.items()}

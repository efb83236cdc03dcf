"""The files that ``describe`` writes."""

from __future__ import annotations

from leaderboard.report.forms.latex import render_latex
from leaderboard.report.forms.markdown import section
from leaderboard.report.tables.descriptions import description_of, description_tables
from leaderboard.verbs.describe import DescribeResult


def description_files(result: DescribeResult) -> dict[str, bytes]:
    """Return the content of each file by its name."""
    tables = description_tables(result)
    texts = {
        "describe.csv": description_of(result).csv(),
        "describe.md": "\n".join(map(section, tables)),
        "describe.tex": "\n".join(map(render_latex, tables)),
    }
    return {name: text.encode() for name, text in texts.items()}

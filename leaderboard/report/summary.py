"""A report in Markdown, as GitHub shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leaderboard.report.captions import heading, rejections, remarks
from leaderboard.report.datasets import dataset_tables, other_dataset_tables
from leaderboard.report.error_section import error_section
from leaderboard.report.figures import MISSING
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.markdown import escape, line, render_markdown
from leaderboard.report.rankings import rank_table
from leaderboard.report.sections import agreement_tables, firmness_tables, main_table
from leaderboard.report.settings import setting_tables
from leaderboard.verbs.rank import RankResult


def render_summary(result: RankResult, pictures: Sequence[Picture]) -> str:
    """Ranking, ranks by every metric, kinds of errors, agreement of metrics, pictures, and notes last."""
    main = main_table(result)
    main = replace(main, notes=(*main.notes, *rejections(result)))
    tables = (
        main,
        *dataset_tables(result),
        *setting_tables(result),
        rank_table(result),
        *firmness_tables(result),
        *error_section(result),
        *agreement_tables(result),
        *other_dataset_tables(result),
    )
    missing = () if pictures else (MISSING,)
    notes = [f"- {line(note)}" for note in (*remarks(result), *missing)]
    return "\n".join(
        [
            f"# {escape(heading(result))}\n",
            *(render_markdown(table) for table in tables),
            *(f"{line(one.title)}\n\n![{escape(one.text)}]({one.path()})\n" for one in pictures),
            "## Notes\n",
            *notes,
            "",
        ]
    )

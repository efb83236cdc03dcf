"""A report in Markdown, as GitHub shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leaderboard.report.figures import MISSING
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.forms.markdown import escape, line, rows_and_notes, section
from leaderboard.report.tables.datasets import dataset_tables, other_dataset_tables
from leaderboard.report.tables.error_section import error_section
from leaderboard.report.tables.phases import phase_tables
from leaderboard.report.tables.rankings import rank_table
from leaderboard.report.tables.sections import agreement_tables, firmness_tables, main_table
from leaderboard.report.tables.settings import setting_tables
from leaderboard.report.tables.tracks import track_tables
from leaderboard.report.words.captions import heading, rejections
from leaderboard.report.words.other_metrics import all_remarks
from leaderboard.verbs.rank import RankResult


def render_summary(result: RankResult, pictures: Sequence[Picture]) -> str:
    """Ranking, ranks by every metric, kinds of errors, agreement of metrics, pictures, and notes last."""
    main = main_table(result)
    main = replace(main, notes=(*main.notes, *rejections(result)))
    tables = (
        *track_tables(result),
        *phase_tables(result),
        *dataset_tables(result),
        *setting_tables(result),
        rank_table(result),
        *firmness_tables(result),
        *error_section(result),
        *agreement_tables(result),
        *other_dataset_tables(result),
    )
    missing = () if pictures else (MISSING,)
    notes = [f"- {line(note)}" for note in (*all_remarks(result), *missing)]
    return "\n".join(
        [
            f"# {escape(heading(result))}\n",
            # Without a title of its own the report is called what the first table is.
            section(main) if result.title else rows_and_notes(main),
            *(section(table) for table in tables),
            *(["## Figures\n"] if pictures else []),
            *(_shown(picture) for picture in pictures),
            "## Notes\n",
            *notes,
            "",
        ]
    )


def _shown(picture: Picture) -> str:
    """A picture with its words, and its numbers to be had."""
    return (
        f"### {escape(picture.title)}\n\n![{escape(picture.text)}]({picture.path()})\n\n"
        f"Data: [{picture.data_path}]({picture.data_path})\n"
    )

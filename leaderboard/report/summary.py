"""A report in Markdown, as GitHub shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leaderboard.report.figures import MISSING
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.forms.markdown import escape, line, rows_and_notes, section
from leaderboard.report.notes import all_notes, heading, paper_text, rejections
from leaderboard.report.sections import main_table, sections
from leaderboard.report.words.paper import TEXT_TITLE
from leaderboard.verbs.rank import RankResult


def render_summary(result: RankResult, pictures: Sequence[Picture]) -> str:
    """Ranking, ranks by every metric, errors, agreement of metrics, pictures, notes, and text for a paper."""
    main = main_table(result)
    main = replace(main, notes=(*main.notes, *rejections(result)))
    tables = [table for part in sections(result) for table in part.all_tables]
    missing = () if pictures else (MISSING,)
    text = paper_text(result)
    notes = [f"- {line(note)}" for note in (*all_notes(result), *missing)]
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
            *([f"\n## {TEXT_TITLE}\n\n{line(text)}"] if text else []),
            "",
        ]
    )


def _shown(picture: Picture) -> str:
    """A picture with its words, and its numbers to be had."""
    return (
        f"### {escape(picture.title)}\n\n![{escape(picture.text)}]({picture.path()})\n\n"
        f"Data: [{picture.data_path}]({picture.data_path})\n"
    )

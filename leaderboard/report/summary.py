"""A report in Markdown, as GitHub shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from leaderboard.report.figures.drawing import Picture
from leaderboard.report.forms.markdown import escape, line, rows_and_notes, section
from leaderboard.report.notes import all_notes, heading, paper_text
from leaderboard.report.sections import Chapter, chapters, main_table, of_ranking
from leaderboard.report.words.paper import TEXT_TITLE
from leaderboard.verbs.rank import RankResult


def render_summary(result: RankResult, pictures: Sequence[Picture]) -> str:
    """The ranking with all notes and a text for a paper, then the other sections with their pictures."""
    main, text = main_table(result), paper_text(result)
    others = list(chapters(result, pictures))
    return "\n".join(
        [
            f"# {escape(heading(result))}\n",
            # Without a title of its own the report is called what the first table is.
            section(main) if result.title else rows_and_notes(main),
            *map(_shown, of_ranking(others, pictures)),
            "### Notes\n",
            *(f"- {line(note)}" for note in all_notes(result)),
            "",
            *([f"### {TEXT_TITLE}\n\n{line(text)}\n"] if text else []),
            *(part for chapter in others for part in _chapter(chapter)),
        ]
    )


def _chapter(chapter: Chapter) -> Iterator[str]:
    """Nothing where the page alone has something to show."""
    if chapter.tables or chapter.pictures:
        yield f"## {chapter.title}\n"
        yield from (section(table, level=3) for table in chapter.tables)
        yield from map(_shown, chapter.pictures)


def _shown(picture: Picture) -> str:
    """A picture with its words, and its numbers to be had."""
    return (
        f"### {escape(picture.title)}\n\n![{escape(picture.text)}]({picture.path()})\n\n"
        f"Data: [{picture.data_path}]({picture.data_path})\n"
    )

"""A report in Markdown, as GitHub shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from leaderboard.report.features.answer import answers
from leaderboard.report.features.paper import TEXT_TITLE
from leaderboard.report.features.paragraph import paragraph
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.forms.markdown import escape, prose, rows_and_notes, section
from leaderboard.report.notes import Notes, note_groups, title
from leaderboard.report.sections import Chapter, chapters, main_table, of_ranking
from leaderboard.verbs.rank import RankResult


def render_summary(result: RankResult, pictures: Sequence[Picture]) -> str:
    """The answer, the ranking, notes and a text for a paper, then the other sections with their pictures."""
    others = list(chapters(result, pictures))
    return "\n".join(
        [
            f"# {escape(title(result))}\n",
            f"{prose(answers(result)[result.options.primary].text)}\n",
            "## Ranking\n",
            rows_and_notes(main_table(result)),
            *map(_shown, of_ranking(others, pictures)),
            *(part for group in note_groups(result) for part in _noted(group)),
            f"### {TEXT_TITLE}\n\n{prose(paragraph(result))}\n",
            *(part for chapter in others for part in _chapter(chapter)),
        ]
    )


def _noted(group: Notes) -> Iterator[str]:
    yield f"### {group.title}\n"
    yield from (f"- {prose(note)}" for note in group.notes)
    yield ""


def _chapter(chapter: Chapter) -> Iterator[str]:
    """Nothing where the page alone has something to show."""
    if chapter.tables or chapter.pictures:
        yield f"## {chapter.title}\n"
        yield from (section(table, level=3) for table in chapter.tables)
        yield from map(_shown, chapter.pictures)


def _shown(picture: Picture) -> str:
    """A picture with its words, and its numbers to be had."""
    data = picture.path("csv")
    return (
        f"### {escape(picture.title)}\n\n![{escape(picture.text)}]({picture.path()})\n\n"
        f"Data: [{data}]({data})\n"
    )

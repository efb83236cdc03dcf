"""The changes between two reports, as announcement, tables and records."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.report.diff.tables import changes_of, diff_record, diff_tables, sentences
from leaderboard.report.forms import render
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.markdown import escape, line, section
from leaderboard.report.forms.terminal import wrapped
from leaderboard.verbs.diff import DiffResult

_WIDTH = 80
HEADING = "Changes of the leaderboard"


def render_diff(result: DiffResult, form: str, width: int | None = None) -> str:
    """Return an announcement in Markdown, or tables; one line for people where nothing changed."""
    if form == "json":
        return render_json(diff_record(result))
    if form == "csv":
        return changes_of(result).csv()
    if form == "markdown":
        return _announcement(result)
    if result.same and form == "table":
        return "".join(f"{wrapped(sentence, width or _WIDTH)}\n" for sentence in sentences(result))
    warnings, systems, others = diff_tables(result)
    with_sentences = replace(systems, notes=(*sentences(result), *systems.notes))
    return render(form, *warnings, with_sentences, *others, width=width)


def _announcement(result: DiffResult) -> str:
    """A warning first if there is one, sentences, and the tables that have rows."""
    if result.same:
        return "".join(f"{line(sentence)}\n" for sentence in sentences(result))
    warnings, systems, others = diff_tables(result)
    bullets = "".join(f"- {line(sentence)}\n" for sentence in sentences(result))
    shown = [table for table in (systems, *others) if table.rows]
    return "\n".join([f"# {escape(HEADING)}\n", *map(section, warnings), bullets, *map(section, shown)])

"""The forms in which a table can be printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.html import page, render_html
from leaderboard.report.forms.latex import render_latex
from leaderboard.report.forms.markdown import render_markdown
from leaderboard.report.forms.terminal import render_fitted, render_terminal
from leaderboard.report.table import Table

FORMS: dict[str, Callable[[Table], str]] = {
    "table": render_terminal,
    "markdown": render_markdown,
    "csv": render_csv,
    "latex": render_latex,
    "html": render_html,
}


def render(form: str, *tables: Table, figure: str = "", width: int | None = None) -> str:
    """One table after the other; in HTML on one page, which alone has the figure.

    ``width`` is that of the terminal, where tables should fit it.
    """
    rendered = FORMS[form]
    if form == "table" and width is not None:
        rendered = partial(render_fitted, width=width)
    text = "\n".join(map(rendered, tables))
    return page(tables[0].caption, text + figure) if form == "html" else text

"""The forms in which a table can be printed."""

from __future__ import annotations

from functools import partial
from importlib import import_module

from leaderboard.report.table import Table

# By the modules that render them, of which each is loaded when it is asked for.
FORMS = {"table": "terminal", "markdown": "markdown", "csv": "csv", "latex": "latex", "html": "html"}


def render(form: str, *tables: Table, figure: str = "", width: int | None = None) -> str:
    """One table after the other; in HTML on one page, which alone has the figure.

    ``width`` is that of the terminal, where tables should fit it.
    """
    module = import_module(f"{__name__}.{FORMS[form]}")
    rendered = getattr(module, f"render_{FORMS[form]}")
    if form == "table" and width is not None:
        rendered = partial(module.render_fitted, width=width)
    text = "\n".join(map(rendered, tables))
    return module.page(tables[0].caption, text + figure) if form == "html" else text

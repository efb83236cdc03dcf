"""The forms in which a table can be printed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib import import_module

from leaderboard.report.table import Table

# By the modules that render them, of which each is loaded when it is asked for.
FORMS = {"table": "terminal", "markdown": "markdown", "csv": "csv", "latex": "latex", "html": "html"}


def render(
    form: str,
    *tables: Table,
    figure: str = "",
    width: int | None = None,
    verbose: bool = True,
    fitted: bool = True,
) -> str:
    """One table after the other; in HTML on one page, which alone has the figure.

    ``width`` is that of the terminal, where notes should fit it, and tables if ``fitted``; it shows whole
    signatures if ``verbose``.
    """
    module = import_module(f"{__name__}.{FORMS[form]}")
    rendered = getattr(module, f"render_{FORMS[form]}")
    if form == "table" and width is not None:
        rendered = partial(module.render_fitted if fitted else module.render_terminal, width=width)
    if form == "table" and not verbose:
        tables = tuple(replace(table, signature=_short(table.signature)) for table in tables)
    text = "\n".join(map(rendered, tables))
    return module.page(tables[0].caption, text + figure) if form == "html" else text


def _short(signature: str | None) -> str | None:
    from leaderboard.report.words.signatures import short_signature

    return None if signature is None else short_signature(signature)

"""A report as one page of HTML that needs nothing else: no network, no style or script but its own."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from leaderboard.report.figures import MISSING
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.forms.html import hashed
from leaderboard.report.notes import all_notes, heading, paper_text, rejected
from leaderboard.report.page.drawn_map import ranges, significance_map
from leaderboard.report.page.script_data import pair_data, view_data
from leaderboard.report.sections import Section, main_table, phase_tables, sections
from leaderboard.report.table import Table, Value
from leaderboard.report.tables.error_bars import bars
from leaderboard.report.tables.error_changes import change_data
from leaderboard.report.tables.error_kinds import ranked_errors
from leaderboard.report.tables.runs import opened_runs
from leaderboard.report.words.names import label
from leaderboard.report.words.paper import TEXT_TITLE
from leaderboard.report.words.rejections import rejection_text
from leaderboard.text import counted
from leaderboard.verbs.rank import RankResult

_TEMPLATES = Environment(
    loader=PackageLoader("leaderboard.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_NUMBER = re.compile(r"^[\d.]+")
# The page shows and sorts some kinds of columns as another one.
_KINDS = {"card": "text", "written": "number"}
# The sections that are drawn, after the ranking and its boards.
_DRAWN = {
    "ranges": "Rank ranges",
    "significance": "Significance map",
    "documents": "Two systems",
    "errors": "Kinds of errors",
    "metrics": "Every metric",
    "figures": "Figures",
    "notes": "Notes",
    "text": TEXT_TITLE,
}


def render_page(result: RankResult, pictures: Sequence[Picture]) -> str:
    """The page; its policy names the one style and the one script by their hashes."""
    style, script = _source("report.css"), _source("report.js")
    policy = (
        f"default-src 'none'; img-src data:; style-src {hashed(style)}; script-src {hashed(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    systems = [standing.system for standing in result.primary.standings]
    family = result.families[result.options.primary]
    profiles = ranked_errors(result)
    of_pairs = {"documents", "significance", "text"} if len(systems) == 1 else set()
    found = {section.name: _section(section) for section in sections(result)}
    boards = [_board(section, found) for section in sections(result) if section.on_page]
    return _TEMPLATES.get_template("report.html").render(
        policy=policy,
        style=Markup(style),
        script=Markup(script),
        title=heading(result),
        summary=f"{counted(len(systems), 'system')} on {counted(family.units, result.options.unit)}.",
        sections=[
            ("ranking", "Ranking"),
            *((board["name"], board["title"]) for board in boards),
            *((anchor, text) for anchor, text in _DRAWN.items() if anchor not in of_pairs),
        ],
        systems=systems,
        primary=label(result.options.primary),
        unit=result.options.unit,
        ranking=_content(main_table(result), opened_runs(result)),
        boards=boards,
        rejected=[rejection_text(one) for one in rejected(result)],
        ranges=ranges(result),
        map=significance_map(result),
        errors={"bars": bars(profiles), "tables": found["errors"]["tables"]},
        prices=found.get("prices", {"tables": []}),
        price_figures=[_figure(picture) for picture in pictures if picture.name == "prices"],
        metrics=found["metrics"],
        firmness=found["firmness"],
        agreement=found.get("agreement", {"tables": []}),
        figures=[_figure(picture) for picture in pictures if picture.name != "prices"],
        missing=MISSING,
        notes=all_notes(result),
        text=paper_text(result),
        data=view_data(result) | pair_data(result) | change_data(profiles),
    )


def _section(section: Section) -> dict[str, Any]:
    return {
        "name": section.name,
        "title": section.title,
        "tables": [_content(table) for table in section.tables],
        "phases": [(one.phase, [_content(table) for table in phase_tables(one)]) for one in section.phases],
    }


def _board(section: Section, found: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The section of a kind of board, with further tables that are folded up."""
    return {**found[section.name], "folded": found.get(f"{section.name.removesuffix('s')}-metrics")}


def _source(name: str) -> str:
    assert _TEMPLATES.loader
    return _TEMPLATES.loader.get_source(_TEMPLATES, name)[0]


def _content(table: Table, opened: Mapping[str, Sequence[str]] = MappingProxyType({})) -> dict[str, object]:
    """A table with what the page needs of each cell: its text, and a value to sort by.

    A name opens to show the lines that are ``opened`` under it.
    """
    kinds = [
        "name" if column.name == "system" else _KINDS.get(column.kind, column.kind)
        for column in table.columns
    ]
    return {
        "caption": table.caption,
        "columns": [
            {"label": one.label, "kind": kind} for one, kind in zip(table.columns, kinds, strict=True)
        ],
        "rows": [
            {
                "group": number in table.groups,
                "cells": [
                    {
                        "text": text,
                        "value": _sortable(value, kinds[at]),
                        "kind": kinds[at],
                        "best": table.is_best(number, at),
                        "opened": opened.get(text, ()) if kinds[at] == "name" else (),
                        "link": table.is_link(number, at),
                    }
                    for at, (text, value) in enumerate(zip(shown, raw, strict=True))
                ],
            }
            for number, (shown, raw) in enumerate(zip(table.shown(), table.rows, strict=True))
        ],
        "notes": table.everything,
    }


def _sortable(value: Value, kind: str) -> str:
    """Bounds by the lower one, a score with its rank by the score, text as it is."""
    if isinstance(value, tuple):
        return repr(value[0])
    if isinstance(value, str):
        return "".join(_NUMBER.findall(value)[:1]) if kind == "ranked" else value
    return "" if value is None else repr(value)


def _figure(picture: Picture) -> dict[str, object]:
    return {
        "title": picture.title,
        "text": picture.text,
        "wide": picture.is_wide,
        "data": base64.b64encode(picture.svg).decode(),
    }

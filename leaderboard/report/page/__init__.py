"""A report as one page of HTML that needs nothing else: no network, no style or script but its own."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from leaderboard.report.figures import MISSING
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.forms.html import hashed
from leaderboard.report.page.drawn_map import ranges, significance_map, view_data
from leaderboard.report.page.pairs import pair_data
from leaderboard.report.table import Table, Value
from leaderboard.report.tables.changes import change_data
from leaderboard.report.tables.datasets import dataset_tables, other_dataset_tables
from leaderboard.report.tables.error_bars import bars
from leaderboard.report.tables.error_section import error_section, ranked_errors
from leaderboard.report.tables.phases import across_phases, tables_of
from leaderboard.report.tables.rankings import rank_table
from leaderboard.report.tables.sections import agreement_tables, firmness_tables, main_table
from leaderboard.report.tables.settings import setting_tables
from leaderboard.report.tables.tracks import track_tables
from leaderboard.report.words.captions import heading, label, rejections
from leaderboard.report.words.numbered import numbered
from leaderboard.report.words.other_metrics import all_remarks
from leaderboard.verbs.rank import RankResult

_TEMPLATES = Environment(
    loader=PackageLoader("leaderboard.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_NUMBER = re.compile(r"^[\d.]+")
_SECTIONS = {
    "ranking": "Ranking",
    "tracks": "Tracks",
    "phases": "Phases",
    "datasets": "Datasets",
    "settings": "Settings",
    "ranges": "Rank ranges",
    "significance": "Significance map",
    "documents": "Two systems",
    "errors": "Kinds of errors",
    "metrics": "Every metric",
    "figures": "Figures",
    "notes": "Notes",
}


def render_page(result: RankResult, pictures: Sequence[Picture]) -> str:
    """The page; its policy names the one style and the one script by their hashes."""
    style, script = _source("report.css"), _source("report.js")
    policy = (
        f"default-src 'none'; img-src data:; style-src {hashed(style)}; script-src {hashed(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    systems = [standing.system for standing in result.primary.standings]
    family = result.families[result.settings.primary]
    profiles = ranked_errors(result)
    absent = {"documents", "significance"} if len(systems) == 1 else set()
    absent |= set() if result.datasets.ranked else {"datasets"}
    absent |= set() if result.variants else {"settings"}
    absent |= set() if result.tracks else {"tracks"}
    absent |= set() if result.earlier else {"phases"}
    return _TEMPLATES.get_template("report.html").render(
        policy=policy,
        style=Markup(style),
        script=Markup(script),
        title=heading(result),
        summary=f"{numbered(len(systems), 'system')} on {numbered(family.units, result.settings.unit)}.",
        sections=[(anchor, text) for anchor, text in _SECTIONS.items() if anchor not in absent],
        systems=systems,
        primary=label(result, result.settings.primary),
        unit=result.settings.unit,
        ranking=_content(main_table(result)),
        tracks=[_content(table) for table in track_tables(result)],
        phases=_phases(result) if result.earlier else None,
        datasets=[_content(table) for table in dataset_tables(result)],
        other_datasets=[_content(table) for table in other_dataset_tables(result)],
        settings=[_content(table) for table in setting_tables(result)],
        rejected=[note.removeprefix("Rejected: ") for note in rejections(result)],
        ranges=ranges(result),
        map=significance_map(result),
        errors={"bars": bars(profiles), "tables": [_content(table) for table in error_section(result)]},
        ranks=_content(rank_table(result)),
        firmness=[_content(table) for table in firmness_tables(result)],
        agreement=[_content(table) for table in agreement_tables(result)],
        figures=[_figure(picture) for picture in pictures],
        missing=MISSING,
        notes=all_remarks(result),
        data=view_data(result) | pair_data(result) | change_data(profiles),
    )


def _phases(result: RankResult) -> dict[str, object]:
    """All phases side by side, and each earlier one under a heading of its own."""
    return {
        "across": _content(across_phases(result)),
        "earlier": [(one.phase, [_content(table) for table in tables_of(one)]) for one in result.earlier],
    }


def _source(name: str) -> str:
    assert _TEMPLATES.loader
    return _TEMPLATES.loader.get_source(_TEMPLATES, name)[0]


def _content(table: Table) -> dict[str, object]:
    """A table with what the page needs of each cell: its text, and a value to sort by."""
    kinds = ["name" if column.name == "system" else column.kind for column in table.columns]
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
        "wide": picture.name == "scatter",
        "data": base64.b64encode(picture.svg).decode(),
    }

"""Tables and pictures as the templates of the page read them."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from markupsafe import Markup, escape

from leaderboard.ranking.tie_rules import RULES
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.page.bars import Bar
from leaderboard.report.table import Table, Value

_NUMBER = re.compile(r"^[\d.]+")
# The page shows and sorts some kinds of columns as another one.
_KINDS = {"card": "text", "written": "number"}
_WORDS = ("name", "text", "letters")
# Columns of names of systems, by which rows are found, and those of the scores of one metric.
_SYSTEMS = ("system", "ahead", "behind")
_OF_METRIC = re.compile(r"(\w+?)_(?:recall|precision|f1|mean)(?:_|$)")
_HYPHEN = re.compile(r"(?<![\w.])-(?=\d)")
# Names may have backticks, too; these are the words of the program that notes have in them.
_CODE = re.compile(rf"(?<![^\s(])`((?:--|leaderboard |pip )[^`]+|{'|'.join(RULES)})`(?!\w)")


def content(table: Table, opened: Mapping[str, Sequence[str]] = MappingProxyType({})) -> dict[str, Any]:
    """A table with what the page needs of each cell: its text, and a value to sort by.

    A name opens to show the lines that are ``opened`` under it.
    """
    kinds = [
        "name" if column.name == "system" else _KINDS.get(column.kind, column.kind)
        for column in table.columns
    ]
    return {
        "caption": table.caption,
        "style": "",
        "folded": False,
        "columns": [
            {"label": one.label, "kind": kind, "metric": _metric(one.name)}
            for one, kind in zip(table.columns, kinds, strict=True)
        ],
        "rows": [
            {
                "group": number in table.groups,
                "systems": "\n".join(
                    text for at, text in enumerate(shown) if table.columns[at].name in _SYSTEMS
                ),
                "cells": [
                    {
                        "text": text if kinds[at] in _WORDS else _HYPHEN.sub("−", text),
                        "value": sortable(value, kinds[at]),
                        "kind": kinds[at],
                        "best": table.is_best(number, at),
                        "opened": opened.get(text, ()) if kinds[at] == "name" else (),
                        "link": table.is_link(number, at),
                        "pieces": table.pieces(number, at, text),
                    }
                    for at, (text, value) in enumerate(zip(shown, raw, strict=True))
                ],
            }
            for number, (shown, raw) in enumerate(zip(table.shown(), table.rows, strict=True))
        ],
        "notes": table.everything,
    }


def with_bars(shown: dict[str, Any], style: str, label: str, at: int, bars: Sequence[Bar]) -> dict[str, Any]:
    """The table with a column of bars, a bar a row; ``style`` is its class."""
    column = {"label": label, "kind": "bar", "metric": None}
    plain = {"kind": "bar", "best": False, "opened": (), "link": False, "pieces": ()}
    rows = [
        {**row, "cells": _inserted(row["cells"], at, {**plain, "text": bar.svg, "value": repr(bar.value)})}
        for row, bar in zip(shown["rows"], bars, strict=True)
    ]
    return {**shown, "style": style, "columns": _inserted(shown["columns"], at, column), "rows": rows}


def _inserted(items: list[dict[str, Any]], at: int, item: dict[str, Any]) -> list[dict[str, Any]]:
    return [*items[:at], item, *items[at:]]


def _metric(column: str) -> str | None:
    """Return the metric of a column of scores."""
    found = _OF_METRIC.match(column)
    return found and found[1]


def sortable(value: Value, kind: str) -> str:
    """Bounds by the lower one, a score with its rank or its datasets by the score, text as it is."""
    if isinstance(value, tuple):
        return repr(value[0])
    if isinstance(value, str):
        number = "".join(_NUMBER.findall(value)[:1]) if kind in ("ranked", "percent") else value
        return repr(float(number) / 100) if kind == "percent" else number
    return "" if value is None else repr(value)


def prose(text: str) -> Markup:
    """A sentence with the words of the program between backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def figure(picture: Picture) -> dict[str, object]:
    return {
        "title": picture.title,
        "text": picture.text,
        "wide": picture.is_wide,
        "data": base64.b64encode(picture.svg).decode(),
    }

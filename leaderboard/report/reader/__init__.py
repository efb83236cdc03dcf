"""The pages of the reader: documents as running text, and the index of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from leaderboard.prices import ERROR_KINDS
from leaderboard.reader import DocumentPage, ReaderIndex
from leaderboard.report.forms.template import fill
from leaderboard.report.words.error_prices import KIND_LABELS

# The mark of each kind of errors.
_MARKS = dict(zip(ERROR_KINDS, "↔∪++÷−−", strict=True))
# What would end a script, or is a line break in one.
_ESCAPES = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}"}


def document_page(page: DocumentPage) -> str:
    """Return a page of a document in HTML."""
    kinds = [
        (kind, _MARKS[kind], KIND_LABELS[kind], [system["counts"][kind] for system in page.data["systems"]])
        for kind in ERROR_KINDS
    ]
    return fill("reader.html", "reader.css", "reader.js", page=page, kinds=kinds, data=_json(page.data))


def index_page(index: ReaderIndex) -> str:
    """Return the index of all documents in HTML."""
    largest = max((abs(row.effect or 0) for row in index.rows), default=0)
    return fill(
        "reader_index.html",
        "reader.css",
        "reader_index.js",
        index=index,
        kinds=KIND_LABELS,
        bars=[100 * (row.effect or 0) / largest if largest else 0 for row in index.rows],
        totals=[[sum(errors.values()) for errors in row.errors] for row in index.rows],
        data=_json(index.data),
    )


def _json(data: Mapping[str, Any]) -> Markup:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(_ESCAPES))

"""The pages of the reader: documents as running text, and the index of them."""

from __future__ import annotations

from markupsafe import Markup

from leaderboard.prices import ERROR_KINDS
from leaderboard.reader import DocumentPage, ReaderIndex
from leaderboard.reader.text import escaped
from leaderboard.report.forms.template import fill
from leaderboard.report.words.error_prices import KIND_LABELS
from leaderboard.report.words.reader import effect_text

# The mark of each kind of errors.
_MARKS = dict(zip(ERROR_KINDS, "↔∪++÷−−", strict=True))


def document_page(page: DocumentPage) -> str:
    """Return a page of a document in HTML."""
    kinds = [
        (kind, _MARKS[kind], KIND_LABELS[kind], [system["counts"][kind] for system in page.data["systems"]])
        for kind in ERROR_KINDS
    ]
    return fill(
        "reader.html",
        "reader.css",
        "reader.js",
        page=page,
        effect=effect_text(page.effect),
        kinds=kinds,
        data=Markup(escaped(page.data)),
    )


def index_page(index: ReaderIndex) -> str:
    """Return the index of all documents in HTML."""
    largest = max((abs(row.effect or 0) for row in index.rows), default=0)
    return fill(
        "reader_index.html",
        "reader.css",
        "reader_index.js",
        index=index,
        kinds=KIND_LABELS,
        bars=[100 * (row.effect or 0) / (largest or 1) for row in index.rows],
        totals=[[sum(errors.values()) for errors in row.errors] for row in index.rows],
        data=Markup(escaped(index.data)),
    )

"""The pages of the reader: documents as running text, and the index of them."""

from __future__ import annotations

import re

from markupsafe import Markup

from leaderboard.prices import ERROR_KINDS
from leaderboard.reader import DocumentPage, ReaderIndex
from leaderboard.reader.text import escaped
from leaderboard.report.forms.template import fill, source
from leaderboard.report.words.error_prices import KIND_LABELS
from leaderboard.report.words.reader import effect_text
from leaderboard.text import one_line

# The mark of each kind of errors.
_MARKS = dict(zip(ERROR_KINDS, "↔∪++÷−−", strict=True))

# Control characters, and those that turn the text around.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
# What a style and a script can do without: comments, indents, most line breaks, and in a style most spaces.
_SPARED = {
    "css": re.compile(r"/\*.*?\*/|\s+(?=[{};])|(?<=[{};,:])\s+"),
    "js": re.compile(r"^\s*//.*\n|^\s+|(?<=[{;,(])\n|\n(?= *[}).?:])", re.MULTILINE),
}


def document_page(page: DocumentPage) -> str:
    """Return a page of a document in HTML."""
    systems = page.data["systems"]
    kinds = [
        (kind, _MARKS[kind], KIND_LABELS[kind], [system["counts"][kind] for system in systems])
        for kind in ERROR_KINDS
    ]
    data = {name: value for name, value in page.data.items() if name not in ("document", "words")}
    data["systems"] = [system | {"name": one_line(system["name"])} for system in systems]
    return fill(
        "reader.html",
        _lean("reader.css"),
        _lean("reader.js"),
        title=f"{one_line(page.title)} – reader",
        page=page,
        words=["\n".join(map(_plain, sentence)) for sentence in page.words],
        effect=effect_text(page.effect, len(page.names)),
        kinds=kinds,
        data=Markup(escaped(data)),
    )


def index_page(index: ReaderIndex) -> str:
    """Return the index of all documents in HTML."""
    largest = max((abs(row.effect or 0) for row in index.rows), default=0)
    return fill(
        "reader_index.html",
        _lean("reader.css") + _lean("reader_index.css"),
        _lean("reader_index.js"),
        title="Documents – reader",
        index=index,
        kinds=KIND_LABELS,
        bars=[100 * (row.effect or 0) / (largest or 1) for row in index.rows],
        totals=[[sum(errors.values()) for errors in row.errors] for row in index.rows],
        data=Markup(escaped(index.data)),
    )


def _lean(name: str) -> str:
    """A page holds a style and a script of its own, so both are short."""
    return _SPARED[name.rpartition(".")[2]].sub("", source(name))


def _plain(word: str) -> str:
    """The script takes the words of the page apart at line breaks."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), word)

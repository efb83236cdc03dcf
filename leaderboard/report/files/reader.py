"""The pages of the reader, and the folder that they are written to."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from markupsafe import Markup

from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.reader import DocumentPage, Effect, ReaderIndex
from leaderboard.report.features.documents import DOCUMENTS, INDEX
from leaderboard.report.features.prices import KIND_LABELS
from leaderboard.report.files.record import hashes
from leaderboard.report.files.writer import write_files
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.template import fill, source
from leaderboard.tasks.reread import Reader
from leaderboard.text import counted, one_line, plural

# The mark of each kind of errors.
_MARKS = dict(zip(ERROR_KINDS, "↔∪++÷−−", strict=True))
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
# What a page has in HTML alone.
_WRITTEN = ("document", "words", "page", "pages", "f1", "counts")
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
    data = {name: value for name, value in page.data.items() if name not in _WRITTEN}
    data["systems"] = [
        {name: value for name, value in system.items() if name not in _WRITTEN}
        | {"name": one_line(system["name"])}
        for system in systems
    ]
    return fill(
        "reader.html",
        _lean("reader.css"),
        _lean("reader.js"),
        title=f"{one_line(page.title)} – reader",
        page=page,
        words=["\n".join(map(_plain, sentence)) for sentence in page.words],
        effect=effect_text(page.effect, page.names),
        kinds=kinds,
        data=Markup(escaped(data)),
    )


def index_page(index: ReaderIndex) -> str:
    """Return the index of all documents in HTML."""
    largest = max((abs(row.effect or 0) for row in index.rows), default=0)
    rows = [{**asdict(row), "errors": list(map(_found, row.errors))} for row in index.rows]
    data = {"names": index.names, "kinds": ERROR_KINDS, "rows": rows}
    return fill(
        "reader_index.html",
        _lean("reader.css") + _lean("reader_index.css"),
        _lean("reader_index.js"),
        title="Documents – reader",
        index=index,
        kinds=KIND_LABELS,
        bars=[100 * (row.effect or 0) / (largest or 1) for row in index.rows],
        totals=[[sum(errors.values()) for errors in row.errors] for row in index.rows],
        data=Markup(escaped(data)),
    )


def _found(errors: Mapping[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in errors.items() if count}


def _lean(name: str) -> str:
    """A page holds a style and a script of its own, so both are short."""
    return _SPARED[name.rpartition(".")[2]].sub("", source(name))


def _plain(word: str) -> str:
    """The script takes the words of the page apart at line breaks."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), word)


def escaped(value: object) -> str:
    """JSON that cannot end the script that it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def effect_text(found: Effect, names: Sequence[str]) -> str:
    """What a document contributes to the difference, or beside its corpus the score of one system."""
    if found.effect is None or found.difference is None:
        corpus = f"{_percent(found.corpus)} on all {counted(found.documents, 'document')}"
        return f"{found.metric} is {_percent(found.f1)} on this document" + (
            f" and {corpus}." if found.documents > 1 else "."
        )
    return _contribution(found, found.effect, found.difference, list(map(one_line, names)))


def _contribution(found: Effect, effect: float, difference: float, names: Sequence[str]) -> str:
    """Return how a document changes the lead of one of the first two systems."""
    rank = (
        f", the {_ordinal(found.more + 1)}largest {{}} of {counted(found.documents, 'document')}"
        if found.documents > 1
        else ""
    )
    if not difference and effect:
        favours = f"favours {names[effect < 0]} by {_points(effect)}{rank.format('effect')}"
        return f"{names[0]} and {names[1]} have the same {found.metric}. This document {favours}."
    lead = f"the lead of {names[difference < 0]} ({_points(difference)} of {found.metric})"
    if not effect:
        return f"This document contributes nothing to {lead}."
    if effect * difference < 0:
        return f"This document reduces {lead} by {_percent(abs(effect))}{rank.format('reduction')}."
    return f"This document adds {_percent(abs(effect))} to {lead}{rank.format('contribution')}."


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"


def _points(value: float) -> str:
    """Return the size of a difference, as ``1.00 point``."""
    size = _percent(abs(value))
    return f"{size} {plural('point', 1 if size == '1.00' else 2)}"


def _ordinal(number: int) -> str:
    """What stands before ``largest``: nothing for 1, then second-, third- and so on."""
    if number <= len(_ORDINALS):
        return f"{_ORDINALS[number - 1]}-" if number > 1 else ""
    suffix = "th" if number % 100 in (11, 12, 13) else _SUFFIXES.get(number % 10, "th")
    return f"{number:,}{suffix}-"


RECORD = "reader.json"


def reader_files(reader: Reader, report: str | None = None) -> dict[str, bytes]:
    """Return the content of each page; ``report`` is a file in the folder above."""
    index = replace(reader.index, report=report and f"../{report}")
    pages = (replace(page, report=report and f"../../{report}") for page in reader.pages)
    return {
        INDEX: index_page(index).encode(),
        **{f"{DOCUMENTS}/{page.file}": document_page(page).encode() for page in pages},
    }


def write_reader(reader: Reader, folder: Path) -> None:
    """Write the pages to a folder; those of an earlier reader make place, and no others."""
    files = reader_files(reader)
    record = render_json({"schema": 2, "files": hashes(files)})
    write_files({**files, RECORD: record.encode()}, RECORD, folder)


def reader_closing(reader: Reader, folder: Path) -> str:
    """Return the line that ends the output of ``leaderboard read``."""
    documents = counted(len(reader.index.rows), "document")
    systems = counted(len(reader.index.names), "system")
    return one_line(f"{documents}, {systems}. Reader: {folder / INDEX}")

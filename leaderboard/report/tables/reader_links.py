"""Addresses of documents and errors in the reader of a report, from the files of the report."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from urllib.parse import quote

from leaderboard.report.words.captions import unit_text

if TYPE_CHECKING:
    from leaderboard.scoresheet import PartName
    from leaderboard.verbs.rank import RankResult

READ_DOCUMENTS = "To read the documents in the report: `leaderboard rank --reader`."
FOLDER, INDEX, DOCUMENTS = "reader", "index.html", "documents"


def shown(result: RankResult) -> Mapping[str, str]:
    """Return the systems that the reader shows, in its order, each with the entry that is shown."""
    names = result.reader.index.names if result.reader else ()
    found = {entry: system for system in result.sheet.systems for entry in result.task.entries(system)}
    return {found[name]: name for name in names}


def document_files(result: RankResult) -> Mapping[str, str]:
    """Return the first page of each document, by the text of its unit."""
    rows = result.reader.index.rows if result.reader else ()
    return {row.name: f"{FOLDER}/{DOCUMENTS}/{row.file}" for row in rows}


def document_address(result: RankResult, unit: PartName, gains: str, loses: str) -> str | None:
    """Return the address of a document that favours one of two systems, if the reader shows both."""
    systems = [*shown(result)]
    if gains not in systems or loses not in systems:
        return None
    numbers = systems.index(gains) + 1, systems.index(loses) + 1
    pair = "" if numbers == (1, 2) else f"pair={numbers[0]},{numbers[1]}&"
    return f"{document_files(result)[unit_text(unit._replace(number=0))]}#{pair}who=a"


def error_address(result: RankResult, system: str, kind: str) -> str | None:
    """Return the address of the documents by their errors of a kind, if the reader shows the system."""
    name = shown(result).get(system)
    return name and f"{FOLDER}/{INDEX}#kind={kind}&system={quote(name, safe='')}"


def reader_notes(result: RankResult) -> tuple[str, ...]:
    """Return the command that shows the documents, unless they are shown or cannot be."""
    return () if result.reader or not result.has_texts else (READ_DOCUMENTS,)


def read_note(responses: Iterable[str], key: str) -> str:
    """The command that shows the documents of some responses."""
    files = " ".join(map(shlex.quote, responses))
    return f"To read these documents: `leaderboard read {files} --key {shlex.quote(key)}`."

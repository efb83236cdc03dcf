"""The files of a reader: a page for each document, and a list of all."""

from __future__ import annotations

import hashlib
from pathlib import Path

from leaderboard.report.files.writer import write_files
from leaderboard.report.forms.json import render_json
from leaderboard.report.reader import document_page, index_page
from leaderboard.tasks.reader import Reader
from leaderboard.text import counted, one_line

INDEX, DOCUMENTS, RECORD = "index.html", "documents", "reader.json"


def reader_files(reader: Reader) -> dict[str, bytes]:
    """Return the content of each page."""
    pages = {f"{DOCUMENTS}/{page.file}": document_page(page) for page in reader.pages}
    return {name: text.encode() for name, text in {INDEX: index_page(reader.index), **pages}.items()}


def write_reader(reader: Reader, folder: Path) -> None:
    """Write the pages to a folder; those of an earlier reader make place, and no others."""
    files = reader_files(reader)
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    write_files({**files, RECORD: render_json({"schema": 1, "files": hashes}).encode()}, RECORD, folder)


def reader_closing(reader: Reader, folder: Path) -> str:
    """Return the line that ends the output of ``leaderboard read``."""
    documents = counted(len(reader.index.rows), "document")
    systems = counted(len(reader.index.names), "system")
    return one_line(f"{documents}, {systems}. Reader: {folder / INDEX}")

"""The files of a reader: a page for each document, and a list of all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from leaderboard.report.files.provenance import hashes
from leaderboard.report.files.writer import write_files
from leaderboard.report.forms.json import render_json
from leaderboard.report.reader_pages import document_page, index_page
from leaderboard.report.tables.reader_links import DOCUMENTS, INDEX
from leaderboard.tasks.reread import Reader
from leaderboard.text import counted, one_line

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

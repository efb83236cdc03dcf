"""The organiser's tables, in CSV: a column ``document``, perhaps ``dataset``, and attributes."""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leaderboard.errors import SHOWN, Problem, UsageError
from leaderboard.formats.limits import LONGEST_NAME
from leaderboard.formats.source import check_delimiter, csv_rows, read_bytes, table_fault
from leaderboard.system_names import can_be_shown
from leaderboard.text import counted, listed

MOST_BYTES = 64 << 20
_EXAMPLES = 3
MOST_COLUMNS = 100
LONGEST_VALUE = 100
_DOCUMENT, _DATASET = "document", "dataset"

# A dataset and a document; the dataset is empty where a row is for any.
Place = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentTable:
    """The line and the cells of each document, and the hash of the file; ``columns`` are the attributes."""

    file: str
    digest: str
    columns: tuple[str, ...]
    rows: Mapping[Place, tuple[int, Mapping[str, str]]]

    def cell(self, column: str, dataset: str, document: str) -> str:
        """Return a cell, that of the dataset first, or nothing where the table has no such row or column."""
        rows = (self.rows.get((name, document), (0, {})) for name in (dataset, ""))
        return next((cells[column] for _, cells in rows if column in cells), "")

    def unknown(self, documents: Mapping[str, Collection[str]]) -> Iterator[Problem]:
        """Warn about rows whose documents the key lacks; ``documents`` are those of each dataset.

        They may be those of another phase.
        """
        anywhere = set().union(*documents.values())
        lacking = [
            (line, f"{document[:SHOWN]!r}{f' of {dataset[:SHOWN]!r}' if dataset else ''}")
            for (dataset, document), (line, _) in self.rows.items()
            if document not in (documents.get(dataset, ()) if dataset else anywhere)
        ]
        if lacking:
            names = listed([name for _, name in lacking], _EXAMPLES)
            what = f"the key lacks {counted(len(lacking), 'document')} of this table: {names}"
            yield Problem(self.file, lacking[0][0], what, "correct names that are misspelt")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLabels:
    """The values that the organiser gives documents: in a table, or by patterns of names for each value.

    The table comes first. Of the patterns, the first that fits counts. ``mentions`` are the attributes of
    mentions in a table of these.
    """

    table: DocumentTable | None = None
    mentions: tuple[str, ...] = ()
    patterns: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    @property
    def attributes(self) -> tuple[str, ...]:
        columns = self.table.columns if self.table else ()
        return tuple(dict.fromkeys((*columns, *self.patterns)))

    def values(self, attribute: str, dataset: str, documents: Sequence[str]) -> list[str]:
        """Return the value of each document of a dataset, or nothing where none is known."""
        value_of = dict(self._fitting(attribute, set(documents)))
        if self.table:
            cells = ((name, self.table.cell(attribute, dataset, name)) for name in documents)
            value_of |= {name: cell for name, cell in cells if cell}
        return [value_of.get(name, "") for name in documents]

    def _fitting(self, attribute: str, documents: Collection[str]) -> Iterator[tuple[str, str]]:
        """Each document with the value whose patterns it fits, the first of several last."""
        for value, entries in reversed(tuple(self.patterns.get(attribute, {}).items())):
            for entry in entries:
                # A name means itself, whatever its characters are.
                meant = (entry,) if entry in documents else fnmatch.filter(documents, entry)
                yield from ((name, value) for name in meant)


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvTable:
    """The attributes of a table, the line and the cells of each row, and the hash of the file."""

    digest: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[int, Mapping[str, str]]]


def read_document_table(path: Path, reserved: Collection[str]) -> DocumentTable:
    """Read a table whose columns may not have ``reserved`` names; an error where it is malformed."""
    found = read_csv(path, {_DOCUMENT: "name the documents in one"}, (_DATASET,), reserved)
    row_of: dict[Place, tuple[int, Mapping[str, str]]] = {}
    for line, row in found.rows:
        place = row.get(_DATASET, ""), row[_DOCUMENT]
        if place in row_of:
            what = f"{place[1][:SHOWN]!r} has a row already, on line {row_of[place][0]}"
            raise table_fault(path, line, what, "keep one row per document")
        row_of[place] = line, {name: row[name] for name in found.columns if name in row}
    return DocumentTable(file=str(path), digest=found.digest, columns=found.columns, rows=row_of)


def read_csv(
    path: Path, needed: Mapping[str, str], known: Collection[str], reserved: Collection[str]
) -> CsvTable:
    """Read a table with the ``needed`` columns, perhaps the ``known`` ones, and attributes.

    Of each needed column there is what helps where it is missing. Rows have the cells that are not empty.
    """
    data = read_bytes(path, MOST_BYTES)
    rows = csv_rows(path, data)
    header = checked_header(path, *next(rows), needed, reserved)
    return CsvTable(
        digest=hashlib.sha256(data).hexdigest(),
        columns=tuple(name for name in header if name not in needed and name not in known),
        rows=[(line, _cells(path, line, header, row)) for line, row in rows],
    )


def checked_patterns(attribute: str, value: object, reserved: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the patterns of each value of an attribute, or refuse what ``[documents.NAME]`` may not hold."""
    table = f"[documents.{attribute[:SHOWN]}]"
    if attribute in reserved:
        raise UsageError(f"{table} has the name of another attribute; rename it")
    if not isinstance(value, dict) or not value or not can_be_shown(attribute):
        what = f"{table} is not a table of values"
        raise UsageError(f'{what}; write it as [documents.genre], then spoken = ["bc/*"]')
    for label, entries in value.items():
        if len(label) > LONGEST_VALUE or not can_be_shown(label):
            raise UsageError(f"{table} has the value {label[:SHOWN]!r}, which is too long or cannot be shown")
        if not isinstance(entries, list) or not all(isinstance(entry, str) and entry for entry in entries):
            what = f"{label!r} of {table} is {str(entries)[:SHOWN]!r}"
            raise UsageError(f'{what}; give a list of names or patterns of documents, as ["bc/*"]')
    return {label: tuple(entries) for label, entries in value.items()}


def checked_header(
    path: Path, line: int, cells: Sequence[str], needed: Mapping[str, str], reserved: Collection[str]
) -> list[str]:
    """The names of the columns; an error where one is missing, or cannot be the name of an attribute."""
    header = [cell.strip() for cell in cells]
    check_delimiter(path, line, header)
    for name, remedy in needed.items():
        if name not in header:
            raise table_fault(path, line, f"no column is called {name}", remedy)
    if len(header) > MOST_COLUMNS:
        raise table_fault(path, line, f"more than {MOST_COLUMNS} columns", "keep the columns that are needed")
    for place, name in enumerate(header):
        if name in header[:place]:
            raise table_fault(path, line, f"two columns are called {name[:SHOWN]!r}", "rename one of them")
        if name in reserved:
            raise table_fault(
                path, line, f"the column {name!r} has the name of another attribute", "rename it"
            )
        if len(name) > LONGEST_VALUE or not can_be_shown(name):
            what = f"the name of column {place + 1}, {name[:SHOWN]!r}, is empty, too long or cannot be shown"
            raise table_fault(path, line, what, "rename it")
    return header


def _cells(path: Path, number: int, header: Sequence[str], line: Sequence[str]) -> dict[str, str]:
    cells = {name: cell.strip() for name, cell in zip(header, line, strict=True)}
    document = cells[_DOCUMENT]
    if not document or len(document) > LONGEST_NAME:
        what = "the name of the document is empty or too long"
        raise table_fault(path, number, what, "write it as in the key")
    for name, cell in cells.items():
        attribute = name not in (_DOCUMENT, _DATASET)
        if attribute and cell and (len(cell) > LONGEST_VALUE or not can_be_shown(cell)):
            what = f"the value {cell[:SHOWN]!r} of {name!r} is too long or cannot be shown"
            raise table_fault(path, number, what, f"write up to {LONGEST_VALUE} printable characters")
    return {name: cell for name, cell in cells.items() if cell}

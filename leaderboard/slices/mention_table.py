"""The organiser's table of the mentions of the key, in CSV: where each of them stands, and attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import NONE, Corpus, Ints, MentionLabels
from leaderboard.corpus.mention_labels import rows_found, spans
from leaderboard.errors import SHOWN, Problem
from leaderboard.formats.source import csv_rows, read_bytes, table_fault
from leaderboard.slices.document_table import MOST_BYTES, checked_header, read_csv
from leaderboard.text import counted, listed, range_text

_NEEDED = {
    "document": "name the document of each mention in one",
    "first": "give the first token of each mention in one, counted from 0 in its part",
    "last": "give the last token of each mention in one, counted from 0 in its part",
}
_KNOWN = ("dataset", "part")
# A table has none of these attributes. Of others with one name, that of the table counts.
RESERVED = ("genre", "words", "size", "range", "length", "zero", "gap")
_MOST_DIGITS, _EXAMPLES = 9, 3


class Row(NamedTuple):
    """Where a mention stands; the dataset is empty where a row is for any."""

    dataset: str
    document: str
    part: int
    first: int
    last: int

    def __str__(self) -> str:
        dataset = f"{self.dataset}: " if self.dataset else ""
        place = range_text(self.first, self.last)
        return f"{dataset}{self.document[:SHOWN]} (part {self.part}) {place}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MentionTable:
    """Each mention with the line of its row, in order, and the rows of mentions that had one before.

    Each column has names, of which the last is none, and the number of the name in each row.
    """

    file: str
    digest: str
    lines: Mapping[Row, int]
    again: Sequence[tuple[Row, int]]
    columns: Mapping[str, tuple[tuple[str, ...], Ints]]

    def on_key(self, corpora: Mapping[str, Corpus]) -> dict[str, Corpus]:
        """The key with the labels of its mentions."""
        return {dataset: self._labelled(dataset, corpus) for dataset, corpus in corpora.items()}

    def misfits(self, labelled: Mapping[str, Corpus]) -> Iterator[Problem]:
        """A warning for each kind of row and mention that does not fit, with the first three."""
        used = {row for corpus in labelled.values() if corpus.labels for row in corpus.labels.row.tolist()}
        unused = [one for row, one in enumerate(self.lines.items()) if row not in used]
        lacking = [(one, 0) for dataset, corpus in labelled.items() for one in _without_row(dataset, corpus)]
        hidden = any(corpus.secret for corpus in labelled.values())
        for found, noun, what, remedy, is_shown in (
            (unused, "row", "without a mention in the key", "correct document, part, first and last", True),
            (self.again, "row", "with a mention of an earlier row", "keep one row per mention", True),
            (lacking, "mention", "of the key without a row", f"values are {NONE}; add a row", not hidden),
        ):
            if found:
                places = listed([str(row) for row, _ in found[:_EXAMPLES]], _EXAMPLES, count=len(found))
                said = f"{counted(len(found), noun)} {what}{f': {places}' if is_shown else ''}"
                yield Problem(self.file, found[0][1], said, remedy)

    def _labelled(self, dataset: str, corpus: Corpus) -> Corpus:
        known = np.array([*self._places(dataset, corpus)], np.int64)
        row = rows_found(known, np.arange(len(known)), spans(corpus))
        apart = corpus.apart and self._labelled(dataset, corpus.apart)
        return replace(corpus, labels=MentionLabels(self.columns, row), apart=apart)

    def _places(self, dataset: str, corpus: Corpus) -> Iterator[int]:
        """The number of the span of each row, or -1 where the text has no such span."""
        number = {(part.document, part.number): place for place, part in enumerate(corpus.parts)}
        begin, tokens = corpus.first_token.tolist(), corpus.tokens.tolist()
        for row in self.lines:
            part = number.get((row.document, row.part), -1) if row.dataset in ("", dataset) else -1
            there = part >= 0 and row.first <= row.last < tokens[part]
            yield (begin[part] + row.first) << 32 | (begin[part] + row.last) if there else -1


def mention_columns(path: Path) -> tuple[str, ...]:
    """The attributes of a table, whose rows are read with the key."""
    rows = csv_rows(path, read_bytes(path, MOST_BYTES))
    header = checked_header(path, *next(rows), _NEEDED, RESERVED)
    return tuple(name for name in header if name not in (*_NEEDED, *_KNOWN))


def read_mention_table(path: Path) -> MentionTable:
    """Read a table; of several rows of one mention, the first counts."""
    found = read_csv(path, _NEEDED, _KNOWN, RESERVED)
    lines: dict[Row, int] = {}
    again, kept = [], []
    for line, cells in found.rows:
        place = {"part": "0", "first": "", "last": "", **cells}
        part, first, last = (_number(path, line, name, place[name]) for name in ("part", "first", "last"))
        row = Row(cells.get("dataset", ""), cells["document"], part, first, last)
        if row in lines:
            again.append((row, line))
            continue
        lines[row] = line
        kept.append(cells)
    return MentionTable(
        file=str(path),
        digest=found.digest,
        lines=lines,
        again=again,
        columns={name: _names([cells.get(name, NONE) for cells in kept]) for name in found.columns},
    )


def _names(values: Sequence[str]) -> tuple[tuple[str, ...], Ints]:
    """The different names in order, none last, and the number of each value."""
    names = (*sorted({*values} - {NONE}), NONE)
    number = {name: place for place, name in enumerate(names)}
    return names, np.array([number[value] for value in values], np.int64)


def _number(path: Path, line: int, column: str, cell: str) -> int:
    if not (cell.isascii() and cell.isdigit() and len(cell) <= _MOST_DIGITS):
        raise table_fault(path, line, f"{column} is {cell[:SHOWN]!r}", "give a number of 0 or more")
    return int(cell)


def _without_row(dataset: str, corpus: Corpus) -> Iterator[Row]:
    """The mentions with words that have no row."""
    assert corpus.labels is not None
    for mention in np.flatnonzero((corpus.labels.row < 0) & (spans(corpus) >= 0)).tolist():
        part = corpus.parts[corpus.part[mention]]
        yield Row(dataset, part.document, part.number, int(corpus.start[mention]), int(corpus.end[mention]))

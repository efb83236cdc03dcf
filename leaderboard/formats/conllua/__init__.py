"""CONLL-UA files: CoNLL-U with columns for anaphora, as in the CODI-CRAC shared tasks."""

from __future__ import annotations

from collections.abc import Callable

from leaderboard.formats.conll.layout import column
from leaderboard.formats.conllua.header import Columns, columns, names_columns
from leaderboard.formats.conllua.reading import read
from leaderboard.formats.conllua.record import Record
from leaderboard.formats.faults import Faults
from leaderboard.formats.lines import lines
from leaderboard.formats.parsed import Parsed
from leaderboard.formats.reading import Reading
from leaderboard.formats.relations import Relations


def read_conllua(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read one layer of a file; heads are found in the tree of the key, if it has one."""
    faults = Faults(file=file)
    record = Record(relations=Relations(faults=faults, key=reading.key, most=reading.bounds.brackets))
    read(record, data, reading)
    if all(head in ("", "_") for head, _ in record.above):
        record.above.clear()
    tree = bool(record.above) or reading.heads == "tree"
    corpus = record.corpus(reading.bounds, reading.layer, tree)
    return Parsed(corpus, faults if faults.count else None, tuple(record.relations.remarks))


def stated_columns(data: bytes, layer: str) -> Columns | None:
    """The columns that a file names, if the layer is among them."""
    comments = (line.decode(errors="replace") for _, line in lines(data) if line.startswith(b"#"))
    return columns(next(filter(names_columns, comments), ""), layer)


def word_columns(data: bytes) -> Callable[[str, int], int]:
    """Return a function that finds the column of a line's word, whatever the word's number."""
    stated = stated_columns(data, "identity")
    form = stated.form if stated else 1
    return lambda line, token: column(line, form)

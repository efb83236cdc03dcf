"""A relation: one thing of a result for programs, as named columns over rows that a key tells apart.

Its file of CSV, its records in JSON and its data frame are written from the same cells. Rows are kept as
columns, some at a time: a thousand systems make half a million pairs, which are never records, nor one text.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Generic, TypeVar

from leaderboard.report.forms.csv import cell
from leaderboard.report.forms.json import BETWEEN, Encoded, compact
from leaderboard.report.table import Column, Table, Value, ends, listing

Row = TypeVar("Row")
# Some rows, a list of cells for each column.
Block = Sequence[Sequence[Value]]
# The member of a record in which members lie, and so on; the last one is a column of the relation.
Members = Mapping[str, "Members | int"]
# The path of a column that a record leaves to the one around it.
OUTER = "^"
# Columns of which every value is a number.
_NUMBERS = ("percent", "signed", "p", "number", "count", "coefficient")


@dataclass(frozen=True, slots=True)
class Field(Generic[Row]):
    """A column, and its cell of a row."""

    column: Column
    value: Callable[[Row], Value]


@dataclass(frozen=True, slots=True)
class Relation:
    """``key`` names the columns by which a row is known; ``blocks`` yields functions, each of some rows.

    ``order`` names the columns that a record has, in its order, if not all in that of the columns. The rows
    of a ``member`` are a list of that name in the JSON; those of others stand in records of something else.
    ``file`` is the file of CSV, if there is one. ``when`` is False where a report has no use for the file.
    """

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    blocks: Callable[[], Iterable[Callable[[], Block]]]
    _: KW_ONLY
    order: tuple[str, ...] = ()
    member: bool = True
    file: str = ""
    when: bool = True

    @property
    def rows(self) -> tuple[tuple[Value, ...], ...]:
        return tuple(row for block in self.blocks() for row in zip(*block(), strict=True))

    def in_file(self, file: str, when: bool = True) -> Relation:
        """The relation with a file of CSV, of whose rows the JSON has no list of their own."""
        return replace(self, member=False, file=file, when=when)

    def table(self, caption: str = "") -> Table:
        return Table(caption, self.columns, self.rows)

    def values(self) -> Iterator[dict[str, object]]:
        """Each row as a record that stands in another one."""
        members = self._members
        return (_filled(members, self.columns, row) for row in self.rows)

    def csv(self) -> str:
        """The rows at full precision, with two columns for bounds."""
        return "".join([self.head, *(self.both(block(), in_records=False)[0] for block in self.blocks())])

    @property
    def head(self) -> str:
        """The first line of CSV."""
        return _line([column.name for column in Table("", self.columns, ()).flat().columns])

    def both(self, block: Block, in_csv: bool = True, in_records: bool = True) -> tuple[str, str]:
        """Some rows in CSV, and as records, many an entry, without spaces between their members."""
        forms = [_csv] * in_csv + [_json] * in_records
        columns = zip(self.columns, block, strict=True)
        wanted = [(column, cells) for column, cells in columns if in_records or not column.in_records]
        written = [(column, _column(column, cells, forms)) for column, cells in wanted]
        shown = [texts[0] for column, texts in written if in_csv and not column.in_records]
        lines = "".join(map("{}\n".format, map(",".join, zip(*shown, strict=True))))
        record = _template(self._members).format
        return lines, BETWEEN.join(map(record, *(texts[-1] for _, texts in written))) if in_records else ""

    @property
    def _members(self) -> Members:
        """The members of a record, those of one beginning together."""
        places = {column.name: place for place, column in enumerate(self.columns)}
        members: dict[str, Members | int] = {}
        for column in [self.columns[places[name]] for name in self.order] or self.columns:
            *outer, name = (column.path or column.name).split(".")
            if column.path == OUTER or places.keys() & outer:  # or a member that is a column itself has it
                continue
            inner = members
            for step in outer:
                inner = inner.setdefault(step, {})  # type: ignore[assignment]
            inner[name] = places[column.name]
        return members

    def records(self) -> Encoded:
        """The rows as records."""
        texts = (self.both(block(), in_csv=False)[1] for block in self.blocks())
        return Encoded(tuple(filter(None, texts)))


def relation_of(
    name: str,
    key: Sequence[str],
    fields: Sequence[Field[Row]],
    rows: Iterable[Row],
    order: Sequence[str] = (),
) -> Relation:
    """The relation of rows that are values."""
    found = tuple(rows)
    block = [[field.value(row) for row in found] for field in fields]
    columns = tuple(field.column for field in fields)
    return Relation(name, tuple(key), columns, lambda: [lambda: block], order=tuple(order))


def _filled(members: Members, columns: Sequence[Column], row: Sequence[Value]) -> dict[str, object]:
    """A record with the cells of a row."""
    record: dict[str, object] = {}
    for name, member in members.items():
        if isinstance(member, Mapping):
            record[name] = _filled(member, columns, row)
        else:
            record[name] = _whole(columns[member].kind, row[member])
    return record


def _whole(kind: str, value: Value) -> object:
    if kind == "records":
        return value and json.loads(str(value))
    return ends(value) if kind == "bounds" else value


def _template(members: Members) -> str:
    """A record with a place for each cell."""
    texts = (
        f'"{name}":{_template(member) if isinstance(member, Mapping) else f"{{{member}}}"}'
        for name, member in members.items()
    )
    return f"{{{{{','.join(texts)}}}}}"


def _column(
    column: Column, cells: Sequence[Value], forms: Sequence[Callable[[str, Value], str]]
) -> list[list[str]]:
    """The cells written in these forms; a number, and a value that many rows have, is written once."""
    different, kinds = set(cells), set(map(type, cells))

    def texts(write: Callable[[Value], str]) -> list[str]:
        if len(different) > len(cells) / 2 or len(kinds) > 1:  # a whole number and a mean may be equal
            return list(map(write, cells))
        known = {value: write(value) for value in different}
        return list(map(known.__getitem__, cells))

    if column.kind in _NUMBERS and not kinds - {int, float}:
        return [texts(repr)] * len(forms)
    return [texts(partial(form, column.kind)) for form in forms]


def _csv(kind: str, value: Value) -> str:
    if kind == "bounds":
        return ",".join("" if bound is None else repr(bound) for bound in ends(value))
    if kind == "list":
        value = listing(value)
    if isinstance(value, str):
        return _line([value, ""]).removesuffix(",\n")
    return "" if value is None else str(value).lower()


def _line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(map(cell, cells))
    return out.getvalue()


def _json(kind: str, value: Value) -> str:
    if kind == "records" and isinstance(value, str):
        return value
    return compact(ends(value) if kind == "bounds" else value)


def relation_of_table(name: str, key: Sequence[str], table: Table) -> Relation:
    """The rows and columns of a table."""
    fields = [Field(column, itemgetter(place)) for place, column in enumerate(table.columns)]
    return relation_of(name, key, fields, table.rows)

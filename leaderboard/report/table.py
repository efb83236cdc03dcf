"""A table without markup: raw values, and how each column is shown to people."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from leaderboard.errors import UsageError
from leaderboard.metrics import metric_called
from leaderboard.metrics.metric import MetricName
from leaderboard.report.words.letter_ranges import shortened
from leaderboard.text import suggestion

Bounds = tuple[float, float]
# Texts, or such of several parts.
Texts = tuple[str | tuple[str, ...], ...]
Value = str | int | float | bool | Bounds | Texts | None


@dataclass(frozen=True, slots=True)
class Column:
    """``kind`` is text, letters, count, change, percent, signed, effect, bounds, p, coefficient,
    number or ranked, a score with its rank or a range of ranks.

    A ``list`` is of texts, a ``flag`` true or false, ``records`` are JSON. The kind ``card`` is text, or a
    web address that is a link; ``written`` is a number without rounding.

    ``main`` columns are shown unless others are asked for. ``ends`` is what the two raw columns of bounds
    are called by, if not by the name. A column that ``wraps`` holds long texts. Where a terminal is too
    narrow, ``spare`` columns are left out, those with the highest number first; 0 always stays. The names in
    a column that may be ``cut`` are shortened before, but to no fewer characters.
    Neighbours of one ``group`` share a heading, with which their labels begin. ``path`` is where a record
    has the cell, if not under the name; ``in_records`` columns are nowhere else. ``metric`` is whose scores
    a column holds.
    """

    name: str
    label: str
    kind: str = "text"
    main: bool = True
    ends: str = ""
    wraps: bool = False
    spare: int = 0
    cut: int = 0
    group: str = ""
    path: str = ""
    metric: str = ""
    in_records: bool = False

    @property
    def is_text(self) -> bool:
        """Words stand at the left, numbers at the right."""
        return self.kind in ("text", "letters", "card", "list", "flag")


class Numbered(str):
    """A text for people that stands for a number, by which rows are sorted."""

    number: float

    def __new__(cls, text: str, number: float) -> Numbered:
        made = super().__new__(cls, text)
        made.number = number
        return made


class Link(NamedTuple):
    """A part of the text of a cell that leads to another file of a report."""

    row: int
    column: str
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Table:
    """``best`` cells, by row and column name, are set apart; ``groups`` are the rows that begin one.

    ``marks`` says what it means that they are, in the forms that show it. ``shows_all`` is the option for
    columns that a narrow terminal hides. ``links`` stand in order of the text of their cells.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()
    best: frozenset[tuple[int, str]] = frozenset()
    groups: frozenset[int] = frozenset()
    marks: str = ""
    links: tuple[Link, ...] = ()
    signature: str | None = None
    shows_all: str = "--columns all"

    @property
    def signed_notes(self) -> tuple[str, ...]:
        """The notes, the signature last."""
        return self.notes if self.signature is None else (*self.notes, f"Signature: {self.signature}")

    @property
    def everything(self) -> tuple[str, ...]:
        """Legend, notes and signature."""
        return (self.legend, *self.signed_notes) if self.legend else self.signed_notes

    @property
    def legend(self) -> str:
        """The meaning of best cells, or nothing if none is shown."""
        shown = {column.name for column in self.columns}
        return self.marks if any(column in shown for _, column in self.best) else ""

    @property
    def labels(self) -> list[str]:
        return [column.label for column in self.columns]

    def shown(self) -> list[list[str]]:
        """The rows as people read them."""
        return [
            [show(value, column.kind, column.metric) for value, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]

    def is_best(self, row: int, column: int) -> bool:
        return (row, self.columns[column].name) in self.best

    def pieces(self, row: int, column: int, text: str) -> list[tuple[str, str]]:
        """The text of a cell in pieces with their addresses, of which most are empty; none without links."""
        found: list[tuple[str, str]] = []
        name = self.columns[column].name
        for link in (one for one in self.links if (one.row, one.column) == (row, name)):
            before, _, text = text.partition(link.text)
            found += [(before, ""), (link.text, link.address)]
        return [one for one in (*found, (text, "")) if one[0]] if found else []

    def is_link(self, row: int, column: int) -> bool:
        """True for a web address on the card of a system; nothing else is ever a link."""
        value = self.rows[row][column]
        return self.columns[column].kind == "card" and isinstance(value, str) and bool(_ADDRESS.match(value))

    def only(self, names: Sequence[str]) -> Table:
        """The table with some columns, in the order of their names; a metric's name means its F1."""
        place = {column.name: index for index, column in enumerate(self.columns)}
        kept = list(dict.fromkeys(_place_of(name, place) for name in names))
        return replace(
            self,
            columns=tuple(self.columns[index] for index in kept),
            rows=tuple(tuple(row[index] for index in kept) for row in self.rows),
        )

    def rows_from(self, start: int, stop: int) -> Table:
        """The table with some of its rows, each as it was."""
        return replace(
            self,
            rows=self.rows[start:stop],
            best=frozenset((row - start, name) for row, name in self.best),
            links=tuple(link._replace(row=link.row - start) for link in self.links),
            groups=frozenset(row - start for row in self.groups if start < row < stop),
        )

    def flat(self) -> Table:
        """The raw table, with two columns for bounds, and lists as text."""
        columns, rows = list(self.columns), self.rows
        if any(column.in_records for column in columns):
            return self.only([column.name for column in columns if not column.in_records]).flat()
        for place in reversed(range(len(columns))):
            whole = columns[place]
            if whole.kind == "bounds":
                columns[place : place + 1] = [
                    replace(whole, name=f"{whole.ends or whole.name}_{end}", kind="signed")
                    for end in ("low", "high")
                ]
                rows = tuple((*row[:place], *ends(row[place]), *row[place + 1 :]) for row in rows)
            if whole.kind == "list":
                rows = tuple((*row[:place], listing(row[place]), *row[place + 1 :]) for row in rows)
        return replace(self, columns=tuple(columns), rows=rows)

    def narrowing(self, first: int, but: str = "") -> Table:
        """Return the table, its columns from the first on spare: the last goes first, and ``but`` stays."""
        return replace(
            self,
            columns=tuple(
                column if column.name == but else replace(column, spare=max(0, place - first + 1))
                for place, column in enumerate(self.columns)
            ),
        )

    def main(self) -> Table:
        return self.only([column.name for column in self.columns if column.main])


def _place_of(name: str, place: Mapping[str, int]) -> int:
    """Return the place of a column by its name in any case, or by the name or label of a metric."""
    for known in (name, name.lower(), f"{name}_score", f"{name}_f1", f"{metric_called(name)}_f1"):
        if known in place:
            return place[known]
    raise UsageError(f"there is no column {name!r}; {suggestion(name.lower(), place)}")


def group_starts(values: Sequence[object]) -> frozenset[int]:
    """Return the rows, but the first, whose value is another than that of the row above."""
    return frozenset(row for row in range(1, len(values)) if values[row] != values[row - 1])


def ends(bounds: Value) -> tuple[Value, Value]:
    """The two bounds, also where there are none."""
    low, high = bounds if isinstance(bounds, tuple) else (bounds, bounds)
    return low, high


def listing(texts: Value) -> Value:
    """A list of texts as one, a value that is no list as it is."""
    if not isinstance(texts, tuple):
        return texts
    return "/".join(",".join(text) if isinstance(text, tuple) else str(text) for text in texts)


def show(value: Value, kind: str, metric: str = "") -> str:
    """A value for people: scores as percentages with two decimals, or as a metric says; nothing as a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        bounds = ", ".join(show(bound, "percent", metric) for bound in value)
        return str(listing(value)) if kind == "list" else f"[{bounds}]"
    if isinstance(value, str):
        return shortened(value) if kind == "letters" else value
    if kind in _SCORES and isinstance(metric, MetricName):
        return metric.scale.text(value, _SCORES[kind])
    return _NUMBERS[kind](value)


_ADDRESS = re.compile(r"https?://[^\s,]+\Z")


def cell(value: Value, kind: str, metric: str) -> Value:
    """A score among those of other metrics, as the text that it is shown by."""
    if not isinstance(metric, MetricName) or value is None:
        return value
    return Numbered(show(value, kind, metric), value[0] if isinstance(value, tuple) else value)  # type: ignore[arg-type]


# Kinds of scores, with the sign that they show.
_SCORES = {"percent": "", "signed": "+", "effect": "+"}
_NUMBERS: dict[str, Callable[[float], str]] = {
    "card": str,
    "written": str,
    "count": lambda value: f"{value:,.1f}" if isinstance(value, float) else f"{value:,}",
    "change": lambda value: f"{value:+,.1f}" if isinstance(value, float) else f"{value:+,}",
    "percent": lambda value: f"{100 * value:.2f}",
    "signed": lambda value: f"{100 * value:+.2f}",
    "effect": lambda value: f"{100 * value:+.4f}",
    "coefficient": lambda value: f"{value:.3f}",
    "number": lambda value: f"{value:.4g}",
    # A p-value is never 0.
    "p": lambda value: f"{value:.4f}" if value >= 0.0001 else "<0.0001",
}


def choose(table: Table, columns: Sequence[str] | None, form: str) -> Table:
    """The columns asked for; without a wish all in CSV, and the main ones for people."""
    if columns is None:
        return table if form == "csv" else table.main()
    return table if tuple(columns) == ("all",) else table.only(columns)

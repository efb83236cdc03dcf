"""A table without markup: raw values, and how each column is shown to people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leaderboard.errors import UsageError
from leaderboard.options import suggestion

Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Column:
    """``kind`` is text, count, percent or number; ``main`` columns are shown unless others are asked for."""

    name: str
    label: str
    kind: str = "text"
    main: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def labels(self) -> list[str]:
        return [column.label for column in self.columns]

    def shown(self) -> list[list[str]]:
        """The rows as people read them."""
        return [
            [show(value, column.kind) for value, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]

    def only(self, names: Sequence[str]) -> Table:
        """The table with some columns, in the order of their names."""
        place = {column.name: index for index, column in enumerate(self.columns)}
        for name in names:
            if name not in place:
                raise UsageError(f"no column is called {name!r}; {suggestion(name, place)}")
        kept = [place[name] for name in names]
        return replace(
            self,
            columns=tuple(self.columns[index] for index in kept),
            rows=tuple(tuple(row[index] for index in kept) for row in self.rows),
        )

    def main(self) -> Table:
        return self.only([column.name for column in self.columns if column.main])


def show(value: Value, kind: str) -> str:
    """A value for people: scores as percentages with two decimals, nothing as a dash."""
    if value is None:
        return "–"
    if kind == "percent":
        return f"{100 * float(value):.2f}"
    if kind == "number":
        return f"{float(value):.4g}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if kind == "count" else str(value)


def choose(table: Table, columns: str | None, form: str) -> Table:
    """The columns asked for; without a wish all in CSV, and the main ones for people."""
    if columns == "all" or (columns is None and form == "csv"):
        return table
    return table.main() if columns is None else table.only(columns.split(","))

"""A table without markup: raw values, and how each column is shown to people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from leaderboard.errors import UsageError
from leaderboard.options import suggestion

Bounds = tuple[float, float]
Value = str | int | float | bool | Bounds | None


@dataclass(frozen=True, slots=True)
class Column:
    """``kind`` is text, count, percent, signed, effect, bounds, p, coefficient or number.

    ``main`` columns are shown unless others are asked for.
    """

    name: str
    label: str
    kind: str = "text"
    main: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """``best`` cells, by row and column name, are set apart; ``groups`` are the rows that begin one."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()
    best: frozenset[tuple[int, str]] = frozenset()
    groups: frozenset[int] = frozenset()

    @property
    def labels(self) -> list[str]:
        return [column.label for column in self.columns]

    def shown(self) -> list[list[str]]:
        """The rows as people read them."""
        return [
            [show(value, column.kind) for value, column in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]

    def is_best(self, row: int, column: int) -> bool:
        return (row, self.columns[column].name) in self.best

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

    def rows_from(self, start: int, stop: int) -> Table:
        """The table with some of its rows, each as it was."""
        return replace(
            self,
            rows=self.rows[start:stop],
            best=frozenset((row - start, name) for row, name in self.best),
            groups=frozenset(row - start for row in self.groups if start < row < stop),
        )

    def flat(self) -> Table:
        """The raw table, with two columns for bounds."""
        columns, rows = list(self.columns), self.rows
        for place in reversed(range(len(columns))):
            whole = columns[place]
            if whole.kind == "bounds":
                columns[place : place + 1] = [
                    replace(whole, name=f"{whole.name}_{end}", kind="signed") for end in ("low", "high")
                ]
                rows = tuple((*row[:place], *_ends(row[place]), *row[place + 1 :]) for row in rows)
        return replace(self, columns=tuple(columns), rows=rows)

    def main(self) -> Table:
        return self.only([column.name for column in self.columns if column.main])


def _ends(bounds: Value) -> tuple[Value, Value]:
    return bounds if isinstance(bounds, tuple) else (bounds, bounds)


def show(value: Value, kind: str) -> str:
    """A value for people: scores as percentages with two decimals, nothing as a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return f"[{', '.join(show(bound, 'percent') for bound in value)}]"
    if isinstance(value, str):
        return value
    return _NUMBERS[kind](value)


def p_text(p: float) -> str:
    """A p-value, which is never 0."""
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"


_NUMBERS: dict[str, Callable[[float], str]] = {
    "count": lambda value: f"{value:,}",
    "percent": lambda value: f"{100 * value:.2f}",
    "signed": lambda value: f"{100 * value:+.2f}",
    "effect": lambda value: f"{100 * value:+.4f}",
    "coefficient": lambda value: f"{value:.3f}",
    "number": lambda value: f"{value:.4g}",
    "p": p_text,
}


def choose(table: Table, columns: str | None, form: str) -> Table:
    """The columns asked for; without a wish all in CSV, and the main ones for people."""
    if columns == "all" or (columns is None and form == "csv"):
        return table
    return table.main() if columns is None else table.only(columns.split(","))

"""The best one-to-one assignment of rows to columns, and of equally good ones always the same; a greedy one.

Shortest augmenting paths (Crouse, 2016), as ``scipy.optimize.linear_sum_assignment`` runs them on the whole
table: of many best assignments it finds the one that is found there, which is how the official scorer of
CorefUD decides. Here only cells above zero are stored. That is enough, because a column without a cell in
reach costs nothing more than a free one, and a free one ends the search.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from leaderboard.corpus import Ints

Cells = Mapping[int, float]


def assign(rows: Sequence[Cells], columns: int) -> list[int]:
    """The column of each row; ``rows`` hold the values above 0 of their columns.

    There are at least as many columns as rows, so that each row has one.
    """
    table = _Table(rows=rows, columns=columns)
    for row in range(len(rows)):
        _augment(table, row)
    return table.column_of


def greedy(rows: Ints, columns: Ints) -> Ints:
    """Take the pairs of a row and a column in order, each if both are free; return their places."""
    taken_rows = bytearray(int(rows.max(initial=-1)) + 1)
    taken_columns = bytearray(int(columns.max(initial=-1)) + 1)
    chosen = []
    for place, (row, column) in enumerate(zip(rows.tolist(), columns.tolist(), strict=True)):
        if not (taken_rows[row] or taken_columns[column]):
            taken_rows[row] = taken_columns[column] = True
            chosen.append(place)
    return np.array(chosen, np.int64)


@dataclass(slots=True, kw_only=True)
class _Table:
    """The assignment so far, and the dual variables u and v, which are 0 unless said."""

    rows: Sequence[Cells]
    columns: int
    u: dict[int, float] = field(default_factory=dict)
    v: dict[int, float] = field(default_factory=dict)
    column_of: list[int] = field(init=False)
    row_of: list[int] = field(init=False)
    # The next free column from each on, by path compression.
    next_free: list[int] = field(init=False)
    # Columns with v above 0, which only happens by rounding.
    raised: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.column_of = [-1] * len(self.rows)
        self.row_of = [-1] * self.columns
        self.next_free = list(range(self.columns + 1))

    def free_from(self, column: int) -> int:
        """The first free column from this one on."""
        path = []
        while self.next_free[column] != column:
            path.append(column)
            column = self.next_free[column]
        for passed in path:
            self.next_free[passed] = column
        return column


@dataclass(slots=True, kw_only=True)
class _Search:
    """A search for a free column: what is reached, at what cost and from which row.

    ``elsewhere`` is the cost of the free columns that no row in reach has a cell for. ``moved`` are the
    columns that stand elsewhere in the list of those left than where they began, the last one first.
    """

    columns: int
    cost: dict[int, float] = field(default_factory=dict)
    parent: dict[int, int] = field(default_factory=dict)
    elsewhere: float = math.inf
    elsewhere_from: int = -1
    passed: dict[int, float] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=dict)
    at: dict[int, int] = field(default_factory=dict)

    def place(self, column: int) -> int:
        return self.moved.get(column, self.columns - 1 - column)

    def remove(self, column: int) -> None:
        """Take a column from the list; the last one of the list takes its place."""
        place, last = self.place(column), self.columns - len(self.passed) - 1
        moved = self.at.get(last, self.columns - 1 - last)
        self.moved[moved], self.at[place] = place, moved
        self.passed[column] = self.cost.pop(column)


def _augment(table: _Table, start: int) -> None:
    """Assign one more row, along the path of least cost to a free column."""
    if not table.raised and _at_once(table, start):
        return
    search, row, least = _Search(columns=table.columns), start, 0.0
    reached = [start]
    while True:
        _reach(table, search, row, least)
        column, least = _nearest(table, search)
        if table.row_of[column] < 0:
            break
        search.remove(column)
        row = table.row_of[column]
        reached.append(row)
    _reprice(table, search, reached, least)
    while True:
        row = search.parent.get(column, search.elsewhere_from)
        table.row_of[column] = row
        if table.next_free[column] == column:
            table.next_free[column] = column + 1
        table.column_of[row], column = column, table.column_of[row]
        if row == start:
            return


def _at_once(table: _Table, row: int) -> bool:
    """Assign a row whose search would end with its first step, at a free column; most rows are such."""
    column, least, second = table.free_from(0) if not table.rows[row] else -1, 0.0, 0.0
    for other, value in table.rows[row].items():
        cost = -value - table.v.get(other, 0.0)
        if cost < least:
            column, least, second = other, cost, least
        elif cost < second:
            second = cost
    if column < 0 or table.row_of[column] >= 0 or least == second < 0:
        return False
    if least < 0:
        table.u[row] = least
    table.column_of[row], table.row_of[column], table.next_free[column] = column, row, column + 1
    return True


def _reach(table: _Table, search: _Search, row: int, least: float) -> None:
    """Lower the costs of what the row reaches."""
    cells, u = table.rows[row], table.u.get(row, 0.0)
    for column in {*cells, *search.cost, *table.raised}:
        if column in search.passed:
            continue
        v = table.v.get(column, 0.0)
        if column not in search.cost:
            search.cost[column], search.parent[column] = search.elsewhere - v, search.elsewhere_from
        cost = least - cells.get(column, 0.0) - u - v
        if cost < search.cost[column]:
            search.cost[column], search.parent[column] = cost, row
    if least - u < search.elsewhere:
        search.elsewhere, search.elsewhere_from = least - u, row


def _nearest(table: _Table, search: _Search) -> tuple[int, float]:
    """The column of least cost: of several the last free one in the list, or without a free one the first."""
    least = min(search.cost.values(), default=math.inf)
    best = _elsewhere(table, search) if search.elsewhere <= least else None
    if best is not None:
        least = search.elsewhere
    equal = [column for column, cost in search.cost.items() if cost == least]
    if best is not None:
        equal.append(best)
    if len(equal) == 1:
        return equal[0], least
    free = [column for column in equal if table.row_of[column] < 0]
    return max(free, key=search.place) if free else min(equal, key=search.place), least


def _elsewhere(table: _Table, search: _Search) -> int | None:
    """The last in the list of the free columns that no row in reach has a cell for."""
    column = table.free_from(0)
    while column < table.columns and (column in search.cost or column in search.moved):
        column = table.free_from(column + 1)
    others = [other for other in search.moved if table.row_of[other] < 0 and other not in search.cost]
    if column < table.columns:
        others.append(column)
    return max(others, key=search.place, default=None)


def _reprice(table: _Table, search: _Search, reached: Sequence[int], least: float) -> None:
    """Change the dual variables so that every path to a free column costs something again."""
    start, *others = reached
    table.u[start] = table.u.get(start, 0.0) + least
    for row in others:
        table.u[row] = table.u.get(row, 0.0) + (least - search.passed[table.column_of[row]])
    for column, cost in search.passed.items():
        table.v[column] = table.v.get(column, 0.0) - (least - cost)
        if table.v[column] > 0:
            table.raised.add(column)
        else:
            table.raised.discard(column)

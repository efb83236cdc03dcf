"""Why entries of a table do not count: rows that are wrong or come twice, and items that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.errors import SHOWN, NothingToDo, Problem
from leaderboard.formats.counts import Rows, number
from leaderboard.metrics.defined import Definition
from leaderboard.options import Options
from leaderboard.remark import Remark, remark
from leaderboard.submissions import Rejection
from leaderboard.tasks.counts.grid import Grid
from leaderboard.text import counted, listed

_USE = "use --missing shared or, if scores have a worst value, --missing empty"
_ADD = f"add them, or {_USE}"
_NAMED = 3
# Sums and squares of larger numbers are infinite.
_LARGEST = 1e150


def faults_of(
    rows: Rows, grid: Grid, entry: Ints, item: Ints, metrics: Iterable[Definition]
) -> dict[int, list[Problem]]:
    """The problems of each entry that cannot be scored, in order of rows; of a row the first."""
    last = grid.at[entry, item]
    again = {int(last[row]): row for row in np.flatnonzero(last != np.arange(len(last))).tolist()}
    wrong: dict[int, tuple[str, str]] = {}
    for mask, column, why in _wrong(rows, metrics):
        for row in np.flatnonzero(mask).tolist():
            wrong.setdefault(row, (column, why))
    found, faults = rows.found({*again, *again.values(), *wrong}), dict[int, list[Problem]]()
    for row in sorted({*again, *wrong}):
        source, place, cells = found[row]
        if row in again:
            other, line, _ = found[again[row]]
            what = f"the item {grid.items[item[row]][-1][:SHOWN]!r} stands here and at {other.file}:{line}"
            problem = source.problem(place, what, "keep one row per item")
        else:
            column, why = wrong[row]
            cell = str(cells[column])[:SHOWN]
            what = f"{column} is {cell if np.isfinite(number(cell)) else repr(cell)}, {why}"
            problem = source.problem(place, what, "correct the cell")
        faults.setdefault(int(entry[row]), []).append(problem)
    return faults


def _wrong(rows: Rows, metrics: Iterable[Definition]) -> Iterator[tuple[Mask, str, str]]:
    """The rows that cannot be counted, the column, and why."""
    for one in metrics:
        values = [rows.numbers[column] for column in one.columns]
        finite = np.all([np.isfinite(of_column) for of_column in values], axis=0)
        for place, (column, of_column) in enumerate(zip(one.columns, values, strict=True)):
            yield np.isinf(of_column), column, "which is not a finite number"
            yield np.abs(of_column) > _LARGEST, column, "which is too large to be added up"
            if place or one.is_f1:
                yield finite & (of_column < 0), column, "which cannot be negative"
            if place and one.is_f1 and one.own is None:
                yield finite & (values[0] > of_column), one.columns[0], f"which is more than {column}"


class Complete(NamedTuple):
    """A grid, the entries and datasets that are lacking, who is rejected, and what is to be said."""

    grid: Grid
    lacking: dict[str, tuple[str, ...]]
    rejected: list[Rejection]
    remarks: list[Remark]


def lacking_items(grid: Grid, lack: Mask, file: str) -> dict[str, Problem]:
    """What each entry lacks, if anything."""
    found = {}
    for row in np.flatnonzero(lack.any(axis=1)).tolist():
        names = [grid.items[at][-1] for at in np.flatnonzero(lack[row]).tolist()]
        what = f"{grid.names[row]} lacks {counted(len(names), 'item')} ({listed(names, _NAMED)})"
        found[grid.names[row]] = Problem(file, 0, what, _ADD)
    return found


def complete(grid: Grid, options: Options, file: str, fewest: int) -> Complete:
    """The entries and items that count where some lack items."""
    needed, within, lacking = grid.lacking, grid.within, dict[str, tuple[str, ...]]()
    for row, name in enumerate(grid.names):
        sets = tuple(dataset for dataset, part in within.items() if needed[row, part].all())
        if 0 < len(sets) < len(within):
            lacking[name] = sets
    excused = {} if options.missing_dataset == "error" else lacking
    for row, name in enumerate(grid.names):
        for dataset in excused.get(name, ()):
            needed[row, within[dataset]] = False
    if options.missing == "empty" or not needed.any():
        return Complete(grid, excused, [], [])
    if options.missing == "shared":
        return _shared(grid, needed, excused, file)
    rejected = lacking_items(grid, needed, file)
    kept = [row for row, name in enumerate(grid.names) if name not in rejected]
    left, systems = ({grid.entries[row][0] for row in rows} for rows in (kept, range(len(grid.names))))
    if len(left) < min(fewest, len(systems)):
        who = listed([one.what for one in rejected.values()], _NAMED, "; ", "; ")
        raise NothingToDo(f"{file}: {who}; {_USE}")
    there = np.flatnonzero((grid.at[kept] >= 0).any(axis=0))
    of = [Rejection(name, one, 1, missing=lacking.get(name, ())) for name, one in rejected.items()]
    grid = grid.of(kept, there)
    known = {name: tuple(one for one in sets if one in grid.within) for name, sets in excused.items()}
    return Complete(grid, {name: sets for name, sets in known.items() if sets and name in grid.names}, of, [])


def _shared(grid: Grid, lack: Mask, excused: dict[str, tuple[str, ...]], file: str) -> Complete:
    """The items that all entries have, and the entry that costs most."""
    kept, most = np.flatnonzero(~lack.any(axis=0)), int(lack.sum(axis=1).argmax())
    if not len(kept):
        raise NothingToDo(f"{file}: no item is shared by all systems; leave out those that lack most")
    costs = {"system": grid.names[most], "lacks": int(lack[most].sum())}
    told = remark("shared_items", shared=len(kept), items=lack.shape[1], **costs)
    return Complete(grid.of(range(len(grid.entries)), kept), excused, [], [told])

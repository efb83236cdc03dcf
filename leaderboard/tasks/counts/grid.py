"""The rows of a table as a grid of entries and items, after a look at their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.errors import SHOWN, NothingToDo
from leaderboard.files import digest_of
from leaderboard.formats.counts import FIXED, Names, Rows
from leaderboard.formats.limits import LONGEST_NAME
from leaderboard.metrics.metric import Floats
from leaderboard.system_names import alike, can_be_shown

# Of so many combinations of names, those that there are are marked.
_DENSE = 1 << 24


class Grid(NamedTuple):
    """The number of the row of each entry and item, -1 where there is none, and the cells of each column.

    An entry is a system and its run, an item a dataset, a cluster and a name. Missing cells are NaN.
    """

    entries: list[tuple[str, ...]]
    items: list[tuple[str, ...]]
    at: Ints
    cells: Mapping[str, Floats]

    def of(self, entries: Sequence[int] | Ints, items: Sequence[int] | Ints) -> Grid:
        """Some of the entries and items."""
        entries, items = np.array(entries, np.int64), np.array(items, np.int64)
        some = np.ix_(entries, items)
        return Grid(
            [self.entries[at] for at in entries.tolist()],
            [self.items[at] for at in items.tolist()],
            self.at[some],
            {name: cells[some] for name, cells in self.cells.items()},
        )

    @property
    def names(self) -> list[str]:
        """The names of entries, as runs in a folder have them."""
        return [f"{system}@{run}" if run else system for system, run in self.entries]

    @property
    def lacking(self) -> Mask:
        """True for the items [entries, items] that entries lack."""
        found: Mask = np.any([np.isnan(cells) for cells in self.cells.values()], axis=0)
        return found

    @property
    def within(self) -> dict[str, Mask]:
        """True for the items of each dataset."""
        datasets = [dataset for dataset, *_ in self.items]
        number = {name: at for at, name in enumerate(dict.fromkeys(datasets))}
        of_item = np.array([*map(number.__getitem__, datasets)])
        return {name: of_item == at for name, at in number.items()}

    @property
    def digest(self) -> str:
        """The hash of the columns that count, in order of system, run, dataset and item."""
        columns = sorted(self.cells)
        cells = (np.where(np.isnan(one), np.nan, one) for one in map(self.cells.__getitem__, columns))
        names = repr((self.entries, self.items, columns)).encode(errors="surrogatepass")
        return digest_of(names + b"".join(one.tobytes() for one in cells))[:12]

    def of_items(self, rows: Rows, column: str) -> list[str]:
        """The only value of a column that each item has."""
        values = rows.names[column]
        first = self.at.max(axis=0)
        number = values.of_row
        wrong = np.argwhere((self.at >= 0) & (number[self.at] != number[first]))
        if len(wrong):
            entry, item = wrong[0].tolist()
            row, other = sorted((int(self.at[entry, item]), int(first[item])), reverse=True)
            line = rows.found([other])[other][1]
            what = f"the item {self.items[item][-1][:SHOWN]!r} has another {column} on line {line}"
            raise rows.fault(row, what, f"give the item one {column}")
        return [values.texts[at] for at in number[first].tolist()]


def grid_of(rows: Rows, own: bool) -> tuple[Grid, Ints, Ints]:
    """The grid of all entries and items, and the numbers of the entry and the item of each row."""
    _check_names(rows)
    get = rows.names.get
    entries, entry = _combined(get("system"), get("run"))
    items, item = _combined(get("dataset"), *((get("document"), get("part")) if own else (get("item"),)))
    at = np.full((len(entries), len(items)), -1, np.int64)
    at[entry, item] = np.arange(len(entry))
    cells = {name: np.where(at < 0, np.nan, values[at]) for name, values in rows.numbers.items()}
    grid = Grid(entries, items, at, cells)
    if own:
        items = [(dataset, document, f"{document} ({part})") for dataset, document, part in items]
    else:
        names = [name for _, name in items]
        clusters = grid.of_items(rows, "cluster") if "cluster" in rows.names else names
        items = [(items[at][0], cluster, names[at]) for at, cluster in enumerate(clusters)]
    return grid._replace(items=items), entry, item


def _combined(*columns: Names | None) -> tuple[list[tuple[str, ...]], Ints]:
    """The different combinations of names, in order, and the number of that of each row."""
    key, texts = np.zeros(1, np.int64), [sorted(column.texts) if column else [""] for column in columns]
    for column, ordered in zip(columns, texts, strict=True):
        rank = {text: place for place, text in enumerate(ordered)}
        key = key * len(rank)
        if column:
            key = key + np.array([rank[text] for text in column.texts])[column.of_row]
    sizes = [len(one) for one in texts]
    if prod(sizes) <= _DENSE:
        there = np.zeros(prod(sizes), np.bool_)
        there[key] = True
        different, of_row = np.flatnonzero(there), (np.cumsum(there) - 1)[key]
    else:
        different, of_row = np.unique(key, return_inverse=True)
    numbers = np.unravel_index(different, sizes)
    names = ([one[at] for at in of.tolist()] for one, of in zip(texts, numbers, strict=True))
    return list(zip(*names, strict=True)), of_row


def _check_names(rows: Rows) -> None:
    """Refuse names that are empty, too long or too much alike, and items with two of something."""
    for column, found in rows.names.items():
        if column not in FIXED or (column == "dataset" and found.texts == [""]):
            continue
        for place, text in enumerate(found.texts):
            shown = can_be_shown(text) if column in ("system", "dataset") else True
            if (not text and column != "run") or not shown or len(text) > LONGEST_NAME:
                row = int(np.flatnonzero(found.of_row == place)[0])
                what = f"the {column} {text[:SHOWN]!r} is empty, too long or cannot be shown"
                raise rows.fault(row, what, "give it a name on one line")
    same: dict[str, str] = {}
    for text in sorted(rows.names["system"].texts):
        if (other := same.setdefault(alike(text), text)) != text:
            what = f"the systems {other!r} and {text!r} differ in case or blanks only"
            raise NothingToDo(f"{rows.sources[0].file}: {what}; rename one of the two")

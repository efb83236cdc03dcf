"""The task of a table of counts: its rows become the sums of systems on items, whatever they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from leaderboard.corpus import NONE, Ints
from leaderboard.errors import SHOWN, NothingToDo, Problem, UsageError
from leaderboard.files import digest_of
from leaderboard.formats.counts import (
    FIXED,
    NO_ROWS,
    Names,
    Rows,
    Source,
    frame_source,
    is_table,
    number,
    open_sources,
    read_rows,
)
from leaderboard.formats.limits import LONGEST_NAME
from leaderboard.formats.source import table_fault
from leaderboard.metrics.defined import SUMS, Definition, definitions, metric_of, own_metrics, sums_of
from leaderboard.metrics.metric import F1, Bounds, Floats, Metric, MetricName, Scale, ratio, scale_of
from leaderboard.options import SCORED, Options, read_options
from leaderboard.options.configuration import Configuration, configure, origins_of
from leaderboard.options.options import OF_TABLES
from leaderboard.options.values import labels, reading
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import PartName, Scoresheet, exact
from leaderboard.scoring.key import Signature
from leaderboard.scoring.scored import Scored
from leaderboard.scoring.sliced import SliceSheet
from leaderboard.submissions import Rejection, Submission, TooFew
from leaderboard.submissions import submission as submitted
from leaderboard.system_names import alike, can_be_shown
from leaderboard.tasks.account import with_account, with_enough_runs, with_runs
from leaderboard.tasks.task import Fate, TableFacts, Task, Verdict
from leaderboard.text import counted, joined, listed, suggestion
from leaderboard.version import VERSION

if TYPE_CHECKING:
    from leaderboard.significance.pairing import Bools
    from leaderboard.slices.slicing import Slicing

# The options about what is scored that a table has, and others that it has not.
_SCORED = (
    *("metric", "primary", "lower", "percent", "rename", "systems", "by", "bands", "datasets"),
    *("missing", "missing_dataset", "average", "track"),
)
_OTHERS = ("cluster", "blocks", "errors", "reader", "reader_systems", "save", "saved")
_INSTEAD = {
    "cluster": "name the column of clusters, as `--rename topic=cluster`",
    "unit": "use item or cluster",
}
# The columns of coreference's own counts, which are clusters, and with a number items.
_DOCUMENTS = ("document", "part")
# Of so many combinations of names, those that there are are marked.
_DENSE = 1 << 24
# The share of a sum that rounding may take.
_LOST = 1e-9
_ADD = "add them, or use --missing shared or --missing empty"
_NAMED, _MOST_DECIMALS, _MOST_VALUES = 3, 6, 20


def is_counts(sources: Sequence[object], options: Mapping[str, object], needs: str = "") -> bool:
    """True if any source is a table of counts, a folder of such, or a data frame."""
    return any(
        is_table(Path(source), _renamed(options.get("rename")), needs)
        if isinstance(source, str | Path) and "\0" not in str(source)
        else hasattr(source, "columns") or hasattr(source, "to_pandas")
        for source in sources
    )


def one_table(sources: Sequence[object]) -> Sequence[object]:
    """The only source; a table stands alone."""
    if len(sources) > 1:
        raise UsageError("a table of counts is named alone; put several files into a folder")
    return sources


def refuse_counts(sources: Sequence[object], command: str) -> None:
    """Refuse a table where a command is about mentions."""
    if is_counts(sources, {}):
        what = f"`leaderboard {command}` is about mentions, which a table of counts does not have"
        raise UsageError(f"{what}; use rank, compare or score")


def _renamed(texts: Any) -> dict[str, str]:
    """The new name of each column."""
    rename = {}
    for text in [texts] if isinstance(texts, str) else texts or ():
        old, _, new = str(text).rpartition("=")
        if new not in FIXED or not old:
            what = f"--rename is {str(text)[:SHOWN]!r}"
            raise UsageError(f"{what}; write OLD=NEW, where NEW is {joined(FIXED, last='or')}")
        rename[old] = new
    return rename


def configuration_of_counts(
    source: object, options: Mapping[str, object], shown: Mapping[str, object] = MappingProxyType({})
) -> Configuration:
    """The options of a table; those that it has no use for are refused where they were typed."""
    with reading(True):
        if isinstance(source, str | Path):
            path = Path(source)
            found = configure(options, path if path.is_dir() else path.parent, shown)
        else:
            stated = origins_of(dict.fromkeys(options, "option"))
            found = Configuration(options=read_options(options), origins=stated)
    useless: dict[str, Any] = {}
    for entry in fields(Options):
        name, value = entry.name, getattr(found.options, entry.name)
        wrong = value not in OF_TABLES[name] if name == "unit" else (name, value) == ("average", "document")
        if wrong or name in _OTHERS or (entry.metadata["panel"] == SCORED and name not in _SCORED):
            useless[name] = entry.default
            if found.origins[name] == "option":
                said = f"--{name.replace('_', '-')}{f' {value}' if wrong else ''}"
                what = f"{said} is for responses, and a table of counts has none"
                raise UsageError(f"{what}; {_INSTEAD.get(name, 'leave it out')}")
    return replace(found, options=replace(found.options, **useless))


class Grid(NamedTuple):
    """The number of the row of each entry and item, -1 where there is none, and the cells of each column.

    An entry is a system and its run, an item a dataset, a cluster and a name. Missing cells are NaN.
    """

    entries: list[tuple[str, ...]]
    items: list[tuple[str, ...]]
    at: Ints
    cells: Mapping[str, Floats]

    def of(self, entries: Ints, items: Ints) -> Grid:
        """Some of the entries and items."""
        if np.array_equal(entries, np.arange(len(self.entries))) and len(items) == len(self.items):
            return self
        some = np.ix_(entries, items)
        cells = {name: cells[some] for name, cells in self.cells.items()}
        entry, item = (
            [names[at] for at in of.tolist()] for names, of in zip(self[:2], (entries, items), strict=True)
        )
        return Grid(entry, item, self.at[some], cells)

    @property
    def names(self) -> list[str]:
        """The names of entries, as runs in a folder have them."""
        return [f"{system}@{run}" if run else system for system, run in self.entries]

    @property
    def lacking(self) -> Bools:
        """True for the items [entries, items] that entries lack."""
        found: Bools = np.any([np.isnan(cells) for cells in self.cells.values()], axis=0)
        return found

    @property
    def within(self) -> dict[str, Bools]:
        """True for the items of each dataset."""
        datasets = [dataset for dataset, *_ in self.items]
        number = {name: at for at, name in enumerate(dict.fromkeys(datasets))}
        of_item = np.array([*map(number.__getitem__, datasets)])
        return {name: of_item == at for name, at in number.items()}


class Table(NamedTuple):
    """The rows of a table, the metrics that are asked for, and those of coreference that it has."""

    rows: Rows
    metrics: Mapping[str, Definition]
    own: Mapping[str, Definition]
    options: Options
    by: Sequence[Slicing]
    facts: TableFacts


def _opened(source: object, configuration: Configuration, every: bool = False) -> Table:
    """A table; without a metric that is asked for, ``every`` column with numbers counts, or the only one."""
    options, is_file = configuration.options, isinstance(source, str | Path)
    rename = _renamed(options.rename)
    sources = open_sources(Path(str(source)), rename) if is_file else frame_source(source, rename)
    header = [name for name in sources[0].header if all(name in one.header for one in sources)]
    own = {} if "item" in header else own_metrics(header)
    _check_header(sources, header, bool(own))
    texts, numeric = options.metric, _numeric(sources[0], header)
    if configuration.origins["metric"] == "default":
        texts = tuple(
            numeric if every and not own else _suggested(sources[0], header, numeric, [*own], options)
        )
    metrics = definitions(texts, header, numeric)
    options = _settled(options, configuration.origins, metrics, bool(own) or "cluster" in header)
    by = [slicing for text in options.by or () for slicing in _slicings(text, header)]
    names = (*FIXED, *(_DOCUMENTS if own else ()), *(name for one in by for name in one.by))
    numbers = [column for one in (*metrics.values(), *own.values()) for column in one.columns]
    known = dict.fromkeys(name for name in names if name in header or name == "system")
    rows = read_rows(sources, known, dict.fromkeys(numbers))
    facts = TableFacts(str(source) if is_file else sources[0].file, is_file)
    return Table(rows, metrics, own, options, by, facts)


def task_of_counts(
    source: object, configuration: Configuration, fewest: int = 2
) -> tuple[Task, Configuration]:
    """The task of a table with at least so many systems, and the options that the table settles."""
    table = _opened(source, configuration)
    files = {one.file: submitted.Source(Path(one.file)) for one in table.rows.sources if table.facts.is_file}
    task = replace(_task(table, fewest), key_files=Submission("", Path(table.facts.name), files))
    return task, replace(configuration, options=task.options)


def problems_of_counts(source: object, configuration: Configuration) -> dict[str, list[Problem]]:
    """Everything that is wrong with each entry of a table."""
    table = _opened(source, configuration, every=True)
    grid, entry, item = _grid(table.rows, bool(table.own))
    faults, lack = _faults(table.rows, grid, entry, item, table.metrics.values()), grid.at < 0
    for cells in grid.cells.values():
        lack |= np.isnan(cells)
    said = _said(grid, lack)
    lacking = {name: [Problem(table.facts.name, 0, f"{name} {what}", _ADD)] for name, what in said.items()}
    return {name: [*faults.get(at, []), *lacking.get(name, [])] for at, name in enumerate(grid.names)}


def _check_header(sources: Sequence[Source], header: Sequence[str], own: bool) -> None:
    """Refuse a table that does not name items or systems."""
    named = len(sources) > 1 or "system" in header
    for name, known in (("item", own or "item" in header), ("system", named)):
        if not known:
            what = f"{sources[0].file}: no column is called {name}; the columns are {', '.join(header)}"
            other = next((one for one in header if one not in FIXED), "id")
            raise UsageError(f"{what}; name it, as `--rename {other}={name}`")


def _numeric(source: Source, header: Sequence[str]) -> list[str]:
    """The columns that begin with numbers and are no names."""
    columns = next(source.chunks(), [])
    cells = {
        name: next((cell for cell in of_column if not np.isnan(number(cell))), None)
        for name, of_column in zip(source.header, columns, strict=bool(columns))
    }
    known = [name for name in header if np.isfinite(number(cells.get(name)))]
    return [name for name in known if name not in (*FIXED, *_DOCUMENTS)]


def _suggested(
    source: Source, header: Sequence[str], numeric: Sequence[str], own: Sequence[str], options: Options
) -> Sequence[str]:
    """The metrics of a table where none is asked for."""
    if not next(source.chunks(), []):
        raise table_fault(Path(source.file), 0, *NO_ROWS)
    sliced = {piece.partition("=")[0] for text in options.by or () for piece in text.split("/")}
    numeric = [name for name in numeric if name not in sliced]
    if "value" in header or own or len(numeric) == 1:
        return ["value"] if "value" in header else own or numeric
    known = f"the columns {joined(numeric)} hold numbers" if numeric else "no column holds numbers"
    raise UsageError(f"{source.file}: {known}; name a metric with --metric")


def _settled(
    options: Options, origins: Mapping[str, str], metrics: Mapping[str, Definition], clustered: bool
) -> Options:
    """The options with the unit and the primary metric of a table."""
    first = "conll" if "conll" in metrics and metrics["conll"].own else next(iter(metrics))
    primary = first if origins["primary"] == "default" else options.primary
    percent = [name for name in options.percent or () if name != "none"]
    for flag, stated in (("primary", [primary]), ("lower", options.lower or ()), ("percent", percent)):
        if unknown := [name for name in stated if name not in metrics]:
            what = f"--{flag}: no metric is called {unknown[0]!r}"
            raise UsageError(f"{what}; {suggestion(unknown[0], metrics)}")
    unit = options.unit if options.of_table else "cluster" if clustered else "item"
    if unit == "cluster" and not clustered:
        raise UsageError("--unit cluster: no column is called cluster; name it, as `--rename topic=cluster`")
    texts = tuple(one.text for one in metrics.values())
    return replace(options, unit=unit, primary=primary, metric=texts)


def _slicings(text: str, header: Sequence[str]) -> Iterator[Slicing]:
    """The columns to slice by, and the values that are asked for."""
    from leaderboard.slices.slicing import Slicing

    pieces = [piece.partition("=") for piece in text.split("/")]
    if unknown := [name for name, *_ in pieces if name not in header]:
        raise UsageError(f"--by {text}: there is no column {unknown[0]!r}; {suggestion(unknown[0], header)}")
    only = tuple(value if equals else None for _, equals, value in pieces)
    yield Slicing(by=tuple(name for name, *_ in pieces), only=only, keep="documents")


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
    for column in FIXED:
        found = rows.names.get(column)
        texts = found.texts if found else []
        for place, text in enumerate([] if texts == [""] and column == "dataset" else texts):
            shown = can_be_shown(text) if column in ("system", "dataset") else True
            if (not text and column != "run") or not shown or len(text) > LONGEST_NAME:
                row = int(np.flatnonzero(found.of_row == place)[0])  # type: ignore[union-attr]
                what = f"the {column} {text[:SHOWN]!r} is empty, too long or cannot be shown"
                raise rows.fault(row, what, "give it a name on one line")
    same: dict[str, str] = {}
    for text in sorted(rows.names["system"].texts):
        if (other := same.setdefault(alike(text), text)) != text:
            what = f"the systems {other!r} and {text!r} differ in case or blanks only"
            raise NothingToDo(f"{rows.sources[0].file}: {what}; rename one of the two")


def _of_items(rows: Rows, column: str, of_row: Ints, items: Sequence[tuple[str, ...]]) -> list[str]:
    """The only value of a column that each item has."""
    values = rows.names[column]
    _, first = np.unique(of_row, return_index=True)
    number = values.of_row
    if len(wrong := np.flatnonzero(number != number[first][of_row])):
        row, other = int(wrong[0]), int(first[of_row[wrong[0]]])
        line = rows.found([other])[other][1]
        what = f"the item {items[of_row[row]][1][:SHOWN]!r} has another {column} on line {line}"
        raise rows.fault(row, what, f"give the item one {column}")
    return [values.texts[at] for at in number[first].tolist()]


def _grid(rows: Rows, own: bool) -> tuple[Grid, Ints, Ints]:
    """The cells of all entries and items, and the numbers of the entry and the item of each row."""
    _check_names(rows)
    get = rows.names.get
    entries, entry = _combined(get("system"), get("run"))
    items, item = _combined(get("dataset"), *((get("document"), get("part")) if own else (get("item"),)))
    if own:
        items = [(dataset, document, f"{document} ({part})") for dataset, document, part in items]
    else:
        names = [name for _, name in items]
        clusters = _of_items(rows, "cluster", item, items) if "cluster" in rows.names else names
        items = [(items[at][0], cluster, names[at]) for at, cluster in enumerate(clusters)]
    at = np.full((len(entries), len(items)), -1, np.int64)
    at[entry, item] = np.arange(len(entry))
    cells = {name: np.where(at < 0, np.nan, values[at]) for name, values in rows.numbers.items()}
    return Grid(entries, items, at, cells), entry, item


def _digest(grid: Grid) -> str:
    """The hash of the columns that count, in order of system, run, dataset and item."""
    cells = b"".join(np.where(np.isnan(one), np.nan, one).tobytes() for _, one in sorted(grid.cells.items()))
    names = repr((grid.entries, grid.items, sorted(grid.cells)))
    return digest_of(names.encode(errors="surrogatepass") + cells)[:12]


def _wrong(rows: Rows, metrics: Iterable[Definition]) -> Iterator[tuple[Bools, str, str]]:
    """The rows that cannot be counted, the column, and why."""
    for one in metrics:
        values = [rows.numbers[column] for column in one.columns]
        finite = np.all([np.isfinite(of_column) for of_column in values], axis=0)
        for place, (column, of_column) in enumerate(zip(one.columns, values, strict=True)):
            yield np.isinf(of_column), column, "which is not a finite number"
            if place or one.is_f1:
                yield finite & (of_column < 0), column, "which cannot be negative"
            if place and one.is_f1 and one.own is None:
                yield finite & (values[0] > of_column), one.columns[0], f"which is more than {column}"


def _faults(
    rows: Rows, grid: Grid, entry: Ints, item: Ints, metrics: Iterable[Definition]
) -> dict[int, list[Problem]]:
    """The problems of each entry that cannot be scored, in order of rows."""
    twice = np.flatnonzero(grid.at[entry, item] != np.arange(len(entry)))
    last = grid.at[entry[twice], item[twice]]
    wrong = [
        (row, column, why)
        for mask, column, why in _wrong(rows, metrics)
        for row in np.flatnonzero(mask).tolist()
    ]
    found = rows.found({*twice.tolist(), *last.tolist(), *(row for row, *_ in wrong)})
    faults: dict[int, dict[int, Problem]] = {}
    for first, second in zip(twice.tolist(), last.tolist(), strict=True):
        source, line, _ = found[second]
        place = f"{found[first][0].file}:{found[first][1]}"
        what = f"the item {grid.items[item[second]][2][:SHOWN]!r} stands here and at {place}"
        problem = source.problem(line, what, "keep one row per item")
        faults.setdefault(int(entry[second]), {})[second] = problem
    for row, column, why in wrong:
        source, line, cells = found[row]
        cell = str(cells[column])[:SHOWN]
        what = f"{column} is {cell if np.isfinite(number(cell)) else repr(cell)}, {why}"
        faults.setdefault(int(entry[row]), {}).setdefault(row, source.problem(line, what, "correct the cell"))
    return {of: [problem for _, problem in sorted(by_row.items())] for of, by_row in faults.items()}


def _chosen(grid: Grid, options: Options, faulty: Iterable[int]) -> Grid:
    """The grid of the systems and datasets that are asked for, without entries that have faults."""
    systems, known = options.systems, {system for system, _ in grid.entries}
    for name in systems or ():
        if name not in known:
            raise UsageError(f"--systems: there is no system {name!r}; {suggestion(name, sorted(known))}")
    datasets = labels(options.datasets or ()) or grid.within
    for name in datasets:
        if name not in grid.within:
            raise UsageError(f"--datasets: there is no dataset {name!r}; {suggestion(name, grid.within)}")
    order = [
        at for name in systems or sorted(known) for at, (own, _) in enumerate(grid.entries) if own == name
    ]
    entries = [at for at in order if at not in set(faulty)]
    there = np.max(grid.at[entries], axis=0, initial=-1) >= 0
    items = [at for at, (dataset, *_) in enumerate(grid.items) if there[at] and dataset in datasets]
    return grid.of(np.array(entries, np.int64), np.array(items, np.int64))


def _said(grid: Grid, lack: Bools) -> dict[str, str]:
    """What each entry lacks."""
    said = {}
    for row in np.flatnonzero(lack.any(axis=1)).tolist():
        names = [grid.items[at][2] for at in np.flatnonzero(lack[row]).tolist()]
        said[grid.names[row]] = f"lacks {counted(len(names), 'item')} ({listed(names, _NAMED)})"
    return said


class _Complete(NamedTuple):
    """A grid, the entries and datasets that are lacking, who is rejected, and what is to be said."""

    grid: Grid
    lacking: dict[str, tuple[str, ...]]
    rejected: list[Rejection]
    remarks: list[Remark]


def _complete(grid: Grid, options: Options, file: str, fewest: int) -> _Complete:
    """The entries and items that count where some lack items."""
    remarks: list[Remark] = []
    lack = grid.lacking
    whole = {name: [bool(row[part].all()) for row in lack] for name, part in grid.within.items()}
    lacking = {
        name: sets
        for row, name in enumerate(grid.names)
        if (sets := tuple(dataset for dataset, of in whole.items() if of[row])) and len(sets) < len(whole)
    }
    excused = np.zeros_like(lack)
    if options.missing_dataset != "error":
        for row, name in enumerate(grid.names):
            for dataset in lacking.get(name, ()):
                excused[row] |= grid.within[dataset]
    lack &= ~excused
    every = np.arange(len(grid.entries))
    if options.missing == "shared" and lack.any():
        kept, most = np.flatnonzero(~lack.any(axis=0)), int(lack.sum(axis=1).argmax())
        if not len(kept):
            raise NothingToDo(f"{file}: no item is shared by all systems; leave out those that lack most")
        costs = {"system": grid.names[most], "lacks": int(lack[most].sum())}
        remarks.append(remark("shared_items", shared=len(kept), items=lack.shape[1], **costs))
        grid = grid.of(every, kept)
    if options.missing != "error" or not lack.any():
        return _Complete(grid, lacking if options.missing_dataset != "error" else {}, [], remarks)
    bad, said = np.flatnonzero(lack.any(axis=1)).tolist(), _said(grid, lack)
    left = {system for row, (system, _) in enumerate(grid.entries) if row not in bad}
    if len(left) < min(fewest, len({system for system, _ in grid.entries})):
        who = listed([f"{name} {what}" for name, what in said.items()], _NAMED, "; ", "; ")
        raise NothingToDo(f"{file}: {who}; use --missing shared or --missing empty")
    rejected = [
        Rejection(name, Problem(file, 0, f"{name} {what}", _ADD), 1, missing=lacking.get(name, ()))
        for name, what in said.items()
    ]
    kept_rows = np.array([row for row in every.tolist() if row not in bad], np.int64)
    kept = np.flatnonzero((grid.at[kept_rows] >= 0).any(axis=0))
    return _Complete(grid.of(kept_rows, kept), {}, rejected, remarks)


def _bounds(one: Definition, cells: Mapping[str, Floats], known: Mapping[str, Scale]) -> Bounds:
    """The bounds of a score: 0 and 1 where those of every row are; of a mean, the widest of its members."""
    if one.members:
        lows, highs = zip(*(known[name].bounds for name in one.members), strict=True)
        return (None if None in lows else 0), (None if None in highs else 1)
    first, most = cells[one.columns[0]], cells[one.columns[1]] if one.columns[1:] else 1
    is_low = one.is_f1 or not (first < 0).any()
    return (0 if is_low else None), (1 if one.is_f1 or (is_low and not (first > most).any()) else None)


def _filled(one: Definition, values: list[Floats], missing: Bools, scale: Scale) -> list[Floats]:
    """The columns of a metric with the worst answer where cells are missing."""
    if len(values) == 1 and missing.any() and not scale.is_share:
        what = f"{one.name} has no worst value, so --missing empty cannot score it"
        raise UsageError(f"{what}; use --missing shared")
    usual = [_usual(of) for of in values]
    if len(values) == 2 and (missing.any(axis=0) & _differs(values[1])).any():
        what = f"{one.columns[1]} differs between systems, so --missing empty cannot score {one.name}"
        raise UsageError(f"{what}; use --missing shared")
    most = [np.ones_like(usual[0]), *usual[1:]][-1 if len(values) < 3 else 1]
    worst = [most * (scale.lower and not one.is_f1), *usual[1:2], *np.zeros_like(usual[2:])]
    return [np.nan_to_num(np.where(missing, by, of)) for by, of in zip(worst, values, strict=True)]


def _differs(values: Floats) -> Bools:
    """True for the items that have several values."""
    known = ~np.isnan(values)
    found: Bools = np.where(known, values, -np.inf).max(axis=0) > np.where(known, values, np.inf).min(axis=0)
    return found


def _usual(values: Floats) -> Floats:
    """The value of each item, the mean over entries where they differ, 0 where none has any."""
    known = ~np.isnan(values)
    mean = ratio(np.where(known, values, 0).sum(axis=0), known.sum(axis=0).astype(np.float64))
    first = np.take_along_axis(values, known.argmax(axis=0)[None], axis=0)[0]
    return np.where(_differs(values), mean, np.nan_to_num(first))


def _sheet(
    grid: Grid,
    metrics: Mapping[str, Definition],
    own: Iterable[Definition],
    options: Options,
    excluded: Bools,
) -> Scoresheet:
    """The sums of each metric; those of coreference's ``own`` decide on the grid of the tests too."""
    made, scales = dict[str, Metric](), dict[str, Scale]()
    sums, weights = dict[str, Floats](), dict[str, Floats]()
    largest = [float(np.nansum(grid.cells[one.columns[1]], axis=1).max()) for one in own]
    for name, one in metrics.items():
        lower = name in (options.lower or ())
        scale = Scale(bounds=_bounds(one, grid.cells, scales), lower=lower, definition=one.text)
        if one.members:
            sums[name] = np.concatenate([sums[member] for member in one.members], axis=1)
            weights[name] = np.concatenate([weights[member] for member in one.members])
            percent = all(scales[member].percent for member in one.members)
        else:
            cells = [grid.cells[column] for column in one.columns]
            filled = _filled(one, cells, np.isnan(cells).any(axis=0) & ~excluded[:, None], scale)
            below = [filled[at] for at in range(1, len(filled), len(SUMS))] or [np.ones_like(filled[0])]
            weights[name], sums[name] = np.array(list(map(_usual, below))), sums_of(one, filled)
            _check_bottom(one, grid, below[0][~excluded])
            tops = [] if scale.is_share else [np.abs(filled[0])]
            largest += [float(of.sum(axis=1).max()) for of in (*below, *tops)]
            percent = scale.is_share or len(cells) > 1
        if options.percent is not None:
            percent = name in options.percent
        scales[name] = replace(scale, percent=percent, noun=F1.noun if one.is_f1 else "")
        made[name] = metric_of(one, scales[name], made)
    for name, one in metrics.items():
        if not (one.members or one.own):
            _check_grid(one, sums[name], max(largest))
    unit = str(options.unit)
    sheet = Scoresheet(
        tuple(grid.names),
        _parts(grid, unit),
        max(largest),
        tuple(made.values()),
        sums,
        weights,
        average=options.average,
        unit=unit,
    )
    return replace(sheet, metrics=tuple(_with_digits(sheet, metric) for metric in sheet.metrics))


def _check_bottom(one: Definition, grid: Grid, below: Floats) -> None:
    """Refuse a dataset in which there is nothing to divide by."""
    for dataset, part in grid.within.items():
        if not below[:, part].any(axis=1).all():
            of = f" of the dataset {dataset}" if dataset else ""
            what = f"{one.text}: {one.columns[1]} is 0 in every item{of}, so there is nothing to divide by"
            raise NothingToDo(f"{what}; name another column")


def _check_grid(one: Definition, sums: Floats, largest: float) -> None:
    """Refuse numbers that are lost beside the largest one when all are added exactly."""
    lost, whole = (np.abs(rows).sum(axis=2) for rows in (exact(sums, largest) - sums, sums))
    whole[:, 0] = whole[:, :2].max(axis=1)
    if (lost > _LOST * whole).any():
        what = f"{one.text}: its numbers are lost beside sums of {largest:.3g} in this table"
        raise NothingToDo(f"{what}; rank such columns apart, or divide the large ones")


def _with_digits(sheet: Scoresheet, metric: Metric) -> Metric:
    """The metric with what its scores may differ by in floats, and with the digits that their errors need."""
    scale = scale_of(metric.name)
    if not scale.is_share:
        most = float(np.abs(sheet.run_scores(metric).f1).max())
        scale = replace(scale, tolerance=F1.tolerance * max(1, most))
    if not scale.percent:
        from leaderboard.significance.jackknife import influence, score_errors, scores_without
        from leaderboard.significance.resampling import sampling
        from leaderboard.significance.runs import run_variance

        units = sheet.units(sheet.unit)
        psi = influence(scores_without(units, metric), units.dataset)
        errors = score_errors(psi, sampling(units, metric), run_variance(units, metric)).error
        least = np.nanmin(errors, initial=1)
        digits = int(1 - np.floor(np.log10(least)))
        scale = replace(scale, decimals=min(max(F1.decimals, digits), _MOST_DECIMALS))
    return replace(metric, name=MetricName(metric.name, scale))


def _parts(grid: Grid, unit: str) -> tuple[PartName, ...]:
    """The columns of sums: items, which are parts of their clusters where these are the units."""
    if unit == "item":
        return tuple(PartName(dataset, item, 0) for dataset, _, item in grid.items)
    count: Counter[tuple[str, ...]] = Counter()
    parts = []
    for dataset, cluster, _ in grid.items:
        count[dataset, cluster] += 1
        parts.append(PartName(dataset, cluster, count[dataset, cluster]))
    return tuple(parts)


def _task(table: Table, fewest: int) -> Task:
    """The task of the rows of a table."""
    rows, metrics, own, options, by, facts = table
    whole, entry, item = _grid(rows, bool(own))
    faults = _faults(rows, whole, entry, item, metrics.values())
    rejected = [Rejection(whole.names[of], problems[0], len(problems)) for of, problems in faults.items()]
    if len(rejected) == len(whole.entries):
        raise TooFew(rejected)
    found = _complete(_chosen(whole, options, faults), options, facts.name, fewest)
    grid, lacking = found.grid, found.lacking
    is_excluded = options.missing_dataset == "exclude"
    out = [name for name in grid.names if is_excluded and name in lacking]
    sheet = _sheet(grid, metrics, own.values(), options, np.isin(grid.names, out))
    named = next(metric.name for metric in sheet.metrics if metric.name == options.primary)
    options = replace(options, primary=named)
    clustered = options.unit == "item" and any(cluster != item for _, cluster, item in grid.items)
    notes = (*found.remarks, *([remark("items_of_clusters")] if clustered else []))
    ranked = sheet.of([name for name in grid.names if name not in out])
    datasets = labels(options.datasets or ()) or {name: name for name in grid.within}
    task = Task(
        options=options,
        key="",
        signature=_signature(whole, options, datasets),
        sheet=ranked,
        partial=sheet.of(out),
        datasets=datasets,
        lacking=lacking,
        submissions={},
        responses={name: Scored(lacking=lacking.get(name, ())) for name in grid.names},
        key_files=Submission("", Path(facts.name), {}),
        rejected=tuple(sorted((*rejected, *found.rejected), key=lambda one: one.system)),
        table=replace(facts, items=len(grid.items), remarks=notes),
    )
    task = replace(task, slices=tuple(_slices(rows, whole, item, grid.items, ranked, by, task)))
    runs: dict[str, tuple[str, ...]] = {}
    for name, (system, run) in zip(whole.names, whole.entries, strict=True):
        if run and not options.separate_runs:
            runs[system] = (*runs.get(system, ()), name)
    task = with_runs(task, runs)
    task = with_enough_runs(task, 1 if options.separate_runs else options.min_runs)
    fates = sorted(_fates(task, whole, runs), key=lambda one: one.name)
    return with_account(replace(task, fates=tuple(fates)))


def _fates(task: Task, grid: Grid, runs: Mapping[str, tuple[str, ...]]) -> Iterator[Fate]:
    """What became of each entry."""
    ends: dict[str, Verdict] = dict.fromkeys((one.system for one in task.rejected), "rejected")
    ends |= dict.fromkeys(task.runs_of(task.partial.systems), "excluded")
    ends |= dict.fromkeys(task.runs_of(task.sheet.systems), "ranked")
    for name, (own, run) in zip(grid.names, grid.entries, strict=True):
        if task.options.systems is None or own in task.options.systems:
            system = own if own in runs else name
            yield Fate(
                name=name, entry=name, system=system, run=run or None, verdict=ends.get(name, "left out")
            )


def _slices(
    rows: Rows,
    grid: Grid,
    item: Ints,
    kept: Sequence[tuple[str, ...]],
    sheet: Scoresheet,
    by: Sequence[Slicing],
    task: Task,
) -> Iterator[SliceSheet]:
    """The items of each value of the columns to slice by."""
    from leaderboard.slices.attributes import by_name
    from leaderboard.slices.slicing import Slice

    place, options = {one: at for at, one in enumerate(grid.items)}, task.options
    for slicing in by:
        columns = [_banded(name, _of_items(rows, name, item, grid.items), options) for name in slicing.by]
        of_item = [tuple(column[place[one]] for column in columns) for one in kept]
        values = sorted({*of_item}, key=lambda value: [(one.order, *by_name(one)) for one in value])
        wanted = [value for value in values if slicing.wants(value)]
        if not wanted:
            known = listed(["/".join(value) for value in values], _MOST_VALUES)
            raise UsageError(f"--by {slicing.name} has no slice with this value; choose among {known}")
        for value in wanted:
            at = [number for number, one in enumerate(of_item) if one == value]
            parts = tuple(sheet.parts[number] for number in at)
            units = len({(part.dataset, part.document) for part in parts})
            found = tuple(dict.fromkeys(part.dataset for part in parts))
            yield SliceSheet(
                slice=Slice(
                    slicing=slicing,
                    value=tuple(map(str, value)),
                    datasets=found,
                    documents=units,
                    key_mentions=len(parts),
                    key_entities=0,
                ),
                sheet=replace(
                    sheet,
                    parts=parts,
                    sums={name: sums[..., at] for name, sums in sheet.sums.items()},
                    weights={name: weights[:, at] for name, weights in sheet.weights.items()},
                ),
                response_mentions=dict.fromkeys(sheet.systems, 0),
                response_entities=dict.fromkeys(sheet.systems, 0),
                fewest_mentions=options.slice_min,
                fewest_documents=options.slice_documents,
                signature=task.signature.and_of({"by": slicing.name}),
            )


class _Value(str):
    """A value of a slice, with the place of its band."""

    order: int = 0


def _banded(name: str, values: Sequence[str], options: Options) -> list[_Value]:
    """The value of each item, or its band where the column has edges."""
    texts = [text.partition("=")[2] for text in options.bands or () if text.partition("=")[0] == name]
    if not texts:
        return [_Value(value or NONE) for value in values]
    try:
        edges = sorted(float(edge) for edge in texts[0].split(","))
        numbers = [float(value) for value in values]
    except ValueError:
        raise UsageError(f"--bands {name}={texts[0]}: give numbers, for a column of numbers") from None
    low = [
        f"< {edges[0]:g}",
        *(f"{one:g} to < {other:g}" for one, other in pairwise(edges)),
        f"{edges[-1]:g}+",
    ]
    banded = []
    for value in numbers:
        band = _Value(low[int(np.searchsorted(edges, value, side="right"))])
        band.order = low.index(band)
        banded.append(band)
    return banded


def _signature(grid: Grid, options: Options, datasets: Mapping[str, str]) -> Signature:
    """Everything that can change a score."""
    return Signature(
        {
            "leaderboard": VERSION,
            "table": _digest(grid),
            "metrics": ",".join(options.metric),
            "lower": ",".join(options.lower) if options.lower else None,
            "missing": options.missing,
            "missing-dataset": options.missing_dataset if len(grid.within) > 1 else None,
            "average": None if options.average == "dataset" else options.average,
            "datasets": ",".join(datasets) if options.datasets else None,
            "unit": options.unit,
        }
    )

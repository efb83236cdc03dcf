"""Tables of counts: one row per system and item, in CSV, TSV, JSON lines or a data frame.

A column is read as names, which are numbers of different texts, or as floats: NaN where a cell is missing,
and infinite where it is no number.
"""

from __future__ import annotations

import csv
import gc
import io
import json
import re
from codecs import BOM_UTF8
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice, zip_longest
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.errors import SHOWN, InputError, Problem, UsageError
from leaderboard.formats.source import opened_csv, read_bytes, stem, table_fault, unpacked
from leaderboard.text import counted

FIXED = ("system", "run", "dataset", "cluster", "item")
# What a file of a folder may lack where others have it.
OPTIONAL = FIXED[1:-1]
NO_ROWS = ("no rows below the header", "write a row for each system and item")
MOST_ROWS = 20_000_000
# Chosen by whoever runs the program, and read whole.
_MOST_BYTES = 8 << 30
_CHUNK = 1 << 10
_LINE = re.compile(rb"[^\r\n]+")
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_JSON = ".jsonl"
_MISSING = ("", "na", "nan", "null", "<na>")
_TRUTH = {"true": 1.0, "false": 0.0}
# What marks the first line of files of another kind.
_OTHERS = ("#", "{", "[", "<")

Cell = object


class Reader(NamedTuple):
    """The rows of a source as they come, and the line, or the label, of the last of them."""

    rows: Iterator[Sequence[Cell]]
    place: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Source:
    """A file or a data frame, with the name of the system where no column has it; ``line`` has the header."""

    file: str
    header: tuple[str, ...]
    opened: Callable[[], AbstractContextManager[Reader]]
    system: str = ""
    line: int = 0

    def chunks(self) -> Iterator[dict[str, Sequence[Cell]]]:
        """The cells of each column, a few rows at a time; a row that is short ends in empty ones."""
        with self.opened() as reader:
            while some := list(islice(reader.rows, _CHUNK)):
                cells = [*zip_longest(*some, fillvalue="")]
                if len(cells) > len(self.header):
                    self._refuse_long_row()
                columns: Any = zip_longest(self.header, cells, fillvalue=("",) * len(some))
                lacking = dict.fromkeys(OPTIONAL, ("",) * len(some))
                yield {**lacking, "system": (self.system,) * len(some), **dict(columns)}

    def _refuse_long_row(self) -> NoReturn:
        with self.opened() as reader:
            cells = next(len(row) for row in reader.rows if len(row) > len(self.header))
            what = f"{counted(cells, 'cell')} under {counted(len(self.header), 'column')}"
            raise InputError([self.problem(reader.place(), what, "give each row one cell per column")])

    def problem(self, place: object, what: str, remedy: str) -> Problem:
        """What is wrong with a row."""
        if isinstance(place, int):
            return Problem(self.file, place, what, remedy)
        return Problem(f"{self.file}, row {place}", 0, what, remedy)


class Names:
    """The texts of a column as numbers, in the order in which they come."""

    def __init__(self) -> None:
        self._number: defaultdict[str, int] = defaultdict()
        self._number.default_factory = self._number.__len__
        self._of_row: list[NDArray[np.int32]] = []

    def add(self, cells: Sequence[Any]) -> None:
        texts = cells if {*map(type, cells)} == {str} else [*map(name_text, cells)]
        if texts.count(texts[0]) == len(texts):  # rows of one system often stand together
            self._of_row.append(np.full(len(texts), self._number[texts[0]], np.int32))
        else:
            numbers = map(self._number.__getitem__, texts)
            self._of_row.append(np.fromiter(numbers, np.int32, len(texts)))

    @property
    def texts(self) -> list[str]:
        """The different texts."""
        return list(self._number)

    @property
    def of_row(self) -> Ints:
        return np.concatenate(self._of_row, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Rows:
    """The columns that were asked for, of all rows of the sources."""

    sources: tuple[Source, ...]
    names: Mapping[str, Names]
    numbers: Mapping[str, NDArray[np.float64]]

    def found(self, rows: Collection[int]) -> dict[int, tuple[Source, object, dict[str, Cell]]]:
        """Of some rows the source, the line and the cells."""
        found, number = {}, count()
        for source in self.sources if rows else ():
            with source.opened() as reader:
                for cells, row in zip(reader.rows, number, strict=False):
                    if row in rows:
                        known = dict(zip_longest(source.header, cells, fillvalue=""))
                        found[row] = source, reader.place(), known
        return found

    def fault(self, row: int, what: str, remedy: str) -> InputError:
        """The error about a row that stops everything."""
        source, place, _ = self.found([row])[row]
        return InputError([source.problem(place, what, remedy)])


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Look for no garbage while millions of rows come and go, which are none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_without_collecting()
def read_rows(sources: Sequence[Source], names: Iterable[str], numbers: Iterable[str]) -> Rows:
    """Read some columns as names and some as numbers; an error names the line where a file is malformed."""
    of_names = {name: Names() for name in names}
    of_numbers: dict[str, list[NDArray[np.float64]]] = {name: [] for name in numbers}
    rows = 0
    for source in sources:
        before = rows
        for columns in source.chunks():
            rows += len(columns["system"])
            if rows > MOST_ROWS:
                what = f"{source.file}: more than {MOST_ROWS:,} rows"
                raise UsageError(f"{what}; add up the counts of items that belong together")
            for name, found in of_names.items():
                found.add(columns[name])
            for name, values in of_numbers.items():
                values.append(_floats(columns[name]))
        if rows == before:
            raise table_fault(Path(source.file), 0, *NO_ROWS)
    arrays = {name: np.concatenate(values) for name, values in of_numbers.items()}
    return Rows(tuple(sources), of_names, arrays)


def _floats(cells: Sequence[Any]) -> NDArray[np.float64]:
    values: Iterable[float] = map(number, cells)
    with suppress(TypeError, ValueError):
        if 8 * len(different := {*cells}) < len(cells):
            value = dict(zip(different, map(number, different), strict=True))
            values = map(value.__getitem__, cells)
        elif "_" not in "".join(cells):
            values = [*map(float, cells)]
    return np.fromiter(values, np.float64, len(cells))


def number(cell: Cell) -> float:
    """The number in a cell: NaN where it is missing, infinite where it is none."""
    text = "" if cell is None else str(cell).strip().casefold()
    if text in _MISSING:
        return np.nan
    try:
        return _TRUTH[text] if text in _TRUTH else float(text if "_" not in text else "")
    except ValueError:
        return np.inf


def name_text(cell: Cell) -> str:
    """A name: a number is a text, a whole one without point; nothing where there is none."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Real) and not isinstance(cell, int):
        return "" if cell != cell else f"{cell:.0f}" if float(cell).is_integer() else str(cell)
    return "" if cell is None or isinstance(cell, list | dict) or str(cell) == "<NA>" else str(cell)


def is_table(path: Path, rename: Mapping[str, str], needs: str = "") -> bool:
    """True for a file that is a table by its name and its first line, or a folder of such files.

    ``needs`` is a column that it must have.
    """
    with suppress(PermissionError):  # which is said of the entry that may not be read
        files = table_files(path)
        return bool(files) and all(_is_table(file, rename, needs) for file in files)
    return False


def _is_table(path: Path, rename: Mapping[str, str], needs: str) -> bool:
    suffix = _suffix(path)
    if suffix not in (*_SEPARATORS, _JSON) or not path.is_file():
        return False
    try:
        line = _first_line(path)
        found = json.loads(line) if suffix == _JSON else _cells(line, suffix)
        names = {rename.get(name, name) for name in found}
    except (InputError, ValueError, TypeError, RecursionError):
        return False
    if {"document", "part"} <= names and any(name.endswith("_recall_numerator") for name in names):
        return True
    if needs or suffix == _JSON:
        return (needs or "item") in names
    is_known = suffix == ".csv" or not names.isdisjoint(FIXED)
    return is_known and len(found) > 1 and not line.startswith(_OTHERS)


def _suffix(path: Path) -> str:
    return Path(unpacked(path.name)).suffix.lower()


def _first_line(path: Path) -> str:
    if path.name == unpacked(path.name):
        with path.open("rb") as file:
            return _first(file.read(1 << 20)).decode()
    return _first(read_bytes(path, _MOST_BYTES)).decode()


def _first(data: bytes) -> bytes:
    """The first line that is not blank."""
    lines = (found[0].removeprefix(BOM_UTF8) for found in _LINE.finditer(data))
    return next(filter(bytes.strip, lines), b"")


def _cells(line: str, suffix: str) -> list[str]:
    return next(csv.reader([line], delimiter=_separator(suffix, line)), [])


def table_files(path: Path) -> list[Path]:
    """The file of a table, or the files of a folder that count, in order of name."""
    if not path.is_dir():
        return [path]
    there = sorted(path.iterdir())
    return [one for one in there if not one.name.startswith((".", "README")) and one.suffix != ".toml"]


def open_sources(path: Path, rename: Mapping[str, str]) -> list[Source]:
    """The files of a table, with columns by other names."""
    return _renamed([_opened(file) for file in table_files(path)], rename)


def frame_source(frame: Any, rename: Mapping[str, str]) -> list[Source]:
    """The columns of a data frame, and the levels of its index that have names."""
    frame = frame.to_pandas() if hasattr(frame, "to_pandas") else frame
    levels = [name for name in frame.index.names if name is not None]
    whole = frame.reset_index(level=levels, allow_duplicates=True) if levels else frame

    def opened() -> AbstractContextManager[Reader]:
        columns = (whole.iloc[:, place].tolist() for place in range(whole.shape[1]))
        return _reading(zip(map(repr, frame.index.tolist()), zip(*columns, strict=True), strict=True))

    return _renamed([Source("the data frame", tuple(map(str, whole.columns)), opened)], rename)


def _renamed(sources: Sequence[Source], rename: Mapping[str, str]) -> list[Source]:
    """The sources with other names of columns, of which no two may be the same."""
    for old, new in rename.items():
        if not any(old in source.header for source in sources):
            known = ", ".join(sources[0].header)
            raise UsageError(f"--rename {old}={new}: there is no column {old!r}; the columns are {known}")
    named = []
    for source in sources:
        header = tuple(rename.get(name, name) for name in source.header)
        if twice := [name for place, name in enumerate(header) if name in header[:place]]:
            what = f"two columns are called {twice[0][:SHOWN]!r}"
            raise table_fault(Path(source.file), source.line, what, "rename one of them")
        named.append(replace(source, header=header))
    return named


def _opened(path: Path) -> Source:
    data = read_bytes(path, _MOST_BYTES)
    if _suffix(path) == _JSON:
        names = tuple(dict.fromkeys(name for _, found in _objects(path, data) for name in found))
        opened = partial(_reading_objects, path, data, names)
        return Source(str(path), names, opened, stem(path.name))
    first = _first(data).decode(errors="replace")
    separator = _separator(_suffix(path), first)
    with opened_csv(path, data, separator) as (rows, line):
        header = tuple(next(rows, ()))
        reading = partial(_reading_csv, path, data, separator)
        return Source(str(path), header, reading, stem(path.name), line())


def _separator(suffix: str, line: str) -> str:
    return ";" if suffix == ".csv" and ";" in line and "," not in line else _SEPARATORS[suffix]


@contextmanager
def _reading(placed: Iterable[tuple[object, Sequence[Cell]]]) -> Iterator[Reader]:
    """A reader of rows that come with their places."""
    place: object = None

    def rows() -> Iterator[Sequence[Cell]]:
        nonlocal place
        for found, row in placed:
            place = found
            yield row

    yield Reader(rows(), lambda: place)


@contextmanager
def _reading_csv(path: Path, data: bytes, separator: str) -> Iterator[Reader]:
    with opened_csv(path, data, separator) as (rows, line):
        yield Reader(islice(rows, 1, None), line)


def _reading_objects(path: Path, data: bytes, names: Sequence[str]) -> AbstractContextManager[Reader]:
    objects = _objects(path, data)
    return _reading((line, [found.get(name) for name in names]) for line, found in objects)


def _objects(path: Path, data: bytes) -> Iterator[tuple[int, dict[str, Cell]]]:
    """Yield the line and the members of each object."""
    for line, text in enumerate(io.BytesIO(data.removeprefix(BOM_UTF8)), start=1):
        if text.strip():
            try:
                found = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise table_fault(path, line, f"not valid JSON ({error})", "correct the line") from None
            if not isinstance(found, dict):
                raise table_fault(path, line, "not a JSON object", "write one object a line")
            yield line, found

"""Tables of counts: one row per system and item, in CSV, TSV, JSON lines or a data frame.

A column is read as names, which are numbers of different texts, or as floats: NaN where a cell is missing,
and infinite where it is no number.
"""

from __future__ import annotations

import csv
import gc
import io
import json
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.errors import SHOWN, InputError, Problem, UsageError
from leaderboard.formats.source import read_bytes, stem, table_fault, unpacked
from leaderboard.text import counted

FIXED = ("system", "run", "dataset", "cluster", "item")
NO_ROWS = ("no rows below the header", "write a row for each system and item")
MOST_ROWS = 20_000_000
# Chosen by whoever runs the program, and read whole.
_MOST_BYTES = 8 << 30
_CHUNK = 1 << 10
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_JSON = ".jsonl"
_MISSING = ("", "na", "nan", "null", "<na>")
_TRUTH = {"true": 1.0, "false": 0.0}
# What marks the first line of files of another kind.
_OTHERS = ("#", "{", "[", "<")

Cell = object
# The line of a row, or its label, and its cells.
Row = tuple[object, Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Source:
    """A file or a data frame, with the name of the system where no column has it.

    ``plain`` are the rows without their lines, of a file in CSV: quick to read while all are of one length.
    """

    file: str
    header: tuple[str, ...]
    rows: Callable[[], Iterator[Row]]
    system: str = ""
    plain: Callable[[], AbstractContextManager[Iterator[list[str]]]] | None = None

    def chunks(self) -> Iterator[Sequence[Sequence[Cell]]]:
        """The columns, a few rows at a time."""
        count = 0
        if self.plain is not None:
            with self.plain() as plain:
                while (cells := list(islice(plain, _CHUNK))) and {*map(len, cells)} == {len(self.header)}:
                    yield list(zip(*cells, strict=True))
                    count += len(cells)
                if not cells:
                    return
        rows = islice(self.rows(), count, None)
        while some := list(islice(rows, _CHUNK)):
            yield list(zip(*(cells for _, cells in some), strict=True))

    def problem(self, line: object, what: str, remedy: str) -> Problem:
        """What is wrong with a row."""
        if isinstance(line, int):
            return Problem(self.file, line, what, remedy)
        return Problem(f"{self.file}, row {line}", 0, what, remedy)


class Names:
    """The texts of a column as numbers, in the order in which they come."""

    def __init__(self) -> None:
        self._number: defaultdict[str, int] = defaultdict()
        self._number.default_factory = self._number.__len__
        self._of_row = array("i")

    def add(self, cells: Sequence[Cell], are_texts: bool) -> None:
        texts: Sequence[Any] = cells if are_texts else [*map(name_text, cells)]
        if texts.count(texts[0]) == len(texts):  # rows of one system often stand together
            self._of_row.extend(array("i", [self._number[texts[0]]]) * len(texts))
        else:
            self._of_row.extend(map(self._number.__getitem__, texts))

    @property
    def texts(self) -> list[str]:
        """The different texts."""
        return list(self._number)

    @property
    def of_row(self) -> Ints:
        return np.frombuffer(self._of_row, dtype=np.int32).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Rows:
    """The columns that were asked for, of all rows of the sources, and where those of each begin."""

    sources: tuple[Source, ...]
    starts: tuple[int, ...]
    names: Mapping[str, Names]
    numbers: Mapping[str, NDArray[np.float64]]

    def found(self, rows: Iterable[int]) -> dict[int, tuple[Source, object, dict[str, Cell]]]:
        """Of some rows the source, the line and the cells."""
        wanted = defaultdict(set)
        for row in rows:
            wanted[bisect_right(self.starts, row) - 1].add(row)
        return {
            row: (self.sources[at], line, dict(zip(self.sources[at].header, cells, strict=True)))
            for at, some in wanted.items()
            for row, (line, cells) in enumerate(self.sources[at].rows(), start=self.starts[at])
            if row in some
        }

    def fault(self, row: int, what: str, remedy: str) -> InputError:
        """The error about a row that stops everything."""
        source, line, _ = self.found([row])[row]
        return InputError([source.problem(line, what, remedy)])


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
    of_names, of_numbers = {name: Names() for name in names}, {name: array("d") for name in numbers}
    ends = [0]
    for source in sources:
        place = {name: at for at, name in enumerate(source.header)}
        ends.append(ends[-1])
        for columns in source.chunks():
            ends[-1] += len(columns[0])
            if ends[-1] > MOST_ROWS:
                what = f"{source.file}: more than {MOST_ROWS:,} rows"
                raise UsageError(f"{what}; add up the counts of items that belong together")
            for name, found in of_names.items():
                cells = columns[place[name]] if name in place else [source.system] * len(columns[0])
                found.add(cells, source.plain is not None)
            for name, values in of_numbers.items():
                values.extend(_floats(columns[place[name]]))
        if ends[-1] == ends[-2]:
            raise table_fault(Path(source.file), 0, *NO_ROWS)
    arrays = {name: np.frombuffer(values) for name, values in of_numbers.items()}
    return Rows(tuple(sources), tuple(ends[:-1]), of_names, arrays)


def _floats(cells: Sequence[Any]) -> list[float]:
    with suppress(TypeError, ValueError):
        if 8 * len(different := {*cells}) < len(cells):
            value = dict(zip(different, map(number, different), strict=True))
            return list(map(value.__getitem__, cells))
        if "_" not in "".join(cells):
            return list(map(float, cells))
    return list(map(number, cells))


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
    if isinstance(cell, Real) and not isinstance(cell, bool):
        return "" if cell != cell else f"{cell:.0f}" if float(cell).is_integer() else str(cell)
    return "" if cell is None or isinstance(cell, list | dict) or str(cell) == "<NA>" else str(cell)


def is_table(path: Path, rename: Mapping[str, str], needs: str = "") -> bool:
    """True for a file that is a table by its name and its first line, or a folder of such files.

    ``needs`` is a column that it must have.
    """
    if not path.is_dir():
        return _is_table(path, rename, needs)
    with suppress(PermissionError):  # which is said of the entry that may not be read
        files = table_files(path)
        return bool(files) and all(_is_table(file, rename, needs) for file in files)
    return False


def _is_table(path: Path, rename: Mapping[str, str], needs: str) -> bool:
    suffix = Path(unpacked(path.name)).suffix.lower()
    if suffix not in (*_SEPARATORS, _JSON) or not path.is_file():
        return False
    try:
        line = _first_line(path)
        found = json.loads(line) if suffix == _JSON else _cells(line, suffix)
        names = [rename.get(name, name) for name in found]
    except (InputError, ValueError, TypeError, RecursionError):
        return False
    if {"document", "part"} <= {*names} and any(name.endswith("_recall_numerator") for name in names):
        return True
    if needs or suffix == _JSON:
        return (needs or "item") in names
    is_known = suffix == ".csv" or bool({*names} & {*FIXED})
    return is_known and len(names) > 1 and not line.startswith(_OTHERS)


def _first_line(path: Path) -> str:
    if path.name == unpacked(path.name):
        with path.open("rb") as file:
            return file.readline(1 << 20).decode("utf-8-sig")
    return read_bytes(path, _MOST_BYTES).partition(b"\n")[0].decode("utf-8-sig")


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
    whole = frame.reset_index(level=levels) if levels else frame

    def rows() -> Iterator[Row]:
        columns = (whole.iloc[:, place].tolist() for place in range(whole.shape[1]))
        return zip(map(repr, frame.index.tolist()), zip(*columns, strict=True), strict=True)

    return _renamed([Source("the data frame", tuple(map(str, whole.columns)), rows)], rename)


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
            raise table_fault(Path(source.file), 1, what, "rename one of them")
        named.append(replace(source, header=header))
    return named


def _opened(path: Path) -> Source:
    data, suffix = read_bytes(path, _MOST_BYTES), Path(unpacked(path.name)).suffix.lower()
    plain: Callable[[], AbstractContextManager[Iterator[list[str]]]] | None = None
    if suffix == _JSON:
        names = tuple(next(_objects(path, data), (0, {}))[1])
        rows: Callable[[], Iterator[Row]] = partial(_of_objects, path, data, names)
    else:
        first = data.partition(b"\n")[0].decode("utf-8-sig", errors="replace")
        separator = _separator(suffix, first)
        names = tuple(next(_lines(path, data, separator), (1, []))[1])
        rows = partial(_below, path, data, separator, len(names))
        plain = partial(_reading, path, data, separator, below=True)
    return Source(str(path), names, rows, stem(path.name), plain)


def _separator(suffix: str, line: str) -> str:
    return ";" if suffix == ".csv" and ";" in line and "," not in line else _SEPARATORS[suffix]


@contextmanager
def _reading(path: Path, data: bytes, separator: str, below: bool = False) -> Iterator[Any]:
    """A reader of rows, perhaps below the header; an error names the line of what is no text or no CSV."""
    text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline="")
    rows = csv.reader(text, delimiter=separator, strict=True)
    try:
        if below:
            next(filter(None, rows), None)
        yield rows
    except UnicodeDecodeError:
        numbered = enumerate(io.BytesIO(data), 1)
        wrong = (line for line, one in numbered if one.decode(errors="ignore").encode() != one)
        raise table_fault(path, next(wrong, 0), "not UTF-8", "save the table as UTF-8") from None
    except csv.Error as error:
        raise table_fault(path, rows.line_num, f"not valid CSV ({error})", "correct the line") from None


def _lines(path: Path, data: bytes, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line and the cells of each row that is not blank, the header first."""
    with _reading(path, data, separator) as rows:
        for row in rows:
            if row:
                yield rows.line_num, row


def _below(path: Path, data: bytes, separator: str, width: int) -> Iterator[Row]:
    """The rows below the header, with empty cells where they are short."""
    for line, row in islice(_lines(path, data, separator), 1, None):
        if len(row) > width:
            what = f"{counted(len(row), 'cell')} under {counted(width, 'column')}"
            raise table_fault(path, line, what, "give each row one cell per column")
        yield line, row if len(row) == width else row + [""] * (width - len(row))


def _objects(path: Path, data: bytes) -> Iterator[tuple[int, dict[str, Cell]]]:
    """Yield the line and the members of each object."""
    for line, text in enumerate(io.BytesIO(data.removeprefix(b"\xef\xbb\xbf")), start=1):
        if text.strip():
            try:
                found = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise table_fault(path, line, f"not valid JSON ({error})", "correct the line") from None
            if not isinstance(found, dict):
                raise table_fault(path, line, "not a JSON object", "write one object a line")
            yield line, found


def _of_objects(path: Path, data: bytes, names: Sequence[str]) -> Iterator[Row]:
    for line, found in _objects(path, data):
        yield line, [found.get(name) for name in names]

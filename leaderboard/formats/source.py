"""The bytes of a file, plain or compressed, within bounds, and the rows of a table in CSV."""

from __future__ import annotations

import bz2
import csv
import io
import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Protocol

from leaderboard.errors import InputError, Problem, said_by_system
from leaderboard.formats.limits import FREE_BYTES, MOST_BYTES, MOST_DICTIONARY, MOST_RATIO, MOST_STREAMS
from leaderboard.text import counted

_PIECE = 1 << 20

# A decompressor copies what is left of a piece whenever a stream ends in it.
_PACKED_PIECE = 1 << 16


class _Decompressor(Protocol):
    """The common interface of the decompressors of bz2 and lzma; each reads one stream."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class _Inflater:
    """A decompressor for one member of a gzip file."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def needs_input(self) -> bool:
        return not self._stream.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, max_length)


_DECOMPRESSORS: dict[str, Callable[[], _Decompressor]] = {
    ".gz": _Inflater,
    ".bz2": bz2.BZ2Decompressor,
    # A file may ask for a dictionary of 4 GiB.
    ".xz": lambda: lzma.LZMADecompressor(memlimit=MOST_DICTIONARY),
}
COMPRESSED = tuple(_DECOMPRESSORS)


def _pieces(stream: IO[bytes], size: int = _PIECE) -> Iterator[bytes]:
    return iter(partial(stream.read, size), b"")


def _unpacked_pieces(
    packed: Iterator[bytes], decompressor: Callable[[], _Decompressor], path: Path
) -> Iterator[bytes]:
    """The content of all streams of a file, one after the other; zeros may stand between them."""
    data = next(packed, b"")
    for _ in range(MOST_STREAMS):
        if not data:
            return
        decoder = decompressor()
        while not decoder.eof:
            yield decoder.decompress(data, _PIECE)
            needs_more = decoder.needs_input and not decoder.eof
            data = next(packed, b"") if needs_more else b""
            if needs_more and not data:
                raise EOFError("it ends too early")
        data = decoder.unused_data.lstrip(b"\0")
        while not data and (piece := next(packed, b"")):
            data = piece.lstrip(b"\0")
    if data:
        what = f"more than {MOST_STREAMS:,} compressed streams one after the other"
        raise InputError.about(path, what, "compress the whole file at once")


class Together(bytes):
    """The content of several files that are one dataset, which are read with their labels."""

    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def of(cls, files: Iterable[tuple[str, bytes]]) -> Together:
        kept = tuple(files)
        together = cls(b"".join(content for _, content in kept))
        together.files = kept
        return together


def stem(name: str) -> str:
    """A file's name without compression and format suffixes, which is what a dataset is called."""
    return Path(unpacked(name)).stem


def unpacked(name: str) -> str:
    """A file's name without the suffix of its compression."""
    path = Path(name)
    return path.stem if path.suffix.lower() in _DECOMPRESSORS else path.name


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file, decompressed by its suffix; an error where there is more than the bound."""
    try:
        _check_kind(path)
        with path.open("rb") as raw:
            if path.suffix.lower() not in _DECOMPRESSORS:
                # A file that is as long as it says comes in one piece, which need not be copied.
                size = max(_PIECE, min(path.stat().st_size, most) + 1)
                return _bounded(_pieces(raw, size), path, most)
            return _decompressed(raw, path.suffix, path, most)
    except OSError as error:
        what = f"cannot be read: {said_by_system(error)}"
        raise InputError.about(path, what, "check the path and its permissions") from None


def unpacked_bytes(name: str, data: bytes, path: Path, most: int) -> bytes:
    """The content of a member of an archive, decompressed by its suffix within the bounds of the archive."""
    suffix = Path(name).suffix
    packed = suffix.lower() in _DECOMPRESSORS
    return _decompressed(io.BytesIO(data), suffix, path, most) if packed else data


def _check_kind(path: Path) -> None:
    """Refuse what is not a regular file: reading a pipe or a device might never end."""
    if path.is_dir():
        raise InputError.about(path, "a folder where a file is expected", "name a file in it")
    if path.exists() and not path.is_file():
        raise InputError.about(path, "not a regular file", "copy its content to a file")


def _decompressed(raw: IO[bytes], suffix: str, path: Path, most: int) -> bytes:
    """The content of a compressed file; packed bytes count too, since streams may be empty."""
    packed = _counted(_pieces(raw, _PACKED_PIECE), path, max(FREE_BYTES, most))
    most = min(most, max(FREE_BYTES, MOST_RATIO * path.stat().st_size))
    try:
        return _bounded(_unpacked_pieces(packed, _DECOMPRESSORS[suffix.lower()], path), path, most)
    except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise InputError.about(path, f"not a complete {suffix} file ({error})", "compress it again") from None


def _bounded(pieces: Iterator[bytes], path: Path, most: int) -> bytes:
    """All pieces together."""
    return b"".join(_counted(pieces, path, most))


def _counted(pieces: Iterator[bytes], path: Path, most: int) -> Iterator[bytes]:
    """The pieces, counted as they come."""
    left = most
    for piece in pieces:
        left -= len(piece)
        if left < 0:
            remedy = "submit smaller files, or compress them less"
            raise InputError.about(path, f"more than {most:,} bytes", remedy)
        yield piece


_OTHER_DELIMITERS = {";": "semicolons", "\t": "tabs"}


def csv_rows(path: Path, data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the line and the cells of the header, then those of each row."""
    with opened_csv(path, data) as (rows, line):
        header = next(rows, [])
        yield line(), header
        for row in rows:
            if len(row) != len(header):
                what = f"{counted(len(row), 'cell')} under {counted(len(header), 'column')}"
                raise table_fault(path, line(), what, "give each row one cell per column")
            yield line(), row


@contextmanager
def opened_csv(
    path: Path, data: bytes, separator: str = ","
) -> Iterator[tuple[Iterator[list[str]], Callable[[], int]]]:
    """The rows that are not blank, and what tells the line of the last; an error names the line of what is
    no text or no CSV."""
    text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", newline="")
    rows = csv.reader(text, delimiter=separator, strict=True)
    try:
        # A look at the first cell is quick, and mostly enough.
        yield (row for row in rows if row and (row[0].strip() or _has_text(row))), lambda: rows.line_num
    except UnicodeDecodeError:
        numbered = enumerate(re.split(rb"\r\n?|\n", data), 1)
        wrong = (line for line, one in numbered if one.decode(errors="ignore").encode() != one)
        raise table_fault(path, next(wrong, 0), "not UTF-8", "save the table as UTF-8") from None
    except csv.Error as error:
        raise table_fault(path, rows.line_num, f"not valid CSV ({error})", "correct the line") from None


def _has_text(row: Sequence[str]) -> bool:
    return any(map(str.strip, row))


def check_delimiter(path: Path, line: int, header: Sequence[str]) -> None:
    """Refuse a header whose columns are separated by anything but commas."""
    for delimiter, marks in _OTHER_DELIMITERS.items():
        if len(header) == 1 and delimiter in header[0]:
            raise table_fault(path, line, f"the columns are separated by {marks}", "separate them by commas")


def table_fault(path: Path, line: int, what: str, remedy: str) -> InputError:
    """Return the error for a line of a table, or for the whole table where the line is 0."""
    return InputError([Problem(str(path), line, what, remedy)])

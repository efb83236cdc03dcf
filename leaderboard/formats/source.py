"""The bytes of a file, plain or compressed, within bounds."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Protocol

from leaderboard.errors import InputError, Problem, one_line
from leaderboard.formats.limits import FREE_BYTES, MOST_BYTES, MOST_RATIO


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


_OPENERS: dict[str, Callable[[IO[bytes]], _Stream]] = {
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
}


def stem(name: str) -> str:
    """A file's name without compression and format suffixes, which is what a dataset is called."""
    return Path(unpacked(name)).stem


def unpacked(name: str) -> str:
    """A file's name without the suffix of its compression."""
    path = Path(name)
    return path.stem if path.suffix in _OPENERS else path.name


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file, decompressed by its suffix; an error where there is more than the bound."""
    try:
        _check_kind(path)
        with path.open("rb") as raw:
            opener = _OPENERS.get(path.suffix)
            return _bounded(raw, path, most) if opener is None else _decompressed(raw, path, opener, most)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _fault(path, f"cannot be read: {reason}", "check the path and its permissions") from None


def _check_kind(path: Path) -> None:
    """Reading a pipe or a device might never end."""
    if path.is_dir():
        raise _fault(path, "a folder where a file is expected", "name a file in it")
    if path.exists() and not path.is_file():
        raise _fault(path, "not a regular file", "write what it yields to a file")


def _decompressed(raw: IO[bytes], path: Path, opener: Callable[[IO[bytes]], _Stream], most: int) -> bytes:
    most = min(most, max(FREE_BYTES, MOST_RATIO * path.stat().st_size))
    try:
        return _bounded(opener(raw), path, most)
    except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise _fault(path, f"not a whole {path.suffix} file ({error})", "compress it again") from None


def _bounded(stream: _Stream, path: Path, most: int) -> bytes:
    """All bytes of a stream, counted as they come."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise _fault(path, f"more than {most:,} bytes", "submit smaller files, or compress them less")
    return data


def _fault(path: Path, what: str, remedy: str) -> InputError:
    return InputError([Problem(one_line(str(path)), 0, one_line(what), remedy)])

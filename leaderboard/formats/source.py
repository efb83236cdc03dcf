"""The bytes of a file, plain or compressed, within bounds."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO

from leaderboard.errors import InputError, Problem, one_line
from leaderboard.formats.limits import FREE_BYTES, MOST_BYTES, MOST_DICTIONARY, MOST_RATIO

_PIECE = 1 << 20


def _pieces(stream: IO[bytes] | io.BufferedIOBase) -> Iterator[bytes]:
    return iter(partial(stream.read, _PIECE), b"")


def _xz_pieces(raw: IO[bytes]) -> Iterator[bytes]:
    """What LZMAFile reads, in memory that has a bound: a file may ask for a dictionary of 4 GiB."""
    data = raw.read(_PIECE)
    while data:
        decoder = lzma.LZMADecompressor(memlimit=MOST_DICTIONARY)
        while not decoder.eof:
            yield decoder.decompress(data, _PIECE)
            data = raw.read(_PIECE) if decoder.needs_input else b""
            if decoder.needs_input and not data:
                raise EOFError("it ends too early")
        # Another stream may follow, after some zeros.
        data = decoder.unused_data.lstrip(b"\0") or raw.read(_PIECE).lstrip(b"\0")


_OPENERS: dict[str, Callable[[IO[bytes]], Iterator[bytes]]] = {
    ".gz": lambda raw: _pieces(gzip.GzipFile(fileobj=raw)),
    ".bz2": lambda raw: _pieces(bz2.BZ2File(raw)),
    ".xz": _xz_pieces,
}


def stem(name: str) -> str:
    """A file's name without compression and format suffixes, which is what a dataset is called."""
    return Path(unpacked(name)).stem


def unpacked(name: str) -> str:
    """A file's name without the suffix of its compression."""
    path = Path(name)
    return path.stem if path.suffix.lower() in _OPENERS else path.name


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of a file, decompressed by its suffix; an error where there is more than the bound."""
    try:
        _check_kind(path)
        with path.open("rb") as raw:
            opener = _OPENERS.get(path.suffix.lower())
            if opener is None:
                return _bounded(_pieces(raw), path, most)
            return _decompressed(opener(raw), path, most)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _fault(path, f"cannot be read: {reason}", "check the path and its permissions") from None


def unpacked_bytes(name: str, data: bytes, path: Path, most: int) -> bytes:
    """The content of a member of an archive, decompressed by its suffix within the bounds of the archive."""
    opener = _OPENERS.get(Path(name).suffix.lower())
    return data if opener is None else _decompressed(opener(io.BytesIO(data)), path, most)


def _check_kind(path: Path) -> None:
    """Reading a pipe or a device might never end."""
    if path.is_dir():
        raise _fault(path, "a folder where a file is expected", "name a file in it")
    if path.exists() and not path.is_file():
        raise _fault(path, "not a regular file", "write what it yields to a file")


def _decompressed(pieces: Iterator[bytes], path: Path, most: int) -> bytes:
    most = min(most, max(FREE_BYTES, MOST_RATIO * path.stat().st_size))
    try:
        return _bounded(pieces, path, most)
    except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise _fault(path, f"not a whole {path.suffix} file ({error})", "compress it again") from None


def _bounded(pieces: Iterator[bytes], path: Path, most: int) -> bytes:
    """All pieces together, counted as they come."""
    data = io.BytesIO()
    for piece in pieces:
        data.write(piece)
        if data.tell() > most:
            raise _fault(path, f"more than {most:,} bytes", "submit smaller files, or compress them less")
    return data.getvalue()


def _fault(path: Path, what: str, remedy: str) -> InputError:
    return InputError([Problem(one_line(str(path)), 0, one_line(what), remedy)])

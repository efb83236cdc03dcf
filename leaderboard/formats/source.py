"""The bytes of a file, plain or compressed, within bounds."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

from leaderboard.errors import InputError, Problem
from leaderboard.formats.limits import FREE_BYTES, MOST_BYTES, MOST_RATIO

_OPENERS: dict[str, Callable[[IO[bytes]], IO[bytes]]] = {
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".bz2": lambda raw: bz2.BZ2File(raw),
    ".xz": lambda raw: lzma.LZMAFile(raw),
}


def stem(name: str) -> str:
    """A file's name without compression and format suffixes, which is what a system is called."""
    path = Path(name)
    if path.suffix in _OPENERS:
        path = path.with_suffix("")
    return path.stem


def read_bytes(path: Path) -> bytes:
    """The content of a file, decompressed by its suffix."""
    try:
        with path.open("rb") as raw:
            opener = _OPENERS.get(path.suffix)
            if opener is None:
                return _bounded(raw, str(path), MOST_BYTES)
            size = path.stat().st_size
            with opener(raw) as stream:
                return _bounded(stream, str(path), min(MOST_BYTES, max(FREE_BYTES, MOST_RATIO * size)))
    except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
        raise _fault(str(path), f"not a whole {path.suffix} file ({error})", "compress it again") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _fault(str(path), f"cannot be read: {reason}", "check the path and its permissions") from None


def _bounded(stream: IO[bytes], file: str, most: int) -> bytes:
    """All bytes of a stream, counted as they come."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise _fault(file, f"more than {most:,} bytes", "submit smaller files, or compress them less")
    return data


def _fault(file: str, what: str, remedy: str) -> InputError:
    return InputError([Problem(file, 0, what, remedy)])

"""The lines of a file, without their ends, and a bound on how many there may be."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from leaderboard.errors import InputError, Problem

TOO_MUCH = "submit the documents of the key, each once"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that end in LF or CR LF with their numbers, one at a time."""
    stream = BytesIO(data)
    if data.startswith(BYTE_ORDER_MARK):
        stream.seek(len(BYTE_ORDER_MARK))
    for number, line in enumerate(stream, 1):
        yield number, line.removesuffix(b"\n").removesuffix(b"\r")


def check_count(file: str, data: bytes, most: int) -> None:
    """An error where a file has more lines than it may."""
    if len(data) > most and data.count(b"\n") > most:
        raise InputError([Problem(file, most + 1, f"more than {most:,} lines", TOO_MUCH)])

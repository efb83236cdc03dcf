"""A file as lines, and as blocks that the cache can hold, with all fields of each found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Ints, Texts
from leaderboard.errors import InputError, Problem
from leaderboard.formats.limits import LONGEST_LINE

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


TAB, NEWLINE, SPACE, HASH = b"\t\n #"


class Declined(Exception):
    """The file has something that only the diagnosing reader can judge."""


class Fields(NamedTuple):
    """Where all fields of a block start and stop, and the lines with text: their first and last field."""

    start: Ints
    stop: Ints
    line: Ints
    first: Ints
    last: Ints


def split_at_spaces(block: Bytes, newline: Ints, scratch: NDArray[np.bool_]) -> Fields:
    """Fields are what stands between runs of spaces."""
    # Of the control characters only the one that ends lines may occur.
    if np.count_nonzero(np.less(block, SPACE, out=scratch[0])) != len(newline):
        raise Declined
    gap = np.less_equal(block, SPACE, out=scratch[0])
    edges = np.flatnonzero(np.not_equal(gap[1:], gap[:-1], out=scratch[1, 1:]))
    edges += 1
    if not gap[0]:
        edges = np.concatenate([[0], edges])
    start, stop = edges[::2], edges[1::2]
    upto = np.searchsorted(edges, newline, side="right") >> 1
    line = np.flatnonzero(np.diff(upto, prepend=0))
    last = upto[line] - 1
    return Fields(start, stop, line, np.concatenate([[0], last + 1])[: len(last)], last)


def split_at_tabs(block: Bytes, newline: Ints, scratch: NDArray[np.bool_]) -> Fields:
    """Each tab separates, so that fields may be empty; a line without tabs must be blank or a header."""
    stop = np.flatnonzero(np.less(block, SPACE, out=scratch[0]))
    letters = block[stop]
    if np.count_nonzero(letters == TAB) + len(newline) != len(stop):
        raise Declined
    start = np.empty_like(stop)
    start[0], start[1:] = 0, stop[:-1] + 1
    last = np.flatnonzero(letters == NEWLINE)
    first = np.concatenate([[0], last[:-1] + 1])
    begins = block[start[first]]
    blank = begins == NEWLINE
    if (~blank & ((begins <= SPACE) | ((last == first) & (begins != HASH)))).any():
        raise Declined
    line = np.flatnonzero(~blank)
    return Fields(start, stop, line, first[line], last[line])


# Small enough for the cache, large enough that calls cost little.
BLOCK = 1 << 19


class Cut(NamedTuple):
    """Texts one after the other, and how long each is."""

    characters: Bytes
    lengths: Ints


def tidied(data: bytes) -> bytes:
    """Lines that end in LF, the last one too, without a byte order mark."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    return data if data.endswith(b"\n") else data + b"\n"


def split_blocks(data: bytes, tabs: bool) -> Iterator[tuple[Bytes, Fields]]:
    """The blocks of a tidied file and their fields, lines numbered from 1."""
    text = np.frombuffer(data, np.uint8)
    split = split_at_tabs if tabs else split_at_spaces
    blocks = list(_blocks(data))
    scratch = np.empty((2, max(stop - begin for begin, stop in blocks)), dtype=bool)
    ascii_only = data.isascii()
    lines = 0
    for begin, stop in blocks:
        block = text[begin:stop]
        if not ascii_only:
            _check_utf8(block)
        newline = np.flatnonzero(np.equal(block, NEWLINE, out=scratch[0, : len(block)]))
        _check_lines(newline)
        fields = split(block, newline, scratch[:, : len(block)])
        fields.line[:] += lines + 1
        yield block, fields
        lines += len(newline)


def cut(block: Bytes, start: Ints, stop: Ints) -> Cut:
    """The characters start[i], ..., stop[i] - 1 of all i, one after the other."""
    length = stop - start
    ends = np.cumsum(length)
    index = np.repeat(start - (ends - length), length)
    index += np.arange(len(index))
    return Cut(block[index], length)


def joined(cuts: Sequence[Cut]) -> Texts:
    """The texts of all blocks."""
    lengths = np.concatenate([cut.lengths for cut in cuts])
    return Texts(np.concatenate([cut.characters for cut in cuts]), np.cumsum(lengths))


def _blocks(data: bytes) -> Iterator[tuple[int, int]]:
    """Runs of whole lines."""
    begin = 0
    while begin < len(data):
        stop = data.find(b"\n", min(begin + BLOCK, len(data) - 1)) + 1
        if stop - begin > BLOCK + LONGEST_LINE + 1:
            raise Declined
        yield begin, stop
        begin = stop


def _check_utf8(block: Bytes) -> None:
    try:
        block.tobytes().decode()
    except UnicodeDecodeError:
        raise Declined from None


def _check_lines(newline: Ints) -> None:
    if newline[-1] > LONGEST_LINE and np.diff(newline, prepend=-1).max() > LONGEST_LINE + 1:
        raise Declined

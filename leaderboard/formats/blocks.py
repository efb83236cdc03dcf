"""A file cut into blocks of whole lines, each small enough for the cache, with all fields of each found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Bytes, Ints, Texts
from leaderboard.formats.fields import NEWLINE, Declined, Fields, split_at_spaces, split_at_tabs
from leaderboard.formats.limits import LONGEST_LINE
from leaderboard.formats.lines import BYTE_ORDER_MARK

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

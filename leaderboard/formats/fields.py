"""The fields of a block of lines, all found at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Ints

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

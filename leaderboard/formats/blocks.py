"""What fast readers share: a file as lines and blocks with all fields of each found, and brackets paired.

Cells such as ``(3|(7)|5)`` become mentions, all cells of a file at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Ints, Texts, first_places, in_order, renumbered
from leaderboard.errors import InputError, Problem
from leaderboard.formats.limits import LONGEST_LINE, MOST_OPEN, WITHOUT_KEY

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


OPEN, CLOSE, BAR = b"()|"
LONGEST_ID = 64
# Ids of more than 8 bytes are padded to the longest of them, which many long ids must not abuse.
MOST_PADDED = 64 << 20
# Ids that are numbers below it are numbered anew without a sort.
MOST_CODES = 1 << 18

# The kinds of brackets, in the order in which they are read on one token.
ONE_TOKEN, OPENS, CLOSES = range(3)


class Spans(NamedTuple):
    """Mentions as tokens of the whole file, and entities numbered in order of first bracket.

    ``name`` numbers the ids of entities, equal ones alike in the whole file.
    """

    first: Ints
    last: Ints
    entity: Ints
    name: Ints


def spans(cells: Bytes, cell_token: Ints, token_part: Ints, most: int = WITHOUT_KEY.brackets) -> Spans | None:
    """The mentions in all cells, each closed by a newline; None where any is malformed or too many are.

    On one token, one-token mentions are read first, then opens, then closes; brackets of one id
    close last-in-first-out.
    """
    if not len(cells):
        return Spans(*(np.zeros(0, np.int64) for _ in range(4)))
    special = (cells == OPEN) | (cells == CLOSE) | (cells == BAR) | (cells == NEWLINE)
    edges = np.flatnonzero(np.diff(special, prepend=True))
    begin, stop = edges[::2], edges[1::2]
    if len(begin) > most:
        return None
    before = np.where(begin > 0, cells[begin - 1], NEWLINE)
    opens, closes = before == OPEN, cells[stop] == CLOSE
    if not (opens | closes).all() or _stray(cells, int(opens.sum()), int(closes.sum())):
        return None
    numbers = codes(cells, begin, stop)
    if numbers is None:
        return None
    token = cell_token[np.cumsum(cells == NEWLINE)[begin]]
    ids = int(numbers.max()) + 1
    group = token_part[token] * ids + numbers
    kind = np.where(opens & closes, ONE_TOKEN, np.where(opens, OPENS, CLOSES))
    order = np.argsort(token * 3 + kind, kind="stable")
    found = pair(token[order], group[order], kind[order])
    # What opens and closes on one token may be meant otherwise.
    if found is None or (found.first == found.last).sum() != (kind == ONE_TOKEN).sum():
        return None
    return found._replace(name=found.name % ids)


def _stray(cells: Bytes, opened: int, closed: int) -> bool:
    """True if a bracket lacks its id, or a bar does not stand between two brackets."""
    if np.count_nonzero(cells == OPEN) != opened or np.count_nonzero(cells == CLOSE) != closed:
        return True
    bar = np.flatnonzero(cells == BAR)
    beside = np.concatenate([cells[bar - 1], cells[bar + 1]])
    return bool(((beside == BAR) | (beside == NEWLINE)).any())


def codes(cells: Bytes, begin: Ints, stop: Ints) -> Ints | None:
    """A number for each id; equal ids have equal numbers. None past the bounds."""
    length = stop - begin
    longest = int(length.max())
    width = max(longest, 8)
    if longest > LONGEST_ID or (width > 8 and width * len(begin) > MOST_PADDED):
        return None
    padded = np.concatenate([cells, np.zeros(width, np.uint8)])
    digit = np.cumsum(np.bincount(cells, minlength=256) > 0, dtype=np.int64)
    base = int(digit[-1]) + 1
    if width == 8 and base**longest <= MOST_CODES:
        return renumbered(_in_digits(padded, begin, length, digit, base))
    letters = sliding_window_view(padded, width)[begin]
    letters *= np.arange(width) < length[:, None]
    ids: NDArray[np.generic] = letters.view(np.uint64 if width == 8 else f"S{width}")
    numbers: Ints = np.unique(ids.ravel(), return_inverse=True)[1].astype(np.int64)
    return numbers


def _in_digits(characters: Bytes, begin: Ints, length: Ints, digit: Ints, base: int) -> Ints:
    """Ids as numbers to some base, their first character last; each character is a digit, and none is 0."""
    found = np.zeros(len(begin), np.int64)
    for place in reversed(range(int(length.max()))):
        found = found * base + np.where(place < length, digit[characters[begin + place]], 0)
    return found


def pair(token: Ints, group: Ints, kind: Ints) -> Spans | None:
    """Pair the brackets of each id: an open at some depth belongs to the next close at that depth.

    The names of the mentions are their groups.
    """
    step = np.array([0, 1, -1])[kind]
    if np.cumsum(step).max() > MOST_OPEN:
        return None
    by_group = np.argsort(group, kind="stable")
    depth = np.cumsum(step[by_group])
    ends_group = np.append(np.diff(group[by_group]) != 0, True)
    if depth.min() < 0 or depth[ends_group].any():
        return None
    alone = kind[by_group] == ONE_TOKEN
    longer = by_group[~alone]
    level = (depth + (step[by_group] == -1))[~alone]
    if level.max(initial=0) > 1:
        longer = longer[in_order(group[longer], level)]
    last = np.full(len(group), -1)
    last[by_group[alone]], last[longer[::2]] = by_group[alone], longer[1::2]
    first = np.flatnonzero(last >= 0)
    number = np.empty_like(group)
    number[by_group] = np.cumsum(ends_group) - ends_group
    return Spans(token[first], token[last[first]], renumbered(first_places(number[first])), group[first])

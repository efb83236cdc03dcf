"""The fast reader of CoNLL files: says yes with a draft, or no. It never says why."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Ints, Texts
from leaderboard.formats.brackets import NEWLINE, spans
from leaderboard.formats.conll_header import Header, header
from leaderboard.formats.conll_layout import Layout
from leaderboard.formats.draft import Draft
from leaderboard.formats.limits import LONGEST_LINE

TAB, SPACE, HASH = b"\t #"
BLOCK = 1 << 18
NOTHING = np.frombuffer(b"-_*", np.uint8)

# The rows of the table that `_locate` fills, one column a token line.
LINE, LAST, LAST_STOP, WORD, WORD_STOP, TAG, TAG_STOP = range(7)


class _No(Exception):
    """The file has something that only the diagnosing reader can judge."""


def scan(file: str, data: bytes, layout: Layout) -> Draft | None:
    """The draft of a well-formed file, or None."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if not data.endswith(b"\n"):
        data += b"\n"
    try:
        return _draft(file, data, layout)
    except _No:
        return None


def _draft(file: str, data: bytes, layout: Layout) -> Draft:
    text = np.frombuffer(data, np.uint8)
    rows, headers = _locate(data, text, layout)
    begins, ends = headers[::2], headers[1::2]
    part = _parts(begins, ends, rows[LINE])
    tokens = np.bincount(part, minlength=len(begins)).astype(np.int64)
    found = spans(*_cells(text, rows[LAST], rows[LAST_STOP]), part)
    if found is None:
        raise _No
    mention_part = part[found.first]
    offset = (np.cumsum(tokens) - tokens)[mention_part]
    return Draft(
        file,
        tuple(begin.part for begin in begins if begin.part),
        np.array([begin.line for begin in begins], np.int64),
        tokens,
        rows[LINE].copy(),
        None if layout.word is None else _texts(text, rows[WORD], rows[WORD_STOP]),
        None if layout.tag is None else _texts(text, rows[TAG], rows[TAG_STOP]),
        mention_part,
        found.first - offset,
        found.last - offset,
        found.entity,
        rows[LINE][found.first],
    )


def _locate(data: bytes, text: Bytes, layout: Layout) -> tuple[Ints, list[Header]]:
    """Where the fields that matter begin and stop on every token line, and the headers."""
    split = _split_at_tabs if b"\t" in data else _split_at_spaces
    table = np.empty((7, data.count(b"\n")), np.int64)
    masks = np.empty((2, BLOCK + LONGEST_LINE + 1), dtype=bool)
    headers: list[Header] = []
    ascii_only = data.isascii()
    filled = lines = 0
    for begin, stop in _blocks(data):
        block = text[begin:stop]
        if not ascii_only:
            _check_utf8(block)
        newline = np.flatnonzero(np.equal(block, NEWLINE, out=masks[0, : len(block)]))
        start, end, last, line = split(block, newline, masks[:, : len(block)])
        line += lines + 1
        first = np.concatenate([[0], last[:-1] + 1])[: len(last)]
        hashed = block[start[first]] == HASH
        if hashed.any():
            token = _drop_headers(block, start[first], end[last], line, hashed, headers)
            first, last, line = first[token], last[token], line[token]
        if len(last) and (last - first).min() + 1 < layout.columns:
            raise _No
        into = table[:, filled : filled + len(last)]
        into[LINE] = line
        for row, field in ((LAST, last), (WORD, layout.word), (TAG, layout.tag)):
            if field is not None:
                at = first + field if isinstance(field, int) else field
                np.add(start[at], begin, out=into[row])
                np.add(end[at], begin, out=into[row + 1])
        filled += len(last)
        lines += len(newline)
    return table[:, :filled], headers


def _drop_headers(
    block: Bytes, start: Ints, end: Ints, line: Ints, hashed: NDArray[np.bool_], headers: list[Header]
) -> NDArray[np.bool_]:
    """Move the lines that begin and end parts to the headers; returns which lines stay."""
    token = np.ones(len(line), dtype=bool)
    for row in np.flatnonzero(hashed):
        text = block[start[row] : end[row]].tobytes().decode().strip(" \t")
        found = header(text, int(line[row]))
        if found:
            token[row] = False
            headers.append(found)
    return token


def _blocks(data: bytes) -> Iterator[tuple[int, int]]:
    begin = 0
    while begin < len(data):
        stop = data.find(b"\n", min(begin + BLOCK, len(data) - 1)) + 1
        if stop - begin > BLOCK + LONGEST_LINE + 1:
            raise _No
        yield begin, stop
        begin = stop


def _check_utf8(block: Bytes) -> None:
    try:
        block.tobytes().decode()
    except UnicodeDecodeError:
        raise _No from None


def _split_at_spaces(
    block: Bytes, newline: Ints, masks: NDArray[np.bool_]
) -> tuple[Ints, Ints, Ints, Ints]:
    """Starts and stops of all fields, the last field of each line that has any, and its number."""
    length = _line_lengths(block, newline, 0, masks[0])
    gap = np.less_equal(block, SPACE, out=masks[0])
    edges = np.flatnonzero(np.not_equal(gap[1:], gap[:-1], out=masks[1, 1:]))
    edges += 1
    if not gap[0]:
        edges = np.concatenate([[0], edges])
    start, stop = edges[::2], edges[1::2]
    last = np.flatnonzero(block[stop] == NEWLINE)
    line = np.flatnonzero(length)
    if len(last) != len(line):  # some line ends in spaces
        upto = np.searchsorted(start, newline)
        line = np.flatnonzero(np.diff(upto, prepend=0))
        last = upto[line] - 1
    return start, stop, last, line


def _split_at_tabs(
    block: Bytes, newline: Ints, masks: NDArray[np.bool_]
) -> tuple[Ints, Ints, Ints, Ints]:
    """The same where each tab separates, so that fields may be empty."""
    stop = np.flatnonzero((block == TAB) | (block == NEWLINE))
    length = _line_lengths(block, newline, len(stop) - len(newline), masks[0])
    start = np.concatenate([[0], stop[:-1] + 1])
    blank = (block[start] == NEWLINE) & (block[np.maximum(start - 1, 0)] == NEWLINE)
    blank[0] = block[0] == NEWLINE
    start, stop = start[~blank], stop[~blank]
    last = np.flatnonzero(block[stop] == NEWLINE)
    first = np.concatenate([[0], last[:-1] + 1])[: len(last)]
    begins = block[start[first]]
    # A line without a tab is split at spaces, unless it is a header.
    if ((begins <= SPACE) | ((last == first) & (begins != HASH))).any():
        raise _No
    return start, stop, last, np.flatnonzero(length)


def _line_lengths(block: Bytes, newline: Ints, tabs: int, mask: NDArray[np.bool_]) -> Ints:
    """No for a long line, and for any control character in the text."""
    length = np.diff(newline, prepend=-1) - 1
    if np.count_nonzero(np.less(block, SPACE, out=mask)) != len(newline) + tabs:
        raise _No
    if length.max() > LONGEST_LINE:
        raise _No
    return length


def _parts(begins: list[Header], ends: list[Header], line: Ints) -> Ints:
    """The part of each token line; no unless every part begins, ends and differs from the others."""
    if (
        not begins
        or len(begins) != len(ends)
        or not all(begin.part and begin.fault is None for begin in begins)
        or any(end.part for end in ends)
        or len({begin.part for begin in begins}) != len(begins)
    ):
        raise _No
    part = np.searchsorted([begin.line for begin in begins], line) - 1
    end_line = np.array([end.line for end in ends])
    if len(line) and (part[0] < 0 or (line > end_line[part]).any()):
        raise _No
    return part


def _cells(text: Bytes, start: Ints, stop: Ints) -> tuple[Bytes, Ints]:
    """The coreference cells that hold something, each closed by a newline, and their rows."""
    first, final = text[start], text[np.maximum(stop - 1, start)]
    if ((first == SPACE) | (final == SPACE)).any():
        raise _No
    nothing = (stop == start) | ((stop - start == 1) & np.isin(first, NOTHING))
    row = np.flatnonzero(~nothing)
    cells = _cut(text, start[row], stop[row] + 1)
    cells[np.cumsum(stop[row] + 1 - start[row]) - 1] = NEWLINE
    return cells, row


def _texts(text: Bytes, start: Ints, stop: Ints) -> Texts:
    return Texts(_cut(text, start, stop), np.cumsum(stop - start))


def _cut(text: Bytes, start: Ints, stop: Ints) -> Bytes:
    """The characters start[i], ..., stop[i] - 1 of all i, one after the other."""
    length = stop - start
    ends = np.cumsum(length)
    total = int(ends[-1]) if len(ends) else 0
    return text[np.repeat(start - (ends - length), length) + np.arange(total)]

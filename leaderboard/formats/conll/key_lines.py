"""Responses that repeat the key's text: only the cells of coreference are read, all else is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Corpus, Ints
from leaderboard.formats.blocks import BLOCK, cut, split_blocks
from leaderboard.formats.conll.fast import SAYS_NOTHING, cells_that_say, with_mentions
from leaderboard.formats.fields import NEWLINE, SPACE, Declined
from leaderboard.formats.limits import Bounds
from leaderboard.formats.parsed import Parsed

# No other format begins so.
_BEGINS = re.compile(rb"#[ \t]*begin document\b")
_ASCII = 128


@dataclass(frozen=True, slots=True, eq=False)
class KeyLines:
    """The text of a key; ``corpus`` is a response to it without mentions.

    Line i ends at ``ends[i]``. Up to ``fixed[i]`` it has no coreference; lines without tokens have none.
    ``speaks`` tells the lines with brackets.
    """

    corpus: Corpus
    data: bytes
    ends: Ints
    fixed: Ints
    speaks: NDArray[np.bool_]
    tabs: bool


class _Lines(NamedTuple):
    """The lines of a block: where they end, up to where they have no coreference, how far they lie behind
    the key's before and after coreference."""

    ends: Ints
    fixed: Ints
    before: Ints
    after: Ints


def key_lines(data: bytes, key: Corpus) -> KeyLines | None:
    """Return the lines of a key, or None where responses to it must be read as a whole."""
    if not _BEGINS.match(data) or not data.endswith(b"\n"):
        return None
    try:
        return _key_lines(data, key)
    except Declined:
        return None


def _key_lines(data: bytes, key: Corpus) -> KeyLines:
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == NEWLINE)
    fixed, speaks = ends.copy(), np.zeros(len(ends), np.bool_)
    has_token = np.zeros(len(ends) + 1, np.bool_)
    has_token[key.token_line] = True
    tabs, origin = b"\t" in data, 0
    for block, (start, stop, line, first, last) in split_blocks(data, tabs):
        token = has_token[line]
        line, first, last = line[token], first[token], last[token]
        if (first == last).any():
            raise Declined
        fixed[line - 1] = origin + (start[last] if tabs else stop[last - 1])
        speaks[line - 1] = (stop[last] - start[last] > 1) | ~SAYS_NOTHING[block[start[last]]]
        origin += len(block)
    return KeyLines(replace(key.without_mentions(), tags=None), data, ends, fixed, speaks, tabs)


def follow(lines: KeyLines, file: str, stream: IO[bytes], bounds: Bounds) -> tuple[Parsed, str] | None:
    """Read a response with the key's text and hash it; return None for any other, whose reader is another."""
    if len(lines.ends) > bounds.lines or len(lines.corpus.parts) > bounds.parts:
        return None
    digest, number = sha256(), 0
    numbers, cells = [np.zeros(0, np.int64)], [np.zeros(0, np.uint8)]
    try:
        for block in _blocks(stream):
            digest.update(block)
            found, cell, count = _cells(lines, number, block)
            numbers.append(found)
            cells.append(cell)
            number += count
        if number != len(lines.ends):
            raise Declined
        token = np.searchsorted(lines.corpus.token_line, np.concatenate(numbers) + 1)
        corpus = replace(lines.corpus, file=file)
        return Parsed(with_mentions(corpus, np.concatenate(cells), token, bounds.brackets)), digest.hexdigest()
    except Declined:
        return None


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    """Runs of whole lines, none of which is too long."""
    rest = b""
    while piece := stream.read(BLOCK):
        stop = piece.rfind(b"\n") + 1
        if not stop:
            raise Declined
        yield rest + piece[:stop]
        rest = piece[stop:]
    if rest:
        raise Declined


def _cells(lines: KeyLines, number: int, data: bytes) -> tuple[Ints, Bytes, int]:
    """The numbers of the lines with brackets of a block, their cells, and how many lines there are."""
    block = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(block == NEWLINE)
    here = slice(number, number + len(ends))
    origin = int(lines.ends[number - 1]) + 1 if number else 0
    if len(lines.ends[here]) != len(ends):
        raise Declined
    after = ends - (lines.ends[here] - origin)
    before = np.append(0, after[:-1])
    found = _Lines(ends, lines.fixed[here] - origin + before, before, after)
    key = memoryview(lines.data)[origin : int(lines.ends[here][-1]) + 1]
    compare = _of_other_lengths if (before != after).any() else _of_same_lengths
    row = np.flatnonzero(compare(found, lines.speaks[here], data, key))
    if (lines.fixed[here][row] == lines.ends[here][row]).any():
        raise Declined
    cell, start, stop = _stripped(block, found.fixed[row], ends[row], lines.tabs)
    saying, cells = cells_that_say(cell, start, stop)
    return number + row[saying], cells, len(ends)


def _of_same_lengths(
    lines: _Lines, speaks: NDArray[np.bool_], data: bytes, key: memoryview
) -> NDArray[np.bool_]:
    """The lines that have brackets or differ from the key's, which they may only in coreference."""
    other = np.flatnonzero(np.frombuffer(data, np.uint8) != np.frombuffer(key, np.uint8))
    line = np.searchsorted(lines.ends, other)
    if (other < lines.fixed[line]).any():
        raise Declined
    found = speaks.copy()
    found[line] = True
    return found


def _of_other_lengths(
    lines: _Lines, speaks: NDArray[np.bool_], data: bytes, key: memoryview
) -> NDArray[np.bool_]:
    """The lines that have brackets or are not as long as the key's; all text between them is the key's."""
    found = speaks | (lines.before != lines.after)
    begin = np.append(0, lines.ends[found])
    stop = np.append(lines.fixed[found], len(data))
    shift = np.append(lines.before[found], lines.after[-1])
    text = bytes(key)
    runs = zip(begin.tolist(), stop.tolist(), (begin - shift).tolist(), (stop - shift).tolist(), strict=True)
    if any(data[ours:upto] != text[theirs:end] for ours, upto, theirs, end in runs):
        raise Declined
    return found


def _stripped(block: Bytes, fixed: Ints, ends: Ints, tabs: bool) -> tuple[Bytes, Ints, Ints]:
    """The last fields of lines, one after the other, and where each begins and ends without blanks."""
    cells, length = cut(block, fixed, ends + 1)
    upto = np.cumsum(length)
    text = cells > SPACE
    edges = np.flatnonzero(np.diff(text, prepend=False))
    start, stop = edges[::2], edges[1::2]
    blanks = (cells == SPACE).any() if tabs else (cells[upto - length] != SPACE).any()
    if (
        blanks
        or len(start) != len(ends)
        or (np.searchsorted(upto, start, side="right") != np.arange(len(ends))).any()
        or np.count_nonzero(cells < SPACE) != len(ends)
        or cells.max(initial=0) >= _ASCII
    ):
        raise Declined
    return cells, start, stop

"""Responses that repeat the key's text: only the cells of coreference are read, all else is compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat, takewhile
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Corpus, Ints
from leaderboard.formats.blocks import BLOCK, NEWLINE, SPACE, Cut, Declined, cut, split_blocks
from leaderboard.formats.conll.conll_blocks import EvenRows, cells_that_say, says, with_mentions
from leaderboard.formats.limits import Bounds
from leaderboard.formats.reading import Parsed

# No other format begins so.
_BEGINS = re.compile(rb"#[ \t]*begin document\b")
_ASCII = 128

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KeyLines:
    """The text of a key; ``corpus`` is a response to it without mentions.

    Line i ends at ``ends[i]``, and coreference begins at ``fixed[i]``, which is after its end where it has no
    token, so that such a line must be the key's. ``token[i]`` is the number of its token, and ``speaks[i]``
    tells that it has brackets. ``blocks`` are the sizes of blocks of whole lines.
    """

    corpus: Corpus
    data: bytes
    ends: Ints
    fixed: Ints
    token: Ints
    speaks: Mask
    blocks: tuple[int, ...]
    tabs: bool


class _Lines(NamedTuple):
    """Lines of a response: their numbers in the key, where coreference begins in them, and their ends."""

    number: Ints
    fixed: Ints
    ends: Ints


def key_lines(data: bytes, key: Corpus) -> KeyLines | None:
    """Return the lines of a key, or None where responses to it must be read as a whole."""
    if not _BEGINS.match(data) or not data.endswith(b"\n"):
        return None
    try:
        return _key_lines(data, key)
    except Declined:
        return None


def _key_lines(data: bytes, key: Corpus) -> KeyLines:
    has_token = np.zeros(data.count(b"\n"), np.bool_)
    has_token[key.token_line - 1] = True
    blocks = list(_lines_by_block(data, has_token))
    ends, fixed, speaks = (np.concatenate(column) for column in zip(*blocks, strict=True))
    return KeyLines(
        corpus=replace(key.without_mentions(), tags=None),
        data=data,
        ends=ends,
        fixed=fixed,
        token=np.cumsum(has_token) - 1,
        speaks=speaks,
        blocks=tuple(np.diff([block[0][-1] for block in blocks], prepend=-1).tolist()),
        tabs=b"\t" in data,
    )


def _lines_by_block(data: bytes, has_token: Mask) -> Iterator[tuple[Ints, Ints, Mask]]:
    """For the lines of each block: where they end, where coreference begins, and if they have brackets."""
    tabs, origin, done, rows = b"\t" in data, 0, 0, EvenRows()
    for block, (start, stop, line, first, last) in split_blocks(data, tabs):
        token = has_token[line - 1]
        first, last = first[token], last[token]
        rows.check(line[token], last - first)
        if (first == last).any():
            raise Declined
        ends = np.flatnonzero(block == NEWLINE)
        fixed, speaks = ends + 1, np.zeros(len(ends), np.bool_)
        row = line[token] - 1 - done
        fixed[row] = start[last] if tabs else stop[last - 1]
        speaks[row] = says(block, start[last], stop[last])
        yield ends + origin, fixed + origin, speaks
        origin, done = origin + len(block), done + len(ends)


def follow(
    key: KeyLines,
    file: str,
    stream: IO[bytes],
    bounds: Bounds,
    see: Callable[[bytes], object] | None = None,
) -> Parsed | None:
    """Read a response with the key's text; return None for any other. ``see`` is given all that is read."""
    if len(key.ends) > bounds.lines or len(key.corpus.parts) > bounds.parts:
        return None
    done = 0
    tokens, cuts = [np.zeros(0, np.int64)], [Cut(np.zeros(0, np.uint8), np.zeros(0, np.int64))]
    try:
        for block in _blocks(stream, key.blocks):
            if see:
                see(block)
            lines, done = _compared(key, done, block)
            tokens.append(key.token[lines.number])
            cuts.append(cut(np.frombuffer(block, np.uint8), lines.fixed, lines.ends + 1))
        if done != len(key.ends):
            return None
        row, cells = cells_that_say(*_last_fields(cuts, key.tabs))
        text = replace(key.corpus, file=file)
        corpus = with_mentions(text, cells, np.concatenate(tokens)[row], bounds.brackets)
    except Declined:
        return None
    return Parsed(corpus)


def _blocks(stream: IO[bytes], sizes: Iterable[int]) -> Iterator[bytes]:
    """Runs of whole lines; they are not copied where the lines of the key are as long."""
    rest = b""
    for piece in takewhile(bool, map(stream.read, chain(sizes, repeat(BLOCK)))):
        stop = piece.rfind(b"\n") + 1
        if not stop:
            raise Declined
        yield rest + piece[:stop]
        rest = piece[stop:]
    if rest:
        raise Declined


def _compared(key: KeyLines, done: int, block: bytes) -> tuple[_Lines, int]:
    """The lines of a block that may have brackets, and how many lines are done after it."""
    origin = int(key.ends[done - 1]) + 1 if done else 0
    stop = int(np.searchsorted(key.ends, origin + len(block)))
    lines = _of_same_lengths(key, slice(done, stop), origin, block)
    if lines is None:
        newline = np.flatnonzero(np.frombuffer(block, np.uint8) == NEWLINE)
        stop = done + len(newline)
        lines = _of_other_lengths(key, slice(done, stop), origin, block, newline)
    return lines, stop


def _of_same_lengths(key: KeyLines, here: slice, origin: int, block: bytes) -> _Lines | None:
    """The lines that have brackets or differ from the key's where each byte stands where it does there."""
    text = np.frombuffer(key.data, np.uint8)[origin : origin + len(block)]
    if len(text) != len(block) or text[-1] != NEWLINE:
        return None
    other = np.flatnonzero(np.frombuffer(block, np.uint8) != text)
    # Where ends of lines differ too, the last fields will not be well-formed.
    other = other[np.diff(other, prepend=-2) > 1] + origin
    line = np.searchsorted(key.ends[here], other) + here.start
    if (other < key.fixed[line]).any():
        return None
    found = key.speaks[here].copy()
    found[line - here.start] = True
    number = np.flatnonzero(found) + here.start
    return _Lines(number, key.fixed[number] - origin, key.ends[number] - origin)


def _of_other_lengths(key: KeyLines, here: slice, origin: int, block: bytes, newline: Ints) -> _Lines:
    """The lines that have brackets or are not as long as the key's; all text between them is the key's."""
    ends = key.ends[here] - origin
    if len(ends) != len(newline):
        raise Declined
    after = newline - ends
    before = np.append(0, after[:-1])
    row = np.flatnonzero(key.speaks[here] | (before != after))
    fixed = key.fixed[here][row] - origin + before[row]
    begin, stop = np.append(0, newline[row]), np.append(fixed, len(block))
    shift = np.append(before[row], after[-1]) - origin
    runs = zip(begin.tolist(), stop.tolist(), (begin - shift).tolist(), (stop - shift).tolist(), strict=True)
    text = key.data
    if any(block[ours:upto] != text[theirs:end] for ours, upto, theirs, end in runs):
        raise Declined
    return _Lines(row + here.start, fixed, newline[row])


def _last_fields(cuts: Sequence[Cut], tabs: bool) -> tuple[Bytes, Ints, Ints]:
    """The last fields of lines, one after the other, and where each begins and ends without blanks."""
    cells, length = (np.concatenate(column) for column in zip(*cuts, strict=True))
    after = np.cumsum(length)
    begin = after - length
    start, stop = (begin, after - 1) if tabs else _without_blanks(cells)
    blanks = (cells == SPACE).any() if tabs else (cells[begin] != SPACE).any()
    if (
        blanks
        or len(start) != len(begin)
        or ((start < begin) | (start >= after) | (cells[after - 1] != NEWLINE)).any()
        or np.count_nonzero(cells < SPACE) != len(begin)
        or cells.max(initial=0) >= _ASCII
    ):
        raise Declined
    return cells, start, stop


def _without_blanks(cells: Bytes) -> tuple[Ints, Ints]:
    """Where each run of other characters begins and ends."""
    edges = np.flatnonzero(np.diff(cells > SPACE, prepend=False))
    return edges[::2], edges[1::2]

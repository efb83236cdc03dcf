"""The fast reader of CoNLL files: says yes with a corpus, or no. It never says why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Corpus, Ints, Part, Texts
from leaderboard.formats.blocks import (
    HASH,
    NEWLINE,
    SPACE,
    Cut,
    Declined,
    Fields,
    cut,
    joined,
    split_blocks,
    tidied,
)
from leaderboard.formats.brackets import spans
from leaderboard.formats.conll.columns import PLACE, Header, Layout, header, name_fault
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.reading import Parsed


@dataclass(slots=True)
class EvenRows:
    """The line and the width of the last row so far, in a file that has no uneven rows."""

    line: int = -1
    width: int = 0

    def check(self, line: Ints, width: Ints) -> None:
        """Decline where one of the next rows has another number of columns than the row above it."""
        if not len(line):
            return
        turns = np.flatnonzero(width[1:] != width[:-1])
        begins = line[0] == self.line + 1 and width[0] != self.width
        if begins or (line[turns + 1] == line[turns] + 1).any():
            raise Declined
        self.line, self.width = int(line[-1]), int(width[-1])


SAYS_NOTHING = np.isin(np.arange(256), np.frombuffer(b"-_*", np.uint8))


class _Piece(NamedTuple):
    """The tokens of a block: their lines, words, tags, places, and the cells that hold something."""

    line: Ints
    word: Cut | None
    tag: Cut | None
    place: Cut | None
    row: Ints
    cells: Bytes


def scan(file: str, data: bytes, layout: Layout, bounds: Bounds = WITHOUT_KEY) -> Parsed | None:
    """Read a well-formed file; return None for any other."""
    try:
        return Parsed(_corpus(file, tidied(data), layout, bounds))
    except Declined:
        return None


def _corpus(file: str, data: bytes, layout: Layout, bounds: Bounds) -> Corpus:
    headers: list[Header] = []
    pieces = list(_pieces(data, layout, headers))
    begins = headers[::2]
    line = np.concatenate([piece.line for piece in pieces])
    tokens = _tokens(begins, headers[1::2], line)
    topics = None
    if layout.documents:
        begins, topics, tokens = _documents(_texts([piece.place for piece in pieces]), line, tokens)
    if len(begins) > bounds.parts:
        raise Declined
    nothing = np.zeros(0, np.int64)
    text = Corpus(
        file=file,
        parts=tuple(begin.part for begin in begins if begin.part),
        part_line=np.array([begin.line for begin in begins], np.int64),
        tokens=tokens,
        token_line=line,
        words=_texts([piece.word for piece in pieces]),
        tags=_texts([piece.tag for piece in pieces]),
        part=nothing,
        start=nothing,
        end=nothing,
        entity=nothing,
        line=nothing,
        identity=layout.identity,
        topics=topics,
    )
    cells = np.concatenate([piece.cells for piece in pieces])
    return with_mentions(text, cells, np.concatenate([piece.row for piece in pieces]), bounds.brackets)


def with_mentions(text: Corpus, cells: Bytes, token: Ints, most: int) -> Corpus:
    """The corpus with the mentions in the cells of these tokens of the whole file."""
    part = np.repeat(np.arange(len(text.tokens)), text.tokens)
    found = spans(cells, token, part, most)
    if found is None:
        raise Declined
    mention_part = part[found.first]
    offset = (np.cumsum(text.tokens) - text.tokens)[mention_part]
    return replace(
        text,
        part=mention_part,
        start=found.first - offset,
        end=found.last - offset,
        entity=found.entity,
        line=text.token_line[found.first],
        name=found.name,
    )


def _pieces(data: bytes, layout: Layout, headers: list[Header]) -> Iterator[_Piece]:
    """The blocks of a file, read; their headers join ``headers``."""
    tokens, rows = 0, EvenRows()
    for block, fields in split_blocks(data, b"\t" in data):
        piece = _piece(block, fields, layout, headers, rows)
        yield piece._replace(row=piece.row + tokens)
        tokens += len(piece.line)


def _piece(block: Bytes, fields: Fields, layout: Layout, headers: list[Header], rows: EvenRows) -> _Piece:
    start, stop, line, first, last = fields
    hashed = block[start[first]] == HASH
    if hashed.any():
        headers.extend(_headers(block, start[first[hashed]], stop[last[hashed]], line[hashed]))
        line, first, last = line[~hashed], first[~hashed], last[~hashed]
    width = last - first + 1
    if len(width) and width.min() < layout.columns:
        raise Declined
    rows.check(line, width)
    word, tag = (
        None if column is None else cut(block, start[first + column], stop[first + column])
        for column in (layout.word, layout.tag)
    )
    if layout.identity > 1:
        word = _both(block, start, stop, first)
    place = cut(block, start[first], stop[first + PLACE - 1]) if layout.documents else None
    field = (first if layout.coreference >= 0 else last + 1) + layout.coreference
    return _Piece(line, word, tag, place, *cells_that_say(block, start[field], stop[field]))


def _both(block: Bytes, start: Ints, stop: Ints, first: Ints) -> Cut:
    """The first two columns of each line with a blank between them."""
    begin = np.stack([start[first], start[first + 1]], axis=1).ravel()
    end = np.stack([stop[first] + 1, stop[first + 1]], axis=1).ravel()
    characters, lengths = cut(block, begin, end)
    characters[np.cumsum(lengths)[::2] - 1] = SPACE
    return Cut(characters, lengths[::2] + lengths[1::2])


def _headers(block: Bytes, start: Ints, stop: Ints, line: Ints) -> Iterator[Header]:
    """The headers on these lines; no if one of them is a token or a comment."""
    for begin, end, number in zip(start.tolist(), stop.tolist(), line.tolist(), strict=True):
        found = header(block[begin:end].tobytes().decode().strip(" \t"), number)
        if found is None:
            raise Declined
        yield found


def says(block: Bytes, start: Ints, stop: Ints) -> NDArray[np.bool_]:
    """True for each coreference cell that holds something."""
    length = stop - start
    found: NDArray[np.bool_] = (length > 1) | ((length == 1) & ~SAYS_NOTHING[block[start]])
    return found


def cells_that_say(block: Bytes, start: Ints, stop: Ints) -> tuple[Ints, Bytes]:
    """The coreference cells that hold something: their rows, and the cells, each closed by a newline."""
    row = np.flatnonzero(says(block, start, stop))
    start, stop = start[row], stop[row]
    if ((block[start] == SPACE) | (block[stop - 1] == SPACE)).any():
        raise Declined
    cells, length = cut(block, start, stop + 1)
    cells[np.cumsum(length) - 1] = NEWLINE
    return row, cells


def _texts(cuts: Sequence[Cut | None]) -> Texts | None:
    present = [cut for cut in cuts if cut is not None]
    return joined(present) if present else None


def _documents(
    place: Texts | None, line: Ints, tokens: Ints
) -> tuple[list[Header], tuple[tuple[str, str], ...], Ints]:
    """Where each document begins, its topic and subtopic, and its tokens, by the columns of each token."""
    places = place.of(np.arange(len(line))) if place else []
    heads = {0, *np.cumsum(tokens)[:-1].tolist()}
    first = [row for row, here in enumerate(places) if row in heads or here != places[row - 1]]
    named = [places[row].decode().split("\t") for row in first]
    begins = [
        Header(int(line[row]), Part(document, 0)) for row, (_, _, document) in zip(first, named, strict=True)
    ]
    if any(name_fault(document) for _, _, document in named) or len({one.part for one in begins}) < len(
        begins
    ):
        raise Declined
    topics = tuple((topic, subtopic) for topic, subtopic, _ in named)
    return begins, topics, np.diff([*first, len(line)])


def _tokens(begins: list[Header], ends: list[Header], line: Ints) -> Ints:
    """The number of tokens of each part, or None unless all parts are well delimited and distinct."""
    if (
        not begins
        or len(begins) != len(ends)
        or not all(begin.part and begin.fault is None for begin in begins)
        or any(end.part for end in ends)
        or len({begin.part for begin in begins}) != len(begins)
    ):
        raise Declined
    first, stop = (np.searchsorted(line, [at.line for at in headers]) for headers in (begins, ends))
    if first[0] != 0 or (stop[:-1] != first[1:]).any() or stop[-1] != len(line):
        raise Declined
    return stop - first

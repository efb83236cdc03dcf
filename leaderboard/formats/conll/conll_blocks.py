"""The fast readers of CoNLL files: they say yes with a corpus, or no, and never why.

One reads a file as a whole. The other reads a response that repeats the key's text: only the cells of
coreference are read, all else is compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat, takewhile
from typing import IO, NamedTuple

import numpy as np

from leaderboard.corpus import Bytes, Corpus, Ints, Mask, Part, Texts
from leaderboard.formats.blocks import (
    BLOCK,
    HASH,
    NEWLINE,
    SPACE,
    Cut,
    Declined,
    Fields,
    cut,
    joined,
    spans,
    split_blocks,
    tidied,
)
from leaderboard.formats.conll import PLACE, Header, Layout, column, header, layout, name_fault
from leaderboard.formats.limits import WITHOUT_KEY, Bounds
from leaderboard.formats.reading import Parsed, Reading, WordColumn


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


def read_conll(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read a file; if the fast reader declines it, read it again line by line."""
    columns = layout(data, reading.word_column, reading.tags, reading.documents, reading.coref_column)
    parsed = scan(file, data, columns, reading.bounds)
    if parsed is None:
        from leaderboard.formats.conll.conll_lines import diagnose

        parsed = diagnose(file, data, columns, reading.bounds)
    return parsed


def conll_columns(data: bytes, reading: Reading) -> WordColumn:
    """Return a function that finds the column of a line's word, whatever the word's number."""
    word = layout(data, reading.word_column, tags=False, coref_column=reading.coref_column).word
    assert word is not None
    return lambda line, token: column(line, word)


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
    offset = text.first_token[mention_part]
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


def says(block: Bytes, start: Ints, stop: Ints) -> Mask:
    """True for each coreference cell that holds something."""
    length = stop - start
    found: Mask = (length > 1) | ((length == 1) & ~SAYS_NOTHING[block[start]])
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


# No other format begins so.
_BEGINS = re.compile(rb"#[ \t]*begin document\b")
_ASCII = 128


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
        corpus=replace(key.without_mentions(), tags=None, labels=None),
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

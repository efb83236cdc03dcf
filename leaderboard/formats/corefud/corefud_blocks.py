"""The fast reader of CorefUD files: says yes with a corpus, or no, and asks the other one why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Bytes, Corpus, Ints, Syntax
from leaderboard.corpus.nodes import Heads, Mask
from leaderboard.errors import InputError, Problem
from leaderboard.formats.blocks import (
    BYTE_ORDER_MARK,
    HASH,
    NEWLINE,
    SPACE,
    TAB,
    Cut,
    Declined,
    Fields,
    cut,
    joined,
    split_blocks,
    tidied,
)
from leaderboard.formats.conll import column
from leaderboard.formats.corefud import Columns, Comment, comment, genres
from leaderboard.formats.corefud.as_corpus import (
    NO_MENTIONS,
    Governors,
    Mentions,
    Text,
    corpus,
    edges,
    syntax_in,
    tree_in,
)
from leaderboard.formats.corefud.entities import mentions
from leaderboard.formats.faults import Faults
from leaderboard.formats.limits import COREFUD_COLUMNS, MOST_DIGITS, Bounds
from leaderboard.formats.reading import Parsed, Reading
from leaderboard.formats.relations import Relations, no_relations
from leaderboard.text import counted

EMPTY, WORD, RANGE = range(3)

_ZERO, _NINE, _DOT, _HYPHEN = b"09.-"


class Ids(NamedTuple):
    """The kind of each line, and its one or two numbers."""

    kind: Ints
    first: Ints
    second: Ints


def row_ids(block: Bytes, start: Ints, stop: Ints) -> Ids:
    """The ids from ``start[i]`` to ``stop[i]``; declines what is no id."""
    number, plain = _numbers(block, start, stop)
    ids = Ids(np.full(len(start), WORD), number, np.zeros(len(start), np.int64))
    others = np.flatnonzero(~plain)
    for whole, numbers in zip(ids, _of_two(block, start[others], stop[others]), strict=True):
        whole[others] = numbers
    return ids


def _numbers(block: Bytes, start: Ints, stop: Ints) -> tuple[Ints, Mask]:
    """The number that each text is, and which are one; none has a zero in front, so no two ids are one."""
    length = stop - start
    plain = (length > 0) & (length <= MOST_DIGITS) & (block[start] != _ZERO)
    number = np.zeros(len(start), np.int64)
    for place in range(int(length[plain].max(initial=0))):
        there = place < length
        digit = block[np.where(there, start + place, start)] - _ZERO
        plain &= ~there | (digit <= _NINE - _ZERO)
        number = np.where(there, number * 10 + digit, number)
    return number, plain


def _of_two(block: Bytes, start: Ints, stop: Ints) -> Ids:
    """The ids of empty nodes and of ranges, two numbers and what stands between them."""
    letters, length = cut(block, start, stop)
    place = np.flatnonzero((letters == _DOT) | (letters == _HYPHEN))
    end = np.cumsum(length)
    if not np.array_equal(np.searchsorted(end, place, side="right"), np.arange(len(start))):
        raise Declined
    between = start + place - (end - length)
    first, is_first = _numbers(block, start, between)
    second, is_second = _numbers(block, between + 1, stop)
    # What stands before the first word is 0.1, 0.2, ...
    is_first |= (between == start + 1) & (block[start] == _ZERO)
    if not (is_first & is_second).all():
        raise Declined
    return Ids(np.where(letters[place] == _DOT, EMPTY, RANGE), first, second)


def in_order(ids: Ids, sentence: Ints) -> bool:
    """True if each sentence has the words 1, 2, ... and whatever else in its place."""
    words = np.cumsum(ids.kind == WORD)
    begins = np.diff(sentence, prepend=-1) > 0
    before = (words - (ids.kind == WORD))[begins][sentence]
    index = words - before
    total = np.append(before[begins][1:], words[-1])[sentence] - before
    empty, of_range = (ids.kind == kind for kind in (EMPTY, RANGE))
    if (total == 0).any() or (ids.first != index + of_range).any():
        return False
    return _empties_in_order(ids, empty, sentence) and _ranges_in_order(ids, of_range, sentence, total)


def _empties_in_order(ids: Ids, empty: Ints, sentence: Ints) -> bool:
    row = np.flatnonzero(empty)
    same = (np.diff(sentence[row]) == 0) & (np.diff(ids.first[row]) == 0)
    return bool((ids.second[row] > 0).all() and (np.diff(ids.second[row])[same] > 0).all())


def _ranges_in_order(ids: Ids, of_range: Ints, sentence: Ints, total: Ints) -> bool:
    row = np.flatnonzero(of_range)
    same = np.diff(sentence[row]) == 0
    return bool(
        (ids.second[row] >= ids.first[row]).all()
        and (ids.second[row] <= total[row]).all()
        and (ids.first[row][1:] > ids.second[row][:-1])[same].all()
    )


FORM, UPOS, FEATS, HEAD, DEPS = 1, 3, 5, 6, 8

BAR, N, G = b"|ng"

ENTITY = np.frombuffer(b"Entity=", np.uint8)


class _Piece(NamedTuple):
    """The token lines of a block: ids, words, tags, dependencies of empty nodes, and values of ``Entity``.

    ``above`` are HEAD and DEPS of the words, ``syntax`` HEAD of words and tags of empty nodes, if they
    are asked for.
    """

    line: Ints
    ids: Ids
    word: Cut
    tag: Cut | None
    dependencies: Cut
    above: tuple[Cut, Cut] | None
    syntax: tuple[Cut, Cut] | None
    row: Ints
    cells: Bytes


_OLD = re.compile(rb"[\t|]ClusterId=")
_NEAR_MISS = re.compile(rb"[\t|](?!Entity=)( *[eE][nN][tT][iI][tT][yY] *=)")
_RELATION = re.compile(rb"[\t|](?:SplitAnte|Bridge)=")
_FIELDS = re.compile(rb"^#[ \t]*global\.Entity(?!\w|\.)[^\r\n]*", re.MULTILINE)


def read_corefud(file: str, data: bytes, reading: Reading) -> Parsed:
    """Read a file; if the fast reader declines it, read it again line by line.

    The fast reader reads neither minimum spans nor what is said of elements and bridges.
    """
    _refuse_old(file, data)
    heads = _heads(data, reading)
    parsed = None
    if heads != "minspan" and not (reading.anaphora and _RELATION.search(data)):
        parsed = scan(file, data, reading, heads)
    if parsed is None:
        from leaderboard.formats.corefud.corefud_lines import diagnose

        faults = Faults(file=file)
        asked = reading.anaphora
        relations = Relations(faults=faults, key=reading.key, most=reading.bounds.brackets) if asked else None
        parsed = diagnose(file, data, reading, heads, relations)
    elif reading.anaphora:
        none = no_relations(len(parsed.corpus.part))
        parsed = replace(parsed, corpus=replace(parsed.corpus, anaphora=none))
    if reading.types:
        parsed = replace(parsed, corpus=replace(parsed.corpus, genres=genres(data)))
    return replace(parsed, remarks=(*parsed.remarks, *_near_misses(file, data)))


def _refuse_old(file: str, data: bytes) -> None:
    """An error for versions in which ``ClusterId`` and not ``Entity`` names entities."""
    old = _OLD.search(data) if b"ClusterId=" in data and b"Entity=" not in data else None
    if old:
        line = data.count(b"\n", 0, old.start()) + 1
        raise InputError([Problem(file, line, "CorefUD 0.x", "convert it with udapi's read.OldCorefUD")])


def _near_misses(file: str, data: bytes) -> Iterator[Problem]:
    """A warning where an item of the last column has nearly the name ``Entity``."""
    exact = sum(map(data.count, (b"\tEntity=", b"|Entity=", b"global.Entity")))
    misses = _NEAR_MISS.finditer(data) if data.lower().count(b"entity") > exact else iter(())
    found = [miss for miss in misses if b"\t" not in data[miss.end() : _line_end(data, miss)]]
    if found:
        line = data.count(b"\n", 0, found[0].start()) + 1
        more = f", here and in {counted(len(found) - 1, 'other item')}" if len(found) > 1 else ""
        what = f"{found[0][1].decode()!r} is not `Entity=`, so it is not read{more}"
        yield Problem(file, line, what, "write `Entity=`, without blanks")


def _line_end(data: bytes, found: re.Match[bytes]) -> int | None:
    end = data.find(b"\n", found.end())
    return end if end >= 0 else None


def _heads(data: bytes, reading: Reading) -> Heads:
    """Where heads come from: as asked, and otherwise from the file if it names some.

    Of a response without minimum spans, heads take their place.
    """
    stated = _FIELDS.search(data.removeprefix(BYTE_ORDER_MARK))
    fields = comment(stated[0].decode(errors="replace"), 0, 0) if stated else None
    columns = fields.columns if fields else None
    asked = reading.heads
    if asked == "minspan" and (not reading.key or (columns and columns.minspan is not None)):
        return "minspan"
    names_some = columns is not None and columns.head is not None
    if asked == "file":
        return "file" if names_some else "first"
    return "named" if asked == "named" or (names_some and asked != "tree") else "tree"


def word_column(line: str, token: int) -> int:
    """Where the word of a line begins, whatever its number."""
    return column(line, FORM)


def scan(file: str, data: bytes, reading: Reading, heads: Heads = "named") -> Parsed | None:
    """Read a well-formed file; return None for any other."""
    try:
        return Parsed(_corpus(file, tidied(data), reading, heads))
    except Declined:
        return None


def _corpus(file: str, data: bytes, reading: Reading, heads: Heads) -> Corpus:
    comments: list[Comment] = []
    hashed: list[Ints] = []
    pieces = [
        _piece(block, fields, reading, comments, hashed) for block, fields in split_blocks(data, tabs=True)
    ]
    line = np.concatenate([piece.line for piece in pieces])
    begins = _documents(comments)
    if not len(line) or line[0] < begins[0].line or len(begins) > reading.bounds.parts:
        raise Declined
    if len({entry.columns for entry in comments if entry.columns}) > 1:
        raise Declined
    ids = Ids(*(np.concatenate(column) for column in zip(*(piece.ids for piece in pieces), strict=True)))
    starts = _sentence_starts(line, np.concatenate(hashed))
    sentence = np.cumsum(starts) - 1
    if not in_order(ids, sentence):
        raise Declined
    node = np.flatnonzero(ids.kind <= WORD)
    text = Text(
        file=file,
        parts=tuple(begin.part for begin in begins if begin.part),
        part_line=np.array([begin.line for begin in begins], np.int64),
        sentence_part=np.searchsorted([begin.line for begin in begins], line[starts], side="right") - 1,
        sentence=sentence[node],
        decimal=np.where(ids.kind == WORD, 0, ids.second)[node],
        line=line[node],
        words=joined([piece.word for piece in pieces]),
        tags=joined([piece.tag for piece in pieces if piece.tag]) if reading.tags else None,
        dependencies=joined([piece.dependencies for piece in pieces]),
        governors=_governors(pieces) if reading.tree else None,
    )
    side = _with_mentions(text, pieces, ids, comments, reading.bounds, heads)
    return replace(side, tree=text.governors and tree_in(text, text.governors))


def _governors(pieces: Sequence[_Piece]) -> Governors:
    return Governors(*map(joined, zip(*(piece.above for piece in pieces if piece.above), strict=True)))


def _with_mentions(
    text: Text, pieces: Sequence[_Piece], ids: Ids, comments: Sequence[Comment], bounds: Bounds, heads: Heads
) -> Corpus:
    offset = np.cumsum([0, *(len(piece.line) for piece in pieces)])
    row = np.concatenate([piece.row + begin for piece, begin in zip(pieces, offset, strict=False)])
    node = (np.cumsum(ids.kind <= WORD) - 1)[row]
    read = NO_MENTIONS
    if len(row):
        cells = np.concatenate([piece.cells for piece in pieces])
        columns = _columns(comments, int(text.line[node[0]])).naming(heads)
        part = text.sentence_part[text.sentence]
        read = mentions(cells, node, text.sentence, part, text.line, columns, bounds.brackets) or _decline()
    dependencies, faults = edges(text, read, heads, bounds)
    if faults or (ids.kind[row] > WORD).any():
        raise Declined
    return replace(corpus(text, read, dependencies, heads), syntax=_syntax(text, pieces, read, bounds))


def _syntax(text: Text, pieces: Sequence[_Piece], read: Mentions, bounds: Bounds) -> Syntax | None:
    columns = [piece.syntax for piece in pieces if piece.syntax]
    if not columns:
        return None
    head, empty_tags = map(joined, zip(*columns, strict=True))
    return syntax_in(text, head, empty_tags, read, bounds)


def _piece(
    block: Bytes, fields: Fields, reading: Reading, comments: list[Comment], hashed: list[Ints]
) -> _Piece:
    """Read one block; add its comments to ``comments`` and the hashes of its lines to ``hashed``."""
    start, stop, line, first, last = fields
    is_comment = block[start[first]] == HASH
    hashed.append(line[is_comment])
    documents = sum(entry.part is not None for entry in comments)
    begin, end = start[first[is_comment]], stop[last[is_comment]]
    comments.extend(_comments(block, begin, end, line[is_comment], documents, reading.types))
    line, first, last = line[~is_comment], first[~is_comment], last[~is_comment]
    if (last - first + 1 != COREFUD_COLUMNS).any():
        raise Declined
    ids = row_ids(block, start[first], stop[first])
    word, empty = first[ids.kind == WORD], first[ids.kind == EMPTY]
    return _Piece(
        line,
        ids,
        cut(block, start[word + FORM], stop[word + FORM]),
        _tags(block, start, stop, word) if reading.tags else None,
        cut(block, start[empty + DEPS], stop[empty + DEPS]),
        _above(block, start, stop, word) if reading.tree else None,
        (cut(block, start[word + HEAD], stop[word + HEAD]), _tags(block, start, stop, empty))
        if reading.syntax
        else None,
        *_entities(block, start[last], stop[last]),
    )


def _comments(
    block: Bytes, start: Ints, stop: Ints, line: Ints, documents: int, types: bool
) -> Iterator[Comment]:
    """The comments that matter; no if anything is wrong with one."""
    second, third = block[start + 1], block[np.minimum(start + 2, len(block) - 1)]
    likely = np.flatnonzero((second != SPACE) | (third <= SPACE) | (third == N) | (third == G))
    for begin, end, number in zip(
        start[likely].tolist(), stop[likely].tolist(), line[likely].tolist(), strict=True
    ):
        stated = comment(block[begin:end].tobytes().decode(), number, documents, types)
        if stated is None:
            continue
        if stated.fault:
            raise Declined
        documents += stated.part is not None
        yield stated


def _above(block: Bytes, start: Ints, stop: Ints, word: Ints) -> tuple[Cut, Cut]:
    """HEAD and DEPS of each word."""
    head, dependencies = (cut(block, start[word + at], stop[word + at]) for at in (HEAD, DEPS))
    return head, dependencies


def _tags(block: Bytes, start: Ints, stop: Ints, word: Ints) -> Cut:
    """The universal tag of each word and its features, joined by a bar."""
    begin = np.stack([start[word + UPOS], start[word + FEATS]], axis=1).ravel()
    end = np.stack([stop[word + UPOS] + 1, stop[word + FEATS]], axis=1).ravel()
    characters, lengths = cut(block, begin, end)
    characters[characters == TAB] = BAR
    return Cut(characters, lengths[::2] + lengths[1::2])


def _entities(block: Bytes, start: Ints, stop: Ints) -> tuple[Ints, Bytes]:
    """The rows whose last column has ``Entity=``, and the values, each closed by a newline."""
    place = np.flatnonzero(block[: -len(ENTITY)] == ENTITY[0])
    for offset in range(1, len(ENTITY)):
        place = place[block[place + offset] == ENTITY[offset]]
    row = np.searchsorted(start, place, side="right") - 1
    inside = (row >= 0) & (place < stop[row]) & np.isin(block[place - 1], (TAB, BAR))
    place, row = place[inside] + len(ENTITY), row[inside]
    bar = np.append(np.flatnonzero(block == BAR), len(block))
    end = np.minimum(bar[np.searchsorted(bar, place)], stop[row])
    if (np.diff(row) == 0).any():
        raise Declined
    row, place, end = (column[end > place] for column in (row, place, end))
    cells, length = cut(block, place, end + 1)
    cells[np.cumsum(length) - 1] = NEWLINE
    return row, cells


def _documents(comments: Sequence[Comment]) -> list[Comment]:
    """The beginnings of documents; no unless there are some, and all differ."""
    begins = [entry for entry in comments if entry.part]
    if not begins or len({entry.part for entry in begins}) != len(begins):
        raise Declined
    return begins


def _columns(comments: Sequence[Comment], line: int) -> Columns:
    """The columns that the file states before this line."""
    stated = [entry for entry in comments if entry.columns]
    if not stated or stated[0].line > line:
        raise Declined
    return stated[0].columns or _decline()


def _sentence_starts(line: Ints, hashed: Ints) -> NDArray[np.bool_]:
    """Where a sentence starts: after a blank line; there are no comments within."""
    gap = np.diff(line) - 1
    blank = gap - np.diff(np.searchsorted(hashed, line))
    if ((gap > 0) & (blank == 0)).any():
        raise Declined
    return np.append(True, blank > 0)


def _decline() -> NoReturn:
    raise Declined

"""The values of ``Entity``: brackets such as ``(e3-person-2-`` become mentions, all of a file at once."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Bytes, Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.formats.blocks import (
    CLOSE,
    CLOSES,
    NEWLINE,
    ONE_TOKEN,
    OPEN,
    OPENS,
    codes,
    cut,
    joined,
    pair,
)
from leaderboard.formats.corefud import Columns
from leaderboard.formats.corefud.as_corpus import Mentions

HYPHEN, ZERO, NINE = b"-09"
# An id, and for a part of a discontinuous mention which of how many it is.
EID = re.compile(r"([^\[\]= ]+)(?:\[([1-9][0-9]{0,2})/([1-9][0-9]{0,2})\])?")
_PIECE = re.compile(rb"\[([1-9][0-9]{0,2})/([1-9][0-9]{0,2})\]")
_UNUSUAL = np.isin(np.arange(256), np.frombuffer(b"[]= ", np.uint8))
LONGEST_HEAD = 6


class _Pieces(NamedTuple):
    """The pieces of mentions in order of opening: first and last node, entity, and place in its mention."""

    first: Ints
    last: Ints
    entity: Ints
    name: Ints
    group: Ints
    head: Ints
    number: Ints
    of: Ints
    type_begin: Ints
    type_stop: Ints


def mentions(
    cells: Bytes, cell_node: Ints, sentence: Ints, part: Ints, line: Ints, columns: Columns, most: int
) -> Mentions | None:
    """The mentions in all cells (there are some), each closed by a newline; None where one is malformed.

    ``sentence``, ``part`` and ``line`` are those of each node; there may be ``most`` brackets.
    """
    pieces = _pieces(cells, cell_node, part, columns, most)
    if pieces is None or (sentence[pieces.first] != sentence[pieces.last]).any():
        return None
    mention = _mention(pieces, sentence)
    if mention is None:
        return None
    order = np.lexsort((pieces.first, mention))
    piece_mention, first, last = mention[order], pieces.first[order], pieces.last[order]
    begins = np.diff(piece_mention, prepend=-1) > 0
    ends = np.diff(piece_mention, append=len(order)) > 0
    if (np.diff(pieces.head[order])[~begins[1:]] != 0).any():
        return None
    number = pieces.head[order[ends]]
    head = _heads(piece_mention, first, last, np.maximum(number, 1))
    if head is None:
        return None
    opening = order[begins]
    types = (
        None
        if columns.etype is None
        else joined([cut(cells, pieces.type_begin[opening], pieces.type_stop[opening])])
    )
    return Mentions(
        pieces.entity[opening],
        pieces.name[opening],
        line[first[begins]],
        head,
        number > 0,
        piece_mention,
        first,
        last,
        types,
    )


def _pieces(cells: Bytes, cell_node: Ints, part: Ints, columns: Columns, most: int) -> _Pieces | None:
    special = (cells == OPEN) | (cells == CLOSE) | (cells == NEWLINE)
    edges = np.flatnonzero(np.diff(special, prepend=True))
    begin, stop = edges[::2], edges[1::2]
    opens, closes = (cells[begin - 1] == OPEN) & (begin > 0), cells[stop] == CLOSE
    if (
        len(begin) > most
        or not (opens | closes).all()
        or np.count_nonzero(cells == OPEN) != opens.sum()
        or np.count_nonzero(cells == CLOSE) != closes.sum()
    ):
        return None
    hyphens = _hyphens(cells, begin, columns)
    ids = _ids(cells, begin, stop, opens, hyphens, columns.eid)
    head = _head_numbers(cells, begin, stop, opens, hyphens, columns.head)
    if ids is None or head is None:
        return None
    name, number, of = ids
    type_begin, type_stop = _types(begin, stop, hyphens, columns.etype)
    node = cell_node[np.searchsorted(np.flatnonzero(cells == NEWLINE), begin)]
    group = part[node] * (int(name.max(initial=0)) + 1) + name
    kind = np.where(opens & closes, ONE_TOKEN, np.where(opens, OPENS, CLOSES))
    paired = pair(np.arange(len(begin)), group, kind)
    if paired is None or (number[paired.first] != number[paired.last]).any():
        return None
    if (of[paired.first] != of[paired.last]).any():
        return None
    opening = paired.first
    return _Pieces(
        node[opening],
        node[paired.last],
        paired.entity,
        name[opening],
        group[opening],
        head[opening],
        number[opening],
        of[opening],
        type_begin[opening],
        type_stop[opening],
    )


class _Hyphens(NamedTuple):
    """Where hyphens stand, with some beyond the last one, and which is the first from each bracket on."""

    place: Ints
    first: Ints

    def field(self, begin: Ints, stop: Ints, column: int) -> tuple[Ints, Ints]:
        """Where a field of each bracket begins and stops; beyond the bracket where it has no such field."""
        field_begin = self.place[self.first + column - 1] + 1 if column else begin
        return field_begin, np.minimum(self.place[self.first + column], stop)


def _hyphens(cells: Bytes, begin: Ints, columns: Columns) -> _Hyphens:
    beyond = [len(cells)] * (max(columns.eid, columns.head or 0, columns.etype or 0) + 1)
    place = np.append(np.flatnonzero(cells == HYPHEN), beyond)
    return _Hyphens(place, np.searchsorted(place, begin))


def _ids(
    cells: Bytes, begin: Ints, stop: Ints, opens: Mask, hyphens: _Hyphens, column: int
) -> tuple[Ints, Ints, Ints] | None:
    """A number for the id of each bracket, and which piece of how many it is, 0 of 0 for whole mentions."""
    first, last = hyphens.field(begin, stop, column)
    if (first >= last)[opens].any():
        return None
    # What closes is an id alone; with a hyphen it is none that was opened.
    first, last = np.where(opens, first, begin), np.where(opens, last, stop)
    number, of = np.zeros((2, len(begin)), np.int64)
    unusual = np.flatnonzero(_UNUSUAL[cells])
    before = np.searchsorted(unusual, first)
    of_pieces = np.flatnonzero(np.append(unusual, len(cells))[before] < last)
    if len(of_pieces):
        # The first of them must be what opens [1/2].
        end = unusual[before[of_pieces]]
        number[of_pieces], of[of_pieces] = _piece_numbers(cells, end, last[of_pieces])
        if not of[of_pieces].all() or (end == first[of_pieces]).any():
            return None
        last[of_pieces] = end
    names = codes(cells, first, last)
    return None if names is None else (names, number, of)


def _types(begin: Ints, stop: Ints, hyphens: _Hyphens, column: int | None) -> tuple[Ints, Ints]:
    """Where the type of the entity begins and stops in each bracket; nowhere if types are not asked for."""
    if column is None:
        return begin, begin
    first, last = hyphens.field(begin, stop, column)
    return np.minimum(first, last), last


def _piece_numbers(cells: Bytes, begin: Ints, stop: Ints) -> Ints:
    """Which piece and of how many each text says that it is."""
    text = cells.tobytes()
    texts = (text[one:other] for one, other in zip(begin.tolist(), stop.tolist(), strict=True))
    return np.array([_piece(one) for one in texts]).T


@lru_cache(maxsize=1024)
def _piece(text: bytes) -> tuple[int, int]:
    """Which piece of how many ``[1/2]`` is, 0 of 0 where it is none."""
    found = _PIECE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found and int(found[2]) > 1 else (0, 0)


def _head_numbers(
    cells: Bytes, begin: Ints, stop: Ints, opens: Mask, hyphens: _Hyphens, column: int | None
) -> Ints | None:
    """The number of the head among the nodes of its mention, from 1; 0 where none is given."""
    head = np.zeros(len(begin), np.int64)
    if column is None:
        return head
    first, last = hyphens.field(begin, stop, column)
    given = opens & (first <= stop)
    first, length = first[given], (last - first)[given]
    if length.min(initial=1) < 1 or length.max(initial=0) > LONGEST_HEAD:
        return None
    number = np.zeros(len(first), np.int64)
    for digit in range(int(length.max(initial=0))):
        there = digit < length
        letter = cells[first[there] + digit].astype(np.int64)
        if (letter < ZERO).any() or (letter > NINE).any():
            return None
        number[there] = number[there] * 10 + letter - ZERO
    head[given] = number
    return head if number.min(initial=1) > 0 else None


def _mention(pieces: _Pieces, sentence: Ints) -> Ints | None:
    """The mention of each piece: pieces of an entity follow each other as 1/n, 2/n, ..., n/n."""
    label = np.arange(len(pieces.first))
    of_many = np.flatnonzero(pieces.of)
    if not len(of_many):
        return label
    order = of_many[np.lexsort((of_many, pieces.of[of_many], pieces.group[of_many]))]
    number, of = pieces.number[order], pieces.of[order]
    begins = number == 1
    follows = np.flatnonzero(~begins)
    before, after = order[follows - 1], order[follows]
    if (
        not begins[0]
        or (number[follows] != number[follows - 1] + 1).any()
        or (of[follows] != of[follows - 1]).any()
        or (pieces.group[after] != pieces.group[before]).any()
        or (sentence[pieces.first[after]] != sentence[pieces.last[before]]).any()
        or (pieces.first[after] <= pieces.last[before]).any()
        or (number != of)[np.append(begins[1:], True)].any()
    ):
        return None
    label[order] = order[np.maximum.accumulate(np.where(begins, np.arange(len(order)), 0))]
    return np.unique(label, return_inverse=True)[1].astype(np.int64)


def _heads(piece_mention: Ints, first: Ints, last: Ints, number: Ints) -> Ints | None:
    """The node that is the head of each mention, by its number among the nodes of all pieces."""
    size = last - first + 1
    end = np.cumsum(size)
    begins = np.flatnonzero(np.diff(piece_mention, prepend=-1))
    nodes_before = (end - size)[begins]
    place = nodes_before + number - 1
    if (place >= np.append(nodes_before[1:], end[-1:])).any():
        return None
    piece = np.searchsorted(end, place, side="right")
    head: Ints = first[piece] + place - (end - size)[piece]
    return head

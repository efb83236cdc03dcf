"""The first column of CoNLL-U: words ``8``, empty nodes ``8.1`` and ranges of words ``8-9``, all at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Bytes, Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.formats.blocks import cut
from leaderboard.formats.fields import Declined

EMPTY, WORD, RANGE = range(3)
# So that a decimal fits below the slot of a place.
MOST_DIGITS = 6
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
    for column, numbers in zip(ids, _of_two(block, start[others], stop[others]), strict=True):
        column[others] = numbers
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

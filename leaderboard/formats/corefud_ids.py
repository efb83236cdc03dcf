"""The first column of CoNLL-U: words ``8``, empty nodes ``8.1`` and ranges of words ``8-9``, all at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Bytes, Ints
from leaderboard.formats.conll_fields import Declined

EMPTY, WORD, RANGE = range(3)
LONGEST = 13
# So that a decimal fits below the slot of a place.
MOST_DIGITS = 6
_ZERO, _NINE, _DOT, _HYPHEN = b"09.-"


class Ids(NamedTuple):
    """What stands on each line, and its one or two numbers."""

    kind: Ints
    first: Ints
    second: Ints


def row_ids(block: Bytes, start: Ints, stop: Ints) -> Ids:
    """The ids from ``start[i]`` to ``stop[i]``; declines what is no id."""
    length = stop - start
    if length.min(initial=1) < 1 or length.max(initial=0) > LONGEST:
        raise Declined
    kind = np.full(len(start), WORD)
    numbers = np.zeros((2, len(start)), np.int64)
    digits = np.zeros((2, len(start)), np.int64)
    for place in range(int(length.max(initial=0))):
        row = np.flatnonzero(place < length)
        letter = block[start[row] + place]
        separates = (letter == _DOT) | (letter == _HYPHEN)
        if (separates & (kind[row] != WORD)).any() or (
            ~separates & ((letter < _ZERO) | (letter > _NINE))
        ).any():
            raise Declined
        kind[row[separates]] = np.where(letter[separates] == _DOT, EMPTY, RANGE)
        row, letter = row[~separates], letter[~separates]
        second = (kind[row] != WORD).astype(np.int64)
        # A number has no zero in front, so that no two ids are one.
        if ((digits[second, row] > 0) & (numbers[second, row] == 0)).any():
            raise Declined
        numbers[second, row] = numbers[second, row] * 10 + letter - _ZERO
        digits[second, row] += 1
    if (digits[0] == 0).any() or (digits[1][kind != WORD] == 0).any() or (digits > MOST_DIGITS).any():
        raise Declined
    return Ids(kind, *numbers)


def in_order(ids: Ids, sentence: Ints) -> bool:
    """Whether each sentence has the words 1, 2, ... and whatever else in its place."""
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

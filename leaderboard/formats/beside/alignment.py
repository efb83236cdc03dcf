"""The alignment of least cost of two texts: equal units cost nothing; changed, lost and invented ones 1.

Of the alignments of least cost it is the one that, from left to right, first takes a pair of units, then a
unit of the key alone, then one of the response alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints

_WINDOW = 64


def partners(response: Ints, key: Ints) -> Ints:
    """The number of the key's unit that each unit of the response is paired with, or -1.

    Units are numbers, which are the same where the units are equal.
    """
    begin, end = _equal_ends(response, key)
    inner = response[begin : len(response) - end], key[begin : len(key) - end]
    partner = np.full(len(response), -1, np.int64)
    partner[:begin] = np.arange(begin)
    key_is_short = len(inner[0]) > len(inner[1])
    short, long = inner[::-1] if key_is_short else inner
    rows, columns, *place = _path(short, long, key_is_short)
    ours, theirs = (columns, rows) if key_is_short else (rows, columns)
    partner[begin + ours] = begin + theirs
    first, other = (begin + step for step in (place[::-1] if key_is_short else place))
    rest, others = response[first:], key[other:]
    if len(rest) <= len(others):
        partner[first:] = other + _first_places(rest, others)
    else:
        partner[first + _first_places(others, rest)] = other + np.arange(len(others))
    return partner


def cells(response: Ints, key: Ints) -> int:
    """The size of the table of an alignment, without the beginning and the end that are equal."""
    same = sum(_equal_ends(response, key))
    return (len(response) - same + 1) * (len(key) - same + 1)


def _equal_ends(response: Ints, key: Ints) -> tuple[int, int]:
    """The number of units that are equal at the beginning, and of the others at the end."""
    both = min(len(response), len(key))
    begin = _equal(response[:both], key[:both])
    left = both - begin
    return begin, _equal(response[::-1][:left], key[::-1][:left])


def _equal(first: Ints, second: Ints) -> int:
    differences = np.flatnonzero(first != second)
    return int(differences[0]) if len(differences) else len(first)


def _table(short: Ints, long: Ints) -> NDArray[np.uint8]:
    """Of the last a units of one side and the last b of the other the least cost less b, modulo 256.

    Less b, a step along b costs nothing, so that each row is a running minimum.
    """
    cost = np.zeros(len(long) + 1, np.int32)
    table = np.empty((len(short) + 1, len(long) + 1), np.uint8)
    table[0] = cost
    units = long[::-1]
    for row, unit in enumerate(short[::-1].tolist(), 1):
        pairs = cost[:-1] - (units == unit)
        cost += 1
        np.minimum(cost[1:], pairs, out=cost[1:])
        np.minimum.accumulate(cost, out=cost)
        table[row] = cost
    return table


def _path(short: Ints, long: Ints, key_is_short: bool) -> tuple[Ints, Ints, int, int]:
    """The pairs of units until one side is used up, and how much of each side is then."""
    table, units = _table(short, long), long[::-1]
    pairs: list[tuple[int, int]] = []
    left, other_left = len(short), len(long)
    while left and other_left:
        unit = int(short[len(short) - left])
        other_left, paired = _stop(table[left - 1 : left + 1], units, unit, other_left, key_is_short)
        if paired:
            pairs.append((len(short) - left, len(long) - other_left))
            other_left -= 1
        left -= 1
    ours, theirs = np.array(pairs, np.int64).reshape(-1, 2).T
    return ours, theirs, len(short) - left, len(long) - other_left


def _stop(rows: NDArray[np.uint8], units: Ints, unit: int, left: int, key_is_short: bool) -> tuple[int, bool]:
    """How much is left of the long side where its units alone end, and whether a pair follows.

    ``rows`` are those of the table without and with the unit of the short side.
    """
    width = _WINDOW
    while True:  # the last unit of the long side is never best alone
        low = max(left - width, 0)
        without, row = rows[:, low : left + 1]
        pair = row[1:] == without[:-1] - (units[low:left] == unit)
        alone = row[1:] == without[1:] + 1 if key_is_short else row[1:] != row[:-1]
        stops = np.flatnonzero(pair | alone)
        if len(stops):
            return low + 1 + int(stops[-1]), bool(pair[stops[-1]])
        left, width = low, 2 * width


def _first_places(units: Ints, within: Ints) -> Ints:
    """The place of each unit in a sequence that has them in this order, each as early as can be."""
    places = enumerate(within.tolist())
    return np.array(
        [next(place for place, other in places if other == unit) for unit in units.tolist()], np.int64
    )

"""Documents of a response put on the text of the key, and a count of all that this took."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.formats.beside import Cluster, Draft, Dropped


class _Classes(dict[int, str]):
    """For each character whether it is one of a run, of white space, or alone."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = unicodedata.category(character)
        found = " " if character.isspace() else "a" if kind[0] in "LM" or kind == "Nd" else "."
        self[code] = found
        return found


_CLASSES = _Classes()
_PIECE = re.compile(r"a+|\.")
_ASCII_PIECE = re.compile(r"[A-Za-z0-9]+|[^A-Za-z0-9\s]")


def pieces_of(text: str) -> list[str]:
    """The runs of letters, marks and digits, and each other character alone."""
    if text.isascii():
        return _ASCII_PIECE.findall(text)
    return [text[start:end] for start, end in piece_spans(text)]


def piece_spans(text: str) -> Iterator[tuple[int, int]]:
    """The place where each piece begins, and where it ends."""
    return (piece.span() for piece in _PIECE.finditer(text.translate(_CLASSES)))


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


ZERO = "##"

MOST_CELLS = 10**8

MOST_CELLS_OF_FILE = 10**9

# No character is made of more when it is normalized.
_MOST_PARTS = 4


class Mend(NamedTuple):
    """The repairs of documents: counts that can be added up, and lines of their file that are none."""

    documents: int = 0
    invented: int = 0
    lost: int = 0
    changed: int = 0
    brackets_dropped: int = 0
    mentions_dropped: int = 0
    unaligned: int = 0
    lines_dropped: int = 0

    def and_of(self, other: Mend) -> Mend:
        return Mend(*map(sum, zip(self, other, strict=True)))


@dataclass(slots=True)
class Repairer:
    """Aligns documents while a file has cells left, and counts the words of the key that are ``lacking``;
    ``only_case`` says that the response has all of them in another case."""

    cells: int = MOST_CELLS_OF_FILE
    lacking: int = 0
    only_case: bool = True

    def repaired(self, draft: Draft, words: Sequence[str]) -> tuple[Draft, Mend]:
        """The document with the words of the key, and what was mended; without mentions if it is too long."""
        dropped = draft.dropped or Dropped()
        taken = set(draft.zeros)
        places = [place for place in range(len(draft.words)) if place not in taken]
        owners, units = _units(words, draft.pieces)
        written = [draft.words[place] for place in places]
        ours, theirs = _numbers(written, units)
        size = cells(ours, theirs)
        if size > min(MOST_CELLS, self.cells):
            empty: list[Cluster] = [[] for _ in draft.clusters]
            return replace(draft, words=list(words), lines=None, clusters=empty, zeros=[]), Mend(unaligned=1)
        self.cells -= size
        partner = partners(ours, theirs)
        paired = partner >= 0
        equal = paired.copy()
        equal[paired] = ours[paired] == theirs[partner[paired]]
        lost_units = np.delete(np.arange(len(theirs)), partner[equal])
        self.lacking += len(np.unique(owners[lost_units]))
        self.only_case &= {units[unit].casefold() for unit in lost_units} <= set(map(str.casefold, written))
        aligned = _Aligned.of(draft, places, np.where(paired, np.append(owners, -1)[partner], -1), equal)
        clusters = [list(filter(None, map(aligned.span, cluster))) for cluster in draft.clusters]
        lost = sum(map(len, draft.clusters)) - sum(map(len, clusters))
        pairs = int(paired.sum())
        mend = Mend(
            documents=1,
            invented=len(ours) - pairs,
            lost=len(theirs) - pairs,
            changed=pairs - int(equal.sum()),
            brackets_dropped=dropped.brackets,
            mentions_dropped=dropped.mentions + lost,
        )
        return aligned.draft(draft, words, clusters), mend


def _units(words: Sequence[str], pieces: bool) -> tuple[Ints, list[str]]:
    """The units of the key's words, and the number of the word of each."""
    cut = [pieces_of(word) for word in words] if pieces else [[word] for word in words]
    owners = np.repeat(np.arange(len(words)), np.array([len(units) for units in cut], np.int64))
    return owners, list(chain.from_iterable(cut))


def _numbers(response: Sequence[str], key: Sequence[str]) -> tuple[Ints, Ints]:
    """Numbers of units, the same where they are equal when normalized.

    A unit that is much longer than all of the key's is like none of them.
    """
    most = _MOST_PARTS * max(map(len, key), default=0)
    numbers: dict[str, int] = {}
    sides = (
        [unit if len(unit) > most else unicodedata.normalize("NFC", unit) for unit in side]
        for side in (response, key)
    )
    ours, theirs = (
        np.array([numbers.setdefault(unit, len(numbers)) for unit in side], np.int64) for side in sides
    )
    return ours, theirs


@dataclass(frozen=True, slots=True)
class _Aligned:
    """Where the words and zeros of a document stand among those of the key and the zeros.

    By place in the document: ``target`` is the place of a zero, or of the partner of a word, or -1; ``known``
    are the places that have one, and ``equal`` counts the equal words before each place, ``words`` all words.
    """

    target: Ints
    known: list[int]
    equal: Ints
    words: Ints
    zeros: list[int]

    @classmethod
    def of(cls, draft: Draft, places: Sequence[int], word: Ints, equal: Mask) -> _Aligned:
        size = len(draft.words)
        target, is_equal, is_word = (
            np.full(size, -1, np.int64),
            np.zeros(size, np.int64),
            np.zeros(size, np.int64),
        )
        target[places], is_equal[places], is_word[places] = word, equal, 1
        behind = np.append(-1, np.maximum.accumulate(target))[draft.zeros]
        zeros = behind + 1 + np.arange(len(behind))
        target = np.where(target >= 0, target + np.searchsorted(behind, target), -1)
        target[draft.zeros] = zeros
        before = [np.append(0, np.cumsum(counts)) for counts in (is_equal, is_word)]
        return cls(target, np.flatnonzero(target >= 0).tolist(), before[0], before[1], zeros.tolist())

    def span(self, mention: tuple[int, int]) -> tuple[int, int] | None:
        """A mention on the key's text; None where none of its words is there."""
        start, end = mention
        words, equal = (counts[end + 1] - counts[start] for counts in (self.words, self.equal))
        if words and not equal:
            return None
        first, last = bisect_left(self.known, start), bisect_left(self.known, end + 1) - 1
        return int(self.target[self.known[first]]), int(self.target[self.known[last]])

    def draft(self, draft: Draft, words: Sequence[str], clusters: list[Cluster]) -> Draft:
        mended = np.full(len(words) + len(self.zeros), ZERO, object)
        mended[np.delete(np.arange(len(mended)), self.zeros)] = words
        return replace(draft, words=mended.tolist(), lines=None, clusters=clusters, zeros=self.zeros)

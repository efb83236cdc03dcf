"""Documents of a response put on the text of the key, and a count of all that this took."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.formats.beside.alignment import cells, partners
from leaderboard.formats.beside.draft import Cluster, Draft, Dropped
from leaderboard.formats.text.markup import pieces_of

ZERO = "##"
MOST_CELLS = 10**8
MOST_CELLS_OF_FILE = 10**9
# No character is made of more when it is normalized.
_MOST_PARTS = 4


class Mend(NamedTuple):
    """The repairs of documents: counts that can be added up."""

    documents: int = 0
    invented: int = 0
    lost: int = 0
    changed: int = 0
    brackets_dropped: int = 0
    mentions_dropped: int = 0
    unaligned: int = 0

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

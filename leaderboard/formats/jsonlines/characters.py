"""Where the words of a document stand in its text, and the texts that it states for its mentions."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any, NamedTuple

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.formats.beside import Cluster
from leaderboard.formats.beside.repair import piece_spans
from leaderboard.formats.blocks import TOO_MUCH
from leaderboard.formats.jsonlines.members import Fault, Misplaced, lists
from leaderboard.formats.letters import Letters, letters

_SHOWN = 40

_SUBMIT = "submit the texts of the key, one document each, in the order of the key"


class Places(NamedTuple):
    """The first and last character of each word that has any, in order, and its number."""

    first: list[int]
    last: list[int]
    number: list[int]
    words: list[str]

    def span(self, start: int, last: int, pair: Any) -> tuple[int, int]:
        """The first and last word of a mention of these characters."""
        begin, end = bisect_left(self.first, start), bisect_left(self.last, last)
        if self.first[begin : begin + 1] == [start] and self.last[end : end + 1] == [last]:
            return self.number[begin], self.number[end]
        cut = self._cut(start) or self._cut(last + 1)
        fault = f"cut the word {cut[:_SHOWN]!r}" if cut else "do not begin and end with a token"
        remedy = "align mentions with tokens, or state the right --ends"
        raise Misplaced(f"the characters {repr(pair)[:_SHOWN]} {fault}", remedy)

    def _cut(self, character: int) -> str:
        """The word that has this character, but does not begin with it."""
        word = bisect_left(self.first, character) - 1
        return self.words[self.number[word]] if word >= 0 and character <= self.last[word] else ""


def found_places(record: dict[str, Any], words: list[str]) -> Places:
    """The places of the words in the text of their document, or in the words with blanks between them."""
    text = record.get("text", " ".join(words))
    if not isinstance(text, str):
        raise Fault(
            "`text` is not a string", "write the text that `tokens` comes from, or leave it out", "text"
        )
    places = Places([], [], [], words)
    place = 0
    for number, word in enumerate(words):
        found = text.find(word, place)
        if found < 0:
            what = f"the token {word[:40]!r} is not in the text"
            raise Fault(
                what, "write the tokens of `text`, in order", "text" if "text" in record else "tokens"
            )
        place = found + len(word)
        if word:
            places.first.append(found)
            places.last.append(place - 1)
            places.number.append(number)
    return places


def places_of_key(text: str, words: list[str]) -> Places:
    """The places of the key's words in a text; an error where that is another one but for white space."""
    lengths = np.array([len(letters(word)) for word in words], np.int64)
    ends = np.cumsum(lengths)
    given, wanted = letters(text), letters("".join(words))
    if given != wanted:
        raise _other_text(text, words, ends, _equal(given, wanted), len(given))
    numbers = np.flatnonzero(lengths)
    first, last = (_characters(text, edge[numbers]).tolist() for edge in (ends - lengths, ends - 1))
    return Places(first, last, numbers.tolist(), words)


class Pieces(NamedTuple):
    """The pieces of a text, and its clusters from one to another; ``dropped`` ones are beyond the text."""

    words: list[str]
    clusters: list[Cluster]
    dropped: int


def clusters_on_pieces(text: str, clusters: list[Cluster], exclusive: bool, most: int) -> Pieces:
    """Return the clusters of a text of at most so many pieces, whose mentions are pairs of characters."""
    spans = list(islice(piece_spans(text), most + 1))
    if len(spans) > most:
        raise Fault(f"more than {most:,} words in this document", TOO_MUCH)
    starts, ends = [start for start, _ in spans], [end for _, end in spans]
    found: list[Cluster] = []
    for cluster in clusters:
        found.append([])
        for start, end in cluster:
            stop = end if exclusive else end + 1
            first, last = bisect_right(ends, start), bisect_left(starts, stop) - 1
            if start >= 0 and stop <= len(text) and first <= last:
                found[-1].append((first, last))
    dropped = sum(map(len, clusters)) - sum(map(len, found))
    return Pieces([text[start:end] for start, end in spans], found, dropped)


def _characters(text: str, letter: Ints) -> Ints:
    """The place in a text of each letter, by its number among all that are no white space."""
    runs = np.array([run.span() for run in re.finditer(r"\S+", text)], np.int64).reshape(-1, 2)
    lengths = runs[:, 1] - runs[:, 0]
    before = np.cumsum(lengths) - lengths
    run = np.searchsorted(before, letter, side="right") - 1
    places: Ints = runs[run, 0] + letter - before[run]
    return places


def _equal(given: str, wanted: str) -> int:
    """The number of letters that are the same from the beginning."""
    both = range(min(len(given), len(wanted)))
    return bisect_left(both, True, key=lambda place: given[: place + 1] != wanted[: place + 1])


def _other_text(text: str, words: list[str], ends: Ints, same: int, given: int) -> Misplaced:
    """The first word of the key that the text does not have."""
    number = int(np.searchsorted(ends, same, side="right"))
    if same == given:
        what = f"the text ends before the word {words[number][:_SHOWN]!r} of the key"
        return Misplaced(what, _SUBMIT, "text")
    begin = int(ends[number - 1]) if number else 0
    first = int(_characters(text, np.array([begin]))[0])
    found = re.match(r"\S*", text[first : first + _SHOWN])
    shown = found[0] if found else ""
    if number == len(words):
        return Misplaced(f"the text goes on with {shown!r} after the last word of the key", _SUBMIT, "text")
    return Misplaced(f"the text has {shown!r} where the key has {words[number][:_SHOWN]!r}", _SUBMIT, "text")


def string_fault(record: dict[str, Any], words: Sequence[str], clusters: Sequence[Cluster]) -> Fault | None:
    """The first of ``clusters_strings`` that is not at its offsets, compared without spaces."""
    if "clusters_strings" not in record:
        return None
    written = Letters(list(map(letters, words)))

    def stands(start: int, end: int, string: str) -> bool:
        return written.are(start, end, letters(string))

    remedies = "write one string per mention", "state the right --offsets and --ends"
    return _fault(record, "clusters_strings", words, clusters, stands, remedies)


def text_fault(record: dict[str, Any], words: Sequence[str], clusters: Sequence[Cluster]) -> Fault | None:
    """The first text of the CRAC track that is not at its offsets, whole or without some words of a gap."""
    if "clusters_text_mentions" not in record or "clusters_token_offsets" not in record:
        return None
    written = _Gapped(
        words if _are_letters(" ".join(words), len(words)) else list(map(_without_signs, words))
    )
    remedies = "write one text per mention", "write the right offsets, from 0 and inclusive"
    return _fault(record, "clusters_text_mentions", words, clusters, written.has, remedies, dropped=0)


def _fault(
    record: dict[str, Any],
    member: str,
    words: Sequence[str],
    clusters: Sequence[Cluster],
    stands: Callable[[int, int, str], bool],
    remedies: tuple[str, str],
    dropped: int | None = None,
) -> Fault | None:
    """The first mention whose text does not stand at its tokens; the first remedy is for other clusters."""
    texts = lists(record[member], member)
    if [len(cluster) for cluster in texts] != [len(cluster) for cluster in clusters]:
        what = f"`{member}` and the offsets have different clusters"
        return Fault(what, remedies[0], member, dropped=dropped)
    for (start, end), text in zip(chain(*clusters), chain(*texts), strict=True):
        if not stands(start, end, str(text)):
            covered = " ".join(words[start : min(end, start + 40) + 1])
            what = f"tokens {start} to {end} are {covered[:40]!r}, but `{member}` has {str(text)[:40]!r}"
            return Fault(what, remedies[1], member, dropped=dropped)
    return None


class _Gapped(Letters):
    """Words of which a mention may leave some out."""

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The places of each word; only mentions with gaps need them."""
        places: dict[str, list[int]] = {}
        for place, word in enumerate(self.letters):
            places.setdefault(word, []).append(place)
        return places

    def has(self, start: int, end: int, text: str) -> bool:
        """True if these are the words of a mention, or some of them in their order: its first and its last
        are in no gap."""
        wanted = text.split()
        if not _are_letters(text, len(wanted)):
            wanted = list(filter(None, map(_without_signs, wanted)))
        if self.are(start, end, "".join(wanted)):
            return True
        first, last = self.letters[start], self.letters[end]  # a zero has none
        if (first and wanted[:1] != [first]) or (last and wanted[-1:] != [last]):
            return False
        stop = end - bool(last)
        for word in wanted[: -1 if last else None]:
            places = self.places.get(word, [])
            number = bisect_left(places, start)
            if number == len(places) or places[number] > stop:
                return False
            start = places[number] + 1
        return len(wanted) > bool(first and last)


def _are_letters(text: str, words: int) -> bool:
    """True if each of so many words, with spaces between them, has all of its letters."""
    return "_" not in text and "##" not in text and len(text.split()) == words


def _without_signs(text: str) -> str:
    """The text without spaces and their signs, nothing for a zero."""
    return "" if text.startswith("##") else "".join(text.split()).replace("_", "")

"""The texts that a document states for its mentions, beside their offsets."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

from leaderboard.formats.beside.draft import Cluster
from leaderboard.formats.jsonlines.characters import letters
from leaderboard.formats.jsonlines.members import Fault, lists


def string_fault(record: dict[str, Any], words: Sequence[str], clusters: Sequence[Cluster]) -> Fault | None:
    """The first of ``clusters_strings`` that is not at its offsets, compared without spaces."""
    if "clusters_strings" not in record:
        return None
    written = _Letters(list(map(letters, words)))

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


class _Letters:
    """The letters of each word."""

    def __init__(self, letters: Sequence[str]) -> None:
        self.letters = letters
        self.text = "".join(letters)
        self.ends = list(accumulate(map(len, letters), initial=0))

    def are(self, start: int, end: int, wanted: str) -> bool:
        """True if these are the letters from one word to another."""
        # The lengths first: many long mentions with short texts must not cost a comparison each.
        begin, stop = self.ends[start], self.ends[end + 1]
        return stop - begin == len(wanted) and self.text[begin:stop] == wanted


class _Gapped(_Letters):
    """Words of which a mention may leave some out."""

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The places of each word; only mentions with gaps need them."""
        places: dict[str, list[int]] = {}
        for place, word in enumerate(self.letters):
            places.setdefault(word, []).append(place)
        return places

    def has(self, start: int, end: int, text: str) -> bool:
        """True if these are the words of a mention, or some of them in their order."""
        wanted = text.split()
        if not _are_letters(text, len(wanted)):
            wanted = list(filter(None, map(_without_signs, wanted)))
        if self.are(start, end, "".join(wanted)):
            return True
        for word in wanted:
            places = self.places.get(word, [])
            number = bisect_left(places, start)
            if number == len(places) or places[number] > end:
                return False
            start = places[number] + 1
        return bool(wanted)


def _are_letters(text: str, words: int) -> bool:
    """True if each of so many words, with spaces between them, has all of its letters."""
    return "_" not in text and "##" not in text and len(text.split()) == words


def _without_signs(text: str) -> str:
    """The text without spaces and their signs, nothing for a zero."""
    return "" if text.startswith("##") else "".join(text.split()).replace("_", "")

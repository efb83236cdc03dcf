"""The texts that a document of the CRAC track states for its mentions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

from leaderboard.formats.beside.draft import Cluster
from leaderboard.formats.jsonlines.members import Fault, lists

_MEMBER = "clusters_text_mentions"


def text_fault(record: dict[str, Any], words: Sequence[str], clusters: Sequence[Cluster]) -> Fault | None:
    """The first text that is not at its offsets, whole or without some words of a gap."""
    if _MEMBER not in record or "clusters_token_offsets" not in record:
        return None
    texts = lists(record[_MEMBER], _MEMBER)
    if [len(cluster) for cluster in texts] != [len(cluster) for cluster in clusters]:
        what = f"`{_MEMBER}` and the offsets have different clusters"
        return Fault(what, "write one text per mention", _MEMBER, dropped=0)
    stated = _Words(words)
    for (start, end), text in zip(chain(*clusters), chain(*texts), strict=True):
        if not stated.has(start, end, str(text)):
            covered = " ".join(words[start : min(end, start + 40) + 1])
            what = f"tokens {start} to {end} are {covered[:40]!r}, but `{_MEMBER}` has {str(text)[:40]!r}"
            return Fault(what, "write the right offsets, from 0 and inclusive", _MEMBER, dropped=0)
    return None


class _Words:
    """The letters of all words, and the places of each word that has any."""

    def __init__(self, words: Sequence[str]) -> None:
        self.letters = words if _are_letters(" ".join(words), len(words)) else list(map(_letters, words))
        self.text = "".join(self.letters)
        self.ends = list(accumulate(map(len, self.letters), initial=0))

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The places of each word; only mentions with gaps need them."""
        found: dict[str, list[int]] = {}
        for place, word in enumerate(self.letters):
            found.setdefault(word, []).append(place)
        return found

    def has(self, start: int, end: int, text: str) -> bool:
        """True if these are the words of a mention, or some of them in their order."""
        found = text.split()
        if not _are_letters(text, len(found)):
            found = list(filter(None, map(_letters, found)))
        wanted = "".join(found)
        # The lengths first: many long mentions with short texts must not cost a comparison each.
        begin, stop = self.ends[start], self.ends[end + 1]
        if stop - begin == len(wanted) and self.text[begin:stop] == wanted:
            return True
        for word in found:
            places = self.places.get(word, [])
            number = bisect_left(places, start)
            if number == len(places) or places[number] > end:
                return False
            start = places[number] + 1
        return bool(found)


def _are_letters(text: str, words: int) -> bool:
    """True if each of so many words, with spaces between them, has all of its letters."""
    return "_" not in text and "##" not in text and len(text.split()) == words


def _letters(text: str) -> str:
    """The text without spaces and their signs, nothing for a zero."""
    return "" if text.startswith("##") else "".join(text.split()).replace("_", "")

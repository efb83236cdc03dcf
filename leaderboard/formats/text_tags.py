"""The tags of mentions in a text, whose kinds are words, XML and links, and the mentions between them.

Tagged words are ``Ann|[e1 Lee|e1] saw her|[e2,[e1] dog|e2]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from leaderboard.formats.beside import Cluster


class Fault(NamedTuple):
    """A fault of a tag, its remedy, and its line."""

    line: int
    what: str
    remedy: str


class _Open(NamedTuple):
    """A mention that is open: its id, where it begins, and its line."""

    name: str
    place: int
    line: int


@dataclass(slots=True)
class Mentions:
    """The mentions so far, by id, the open ones by what closes them, and the tags that are left out."""

    entities: dict[str, Cluster] = field(default_factory=dict)
    open: dict[str, list[_Open]] = field(default_factory=dict)
    count: int = 0
    dropped: int = 0
    faults: list[Fault] = field(default_factory=list)

    def opens(self, name: str, place: int, line: int, tag: str = "") -> None:
        self.entities.setdefault(name, [])
        self.open.setdefault(tag or name, []).append(_Open(name, place, line))

    def closes(self, tag: str, place: int, line: int) -> None:
        """Close the last open mention of a tag, which is its id or its name; the place is its last."""
        if self.open.get(tag):
            opened = self.open[tag].pop()
            self.add(opened.name, opened.place, place)
        else:
            what = f"the tag of {tag[:40]!r} closes a mention that is not open"
            self._drop(line, what, "open the mention before, or remove the tag")

    def add(self, name: str, start: int, end: int) -> None:
        self.count += 1
        self.entities.setdefault(name, []).append((start, end))

    def unreadable(self, tag: str, line: int, example: str) -> None:
        self._drop(line, f"{tag[:40]!r} is not a tag", f"write {example}")

    def finish(self) -> None:
        """Leave out what is still open."""
        for opened in chain.from_iterable(self.open.values()):
            what = f"the mention of {opened.name[:40]!r} that opens here is never closed"
            self._drop(opened.line, what, "close it, or remove the tag")

    def _drop(self, line: int, what: str, remedy: str) -> None:
        self.dropped += 1
        self.faults.append(Fault(line, what, remedy))


_Tags = tuple[tuple[str, str, bool, bool], ...]

_TAG = re.compile(r"(\[)?([^\s\[\],|-]+)(\])?")

_BETWEEN = re.compile(r"[,-]")

_BRACKET = re.compile(r"[\[\]]")

_EXAMPLE = "mentions as WORD|[ID], or WORD|[ID and later WORD|ID]"


def chunks_of(line: bytes) -> list[str]:
    """A piece of text between white space; a word may hold a space that is not of ASCII."""
    chunks = line.split()
    return b"\n".join(chunks).decode().split("\n") if chunks else []


def read_words(lines: Iterable[tuple[int, bytes]]) -> tuple[list[str], list[int], Mentions]:
    """The words of a document with their lines, and its mentions, from one word to another."""
    words: list[str] = []
    places: list[int] = []
    mentions = Mentions()
    for number, line in lines:
        chunks = chunks_of(line)
        tagged = [place for place, chunk in enumerate(chunks) if "|" in chunk] if b"|" in line else []
        for place in tagged:
            chunks[place] = _read_chunk(chunks[place], len(words) + place, number, mentions)
        words += chunks
        places += [number] * len(chunks)
    mentions.finish()
    return words, places, mentions


def is_tagged(chunk: str) -> bool:
    """True if a chunk is a word with tags."""
    form, _, tail = chunk.rpartition("|")
    return bool(form) and _are_tags(_tags(tail))


def _read_chunk(chunk: str, place: int, line: int, mentions: Mentions) -> str:
    """The word of a chunk, of which the tags are read."""
    form, _, tail = chunk.rpartition("|")
    tags = _tags(tail)
    if not form or not _are_tags(tags):
        form, _, tail = chunk.partition("|")
        if not _BRACKET.search(tail):
            return chunk
        if not form:
            mentions.unreadable(chunk, line, _EXAMPLE)
            return chunk
        tags = _tags(tail)
    for tag, name, opens, closes in tags:
        if not (opens or closes):
            mentions.unreadable(tag, line, _EXAMPLE)
        elif opens and closes:
            mentions.add(name, place, place)
        elif opens:
            mentions.opens(name, place, line)
        else:
            mentions.closes(name, place, line)
    return form


def _are_tags(tags: _Tags) -> bool:
    return all(opens or closes for _, _, opens, closes in tags)


def _tags(text: str) -> _Tags:
    """The tags in a text, their ids, and whether they open and close a mention; no tag does neither."""
    return _known_tags(text) if len(text) < _SHORT else _split_tags(text)


def _split_tags(text: str) -> _Tags:
    found = ((tag, _TAG.fullmatch(tag)) for tag in _BETWEEN.split(text))
    return tuple(
        (tag, tag, False, False) if one is None else (tag, one[2], bool(one[1]), bool(one[3]))
        for tag, one in found
    )


# A text has few different tags; long ones are not kept.
_SHORT = 50

_known_tags = lru_cache(maxsize=1 << 14)(_split_tags)

# Ids of other alphabets are bytes beyond ASCII.
_ID = rb"\.*[\w\x80-\xff][\w.\x80-\xff]*"

_CHUNK = re.compile(rb"(?<!\S)\S+\|[^\s|]+(?!\S)")

_XML = re.compile(rb"</?%b>|<[^\s<>/]+\s+id\s*=\s*([\"'])%b\1\s*>" % (_ID, _ID))

_LINK = re.compile(rb"\]\(#%b\)" % _ID)


def kinds_in(data: bytes) -> list[str]:
    """The kinds of tags that occur in a text."""
    tags = {
        "words": b"|" in data
        and any(is_tagged(found[0].decode(errors="replace")) for found in _CHUNK.finditer(data)),
        "xml": _XML.search(data),
        "links": _LINK.search(data),
    }
    return [kind for kind, found in tags.items() if found]

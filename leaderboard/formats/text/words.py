"""Tagged words: ``Ann|[e1 Lee|e1] saw her|[e2,[e1] dog|e2]``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from leaderboard.formats.text.mentions import Mentions

_TAG = re.compile(r"(\[)?([^\s\[\],|-]+)(\])?")
_BETWEEN = re.compile(r"[,-]")
_BRACKET = re.compile(r"[\[\]]")
_EXAMPLE = "mentions as WORD|[ID], or WORD|[ID and later WORD|ID]"


def chunks_of(line: bytes) -> list[str]:
    """What stands between white space; a word may hold a space that is not of ASCII."""
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
    return bool(form) and all(map(_is_tag, _BETWEEN.split(tail)))


def _read_chunk(chunk: str, place: int, line: int, mentions: Mentions) -> str:
    """The word of a chunk, of which the tags are read."""
    if is_tagged(chunk):
        form, _, tail = chunk.rpartition("|")
    else:
        form, _, tail = chunk.partition("|")
        if not _BRACKET.search(tail):
            return chunk
        if not form:
            mentions.unreadable(chunk, line, _EXAMPLE)
            return chunk
    for tag in _BETWEEN.split(tail):
        _read_tag(tag, place, line, mentions)
    return form


def _is_tag(text: str) -> bool:
    found = _TAG.fullmatch(text)
    return found is not None and bool(found[1] or found[3])


def _read_tag(tag: str, place: int, line: int, mentions: Mentions) -> None:
    found = _TAG.fullmatch(tag)
    if found is None or not (found[1] or found[3]):
        mentions.unreadable(tag, line, _EXAMPLE)
    elif found[1] and found[3]:
        mentions.add(found[2], place, place)
    elif found[1]:
        mentions.opens(found[2], place, line)
    else:
        mentions.closes(found[2], place, line)

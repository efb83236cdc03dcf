"""Where the values of a document of JSON stand, for messages: parsers do not say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

_BLANK = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def after_blank(text: str, place: int) -> int:
    """The next place that is not blank, from one on."""
    return _after(_BLANK, text, place)


def members(text: str) -> dict[str, int]:
    """The place (from 0) of each value of the object that a well-formed line is, as far as can be told."""
    columns: dict[str, int] = {}
    place = after_blank(text, text.index("{") + 1)
    # The line was read before, but with more of the stack to go down into.
    with suppress(RecursionError):
        while text[place] != "}":
            name, place = _DECODER.raw_decode(text, place)
            columns[name] = place = after_blank(text, text.index(":", place) + 1)
            place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])
    return columns


def member_column(text: str, member: str) -> int:
    """The column of the value of a member, or 0."""
    return members(text).get(member, -1) + 1


def word_column(line: str, token: int) -> int:
    """The column of a word of the document on a line, by its number; 0 where it is not on a line alone."""
    # Part of a document is no JSON, and two of them are neither.
    with suppress(RecursionError, ValueError):
        _DECODER.decode(line.strip(" \t[],"))
        return next(islice(_words(line, members(line)), token, None), -1) + 1
    return 0


def _words(text: str, columns: dict[str, int]) -> Iterator[int]:
    """The places of the words of a document."""
    if "sentences" in columns:
        return _inner(text, columns["sentences"])
    listed = next((name for name in ("tokens", "cased_words") if name in columns), None)
    return _elements(text, columns[listed]) if listed else iter(())


def mention_columns(text: str, member: str) -> Iterator[int]:
    """The columns of the mentions of a document, in order."""
    found = members(text)
    return map(_column, _inner(text, found[member])) if member in found else iter(())


def _column(place: int) -> int:
    return place + 1


def _inner(text: str, place: int) -> Iterator[int]:
    """The places of what is in the lists of the list that begins at a place."""
    return chain.from_iterable(_elements(text, inner) for inner in _elements(text, place))


def _elements(text: str, place: int) -> Iterator[int]:
    """The places of what is in the list, or the values of the object, that begins at a place."""
    named = text[place] == "{"
    place = after_blank(text, place + 1)
    while text[place] not in "]}":
        if named:
            place = after_blank(text, _DECODER.raw_decode(text, place)[1])
            place = after_blank(text, place + 1)
        yield place
        place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    assert found is not None
    return found.end()

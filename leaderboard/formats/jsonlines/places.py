"""Where the values of a line of JSON stand, for messages: parsers do not say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

_BLANK = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def members(text: str) -> dict[str, int]:
    """The place (from 0) of each value of the object that a well-formed line is, as far as can be told."""
    found: dict[str, int] = {}
    place = _after(_BLANK, text, text.index("{") + 1)
    # The line was read before, but with more of the stack to go down into.
    with suppress(RecursionError):
        while text[place] != "}":
            name, place = _DECODER.raw_decode(text, place)
            found[name] = place = _after(_BLANK, text, text.index(":", place) + 1)
            place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])
    return found


def member_column(text: str, member: str) -> int:
    """The column of the value of a member, or 0."""
    return members(text).get(member, -1) + 1


def word_column(text: str, token: int) -> int:
    """The column of a word of a document, by its number, or 0."""
    found = members(text)
    if "sentences" in found:
        places = _inner(text, found["sentences"])
    else:
        places = _elements(text, found["tokens"]) if "tokens" in found else iter(())
    return next(islice(places, token, None), -1) + 1


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
    """The places of what is in the list that begins at a place."""
    place = _after(_BLANK, text, place + 1)
    while text[place] != "]":
        yield place
        place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    assert found is not None
    return found.end()

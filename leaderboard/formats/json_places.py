"""Where the values of a line of JSON stand, for messages: parsers do not say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain, islice

_BLANK = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n]*,?[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def members(text: str) -> dict[str, int]:
    """The place (from 0) of each value of the object that a well-formed line is."""
    return dict(_members(text))


def _members(text: str) -> Iterator[tuple[str, int]]:
    place = _after(_BLANK, text, text.index("{") + 1)
    while text[place] != "}":
        name, place = _DECODER.raw_decode(text, place)
        place = _after(_BLANK, text, text.index(":", place) + 1)
        yield name, place
        place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])


def elements(text: str, place: int) -> Iterator[int]:
    """The places of what is in the list that begins at a place; nothing where there is no list."""
    if text[place] != "[":
        return
    place = _after(_BLANK, text, place + 1)
    while text[place] != "]":
        yield place
        place = _after(_SEPARATOR, text, _DECODER.raw_decode(text, place)[1])


def word_column(text: str, token: int) -> int:
    """The column of a word of a document, by its number."""
    found = members(text)
    if "sentences" in found:
        places: Iterator[int] = chain.from_iterable(
            elements(text, inner) for inner in elements(text, found["sentences"])
        )
    else:
        places = elements(text, found["tokens"])
    return next(islice(places, token, None)) + 1


def mention_columns(text: str, member: str) -> Iterator[int]:
    """The columns of the mentions of a document, in order."""
    for cluster in elements(text, members(text)[member]):
        for place in elements(text, cluster):
            yield place + 1


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    assert found is not None
    return found.end()

"""The brackets of a cell, such as ``(EntityID=3|MarkableID=m7`` and ``m7)``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BRACKET = re.compile(r"\(([^()]*)|([^()]*)\)")
_FIELDS = re.compile(r"\(?([^()]+)\)?")


class Bracket(NamedTuple):
    """The fields of a mention that opens, or the name of one that closes; where it stands, and its text."""

    place: int
    text: str
    fields: dict[str, str] | None
    closes: str = ""


def brackets(cell: str) -> Iterator[Bracket]:
    """The brackets of a cell from left to right; text that is none is an opening bracket without fields."""
    place = 0
    while place < len(cell):
        found = _BRACKET.match(cell, place)
        if found is None:
            if rest := cell[place:].strip("@"):
                yield Bracket(place, rest, {})
            return
        if found[2] is None:
            yield Bracket(place, found[0], fields(found[1]))
        else:
            yield Bracket(place, found[0], None, found[2].strip("@"))
        place = found.end()


def groups(cell: str) -> Iterator[dict[str, str]]:
    """The fields of each group of a cell, with or without brackets around them."""
    return (fields(group) for group in _FIELDS.findall(cell) if group.strip("@"))


def fields(text: str) -> dict[str, str]:
    """The values by name of ``A=x|B=y``."""
    pairs = (field.partition("=") for field in text.strip("@").split("|"))
    return {name: value for name, _, value in pairs if value}

"""The lines ``#begin document (NAME); part NNN`` and ``#end document``."""

from __future__ import annotations

import re
from typing import NamedTuple

from leaderboard.corpus import Part

_BEGIN = re.compile(r"#\s*begin document\b\s*(?P<name>.*?)\s*(?:;\s*(?:part\s+(?P<number>\S+)\s*)?)?")
_END = re.compile(r"#\s*end document\b.*")


class Header(NamedTuple):
    """The beginning of a part, or, without one, an end."""

    line: int
    part: Part | None
    fault: str | None = None


def header(text: str, line: int) -> Header | None:
    """The header that a line is, if it is one."""
    begin = _BEGIN.fullmatch(text)
    if begin is None:
        return Header(line, None) if _END.fullmatch(text) else None
    name, number = begin["name"], begin["number"] or "0"
    if name.startswith("(") and name.endswith(")"):
        name = name[1:-1].strip()
    if not name:
        return Header(line, Part("", 0), "a document without a name")
    if not (number.isascii() and number.isdecimal() and len(number) <= 9):
        return Header(line, Part(name, 0), "a part number that is not a whole number")
    return Header(line, Part(name, int(number)))

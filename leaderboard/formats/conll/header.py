"""The lines ``#begin document (NAME); part NNN`` and ``#end document``."""

from __future__ import annotations

import re
from typing import NamedTuple

from leaderboard.corpus import Part
from leaderboard.formats.limits import LONGEST_NAME

_KIND = re.compile(r"#\s*(begin|end) document\b")
_PART = re.compile(r"part\b")


class Header(NamedTuple):
    """The beginning of a part, or, without one, an end."""

    line: int
    part: Part | None
    fault: str | None = None


def header(text: str, line: int) -> Header | None:
    """The header that a line without outer blanks is, if it is one."""
    kind = _KIND.match(text)
    if kind is None:
        return None
    if kind[1] == "end":
        return Header(line, None)
    name, number = _name_and_number(text[kind.end() :].strip())
    fault = name_fault(name)
    if fault:
        return Header(line, Part("", 0), fault)
    if not (number.isascii() and number.isdecimal() and len(number) <= 9):
        return Header(line, Part(name, 0), "the part number is not a whole number")
    return Header(line, Part(name, int(number)))


def name_fault(name: str) -> str | None:
    """Why a document cannot have this name."""
    if not name:
        return "the document name is missing"
    if len(name) > LONGEST_NAME:
        return f"the document name has more than {LONGEST_NAME:,} characters"
    if not name.isprintable():
        return f"the document name {name[:40]!r} has unprintable characters"
    return None


def _name_and_number(rest: str) -> tuple[str, str]:
    """The name may hold semicolons; the part, when there is one, stands after the last."""
    name, semicolon, tail = rest.rpartition(";")
    tail = tail.strip()
    if semicolon and not tail:
        number = "0"
    elif semicolon and _PART.match(tail):
        number = tail.removeprefix("part").strip()
    else:
        name, number = rest, "0"
    name = name.strip()
    if name.startswith("(") and name.endswith(")"):
        name = name[1:-1].strip()
    return name, number

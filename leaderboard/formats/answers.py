"""Answers of chat models: text before and after the documents, and fences around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NoReturn

from leaderboard.errors import InputError, Problem
from leaderboard.formats.blocks import BYTE_ORDER_MARK, lines
from leaderboard.formats.faults import REPAIR
from leaderboard.text import counted, plural

Lines = Sequence[tuple[int, bytes]]

_FENCE = re.compile(rb"^[ \t]*```([^`\r\n]*)\r?$", re.MULTILINE)
# Where an object begins on a line of its own, perhaps in a list.
_OBJECT = re.compile(rb"""^[ \t]*(?:\[\s*)?\{\s*"(?:[^"\\\n]|\\.)*+"\s*:""", re.MULTILINE)
# A line of JSON begins otherwise.
_PROSE = re.compile(rb"""\s*(?!(?:true|false|null)\b)[^\s\[\]{}",:\d-]""")


def fence_in(data: bytes) -> int:
    """The line of the first fence, or 0."""
    found = _FENCE.search(data) if b"```" in data else None
    return data.count(b"\n", 0, found.start()) + 1 if found else 0


def begins_json(beginning: bytes) -> bool:
    """True if a document of JSON begins on some line."""
    return _OBJECT.search(beginning) is not None


def enclosed(numbered: Lines) -> Lines:
    """The lines within fences; a fence that names a language opens, and the last may stay open."""
    kept, inside = [], False
    for number, line in numbered:
        if fence := _FENCE.fullmatch(line):
            inside = bool(fence[1].strip()) or not inside
        elif inside:
            kept.append((number, line))
    return kept


def without_first(numbered: Lines, is_bare: Callable[[bytes], bool], most: int) -> Lines:
    """The lines without bare ones at the begin, while there are more than so many."""
    begin = 0
    while len(numbered) - begin > most and is_bare(numbered[begin][1]):
        begin += 1
    return numbered[begin:]


def trimmed(numbered: Lines, is_bare: Callable[[bytes], bool], most: int) -> Lines:
    """The lines without bare ones at the begin, then at the end, while there are more than so many."""
    inner = without_first(numbered, is_bare, most)
    return without_first(inner[::-1], is_bare, most)[::-1]


def dropped(numbered: Lines, kept: Lines) -> list[int]:
    """The numbers of the lines with text that are left out."""
    left = {number for number, _ in kept}
    return [number for number, line in numbered if number not in left and line.strip()]


def json_of(file: str, data: bytes, repairs: bool) -> tuple[bytes, int]:
    """The JSON of an answer, and how many other lines are blank in it now; an error if none may be."""
    fence = fence_in(data)
    if not fence and not _has_prose(data):
        return data, 0
    numbered = list(lines(data))
    kept = enclosed(numbered) if fence else trimmed(numbered, _is_prose, 0)
    out = dropped(numbered, kept)
    if not repairs:
        refuse(file, fence, out, f"{counted(len(out), 'line')} beside the JSON")
    rows = dict(kept)
    return b"\n".join(rows.get(number, b"") for number, _ in numbered), len(out)


def refuse(file: str, fence: int, out: Sequence[int], what: str) -> NoReturn:
    """An error about lines that are no documents, which is about the first fence if there is one."""
    remedy = f"remove {'it and what is outside' if fence else plural('it', len(out), 'them')}, {REPAIR}"
    what = "a fence, ```, around the documents" if fence else what
    raise InputError([Problem(file, fence or out[0], what, remedy)])


def _has_prose(data: bytes) -> bool:
    """True if the first line or the last cannot be one of JSON."""
    text = data.removeprefix(BYTE_ORDER_MARK).rstrip()
    return any(map(_PROSE.match, (text, text.rpartition(b"\n")[2])))


def _is_prose(line: bytes) -> bool:
    return not line.strip() or _PROSE.match(line) is not None

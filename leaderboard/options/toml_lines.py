"""On which line of a TOML file something is set, which its parser does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

Path = tuple[str, ...]
Lines = Mapping[Path, int]

_NAME = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
_DOTTED = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*\[+\s*({_DOTTED})\s*\]")
_SET = re.compile(rf"\s*({_DOTTED})\s*=")


def lines_of(text: str) -> Lines:
    """The line of each name, and of each table, behind the names of the tables that it is in."""
    lines: dict[Path, int] = {}
    for path, line in _paths(text):
        for length in range(1, len(path)):
            lines.setdefault(path[:length], line)
        lines[path] = line
    return lines


def _paths(text: str) -> Iterator[tuple[Path, int]]:
    table: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _split(header[1])
            yield table, number
        elif named := _SET.match(line):
            yield (*table, *_split(named[1])), number


def _split(dotted: str) -> Path:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, dotted))

"""The coreference column, cell by cell: the slow reader of brackets, which says what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from leaderboard.formats.conll.columns import Record
from leaderboard.formats.limits import MOST_OPEN, WITHOUT_KEY
from leaderboard.formats.lines import TOO_MUCH

_BRACKET = re.compile(r"\((?P<one>[^()|]+)\)|\((?P<opens>[^()|]+)|(?P<closes>[^()|]+)\)")
_ORDER = {"one": 0, "opens": 1, "closes": 2}


class Fault(NamedTuple):
    """A fault at a position (from 0) of a cell, and its remedy."""

    place: int
    what: str
    remedy: str


class _Open(NamedTuple):
    start: int
    entity: int
    line: int
    column: int


class TooMany(Exception):
    """More brackets than are read; the message is what and remedy."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.what, self.remedy = what, remedy


@dataclass(slots=True, kw_only=True)
class Brackets:
    """The brackets of a file, read one token at a time; ids live within a part."""

    record: Record
    most: int = WITHOUT_KEY.brackets
    entities: dict[str, int] = field(default_factory=dict)
    open: dict[str, list[_Open]] = field(default_factory=dict)
    open_count: int = 0
    count: int = 0

    def read(self, cell: str, token: int, line: int, column: int = 1) -> Iterator[Fault]:
        """One-token mentions first, then opens, then closes; the last open of an id closes first.

        The cell begins at a column of its line.
        """
        brackets, stop = _brackets(cell)
        if stop < len(cell):
            yield Fault(
                stop,
                f"{cell[stop:][:40]!r} is not a bracket",
                "write mentions as (ID), or (ID and later ID), with | between them, or - for none",
            )
            return
        self.count += len(brackets)
        if self.count > self.most:
            raise TooMany(f"more than {self.most:,} brackets in this file", TOO_MUCH)
        for bracket in sorted(brackets, key=_reading_order):
            name = bracket[str(bracket.lastgroup)]
            if bracket.lastgroup == "one":
                self.record.add_mention(token, token, self._entity(name), line)
            elif bracket.lastgroup == "opens":
                self._push(name, token, line, column + bracket.start())
            elif not self._close(name, token):
                yield Fault(
                    bracket.start(),
                    f"the bracket {short(name)})' was never opened",
                    f"write {short('(' + name)}' before it in the same part, or remove it",
                )

    def _entity(self, name: str) -> int:
        if name not in self.entities:
            self.entities[name] = self.record.new_entity(name)
        return self.entities[name]

    def _push(self, name: str, token: int, line: int, column: int) -> None:
        self.open.setdefault(name, []).append(_Open(token, self._entity(name), line, column))
        self.open_count += 1
        if self.open_count > MOST_OPEN:
            raise TooMany(f"more than {MOST_OPEN:,} brackets are open here", "close them earlier")

    def _close(self, name: str, token: int) -> bool:
        if not self.open.get(name):
            return False
        start, entity, line, _ = self.open[name].pop()
        self.open_count -= 1
        self.record.add_mention(start, token, entity, line)
        return True

    def end_part(self) -> Iterator[tuple[int, str, str, int]]:
        """Forget the ids of a part; line, fault, remedy and column of each bracket that was left open."""
        for name, stack in self.open.items():
            for mention in stack:
                yield (
                    mention.line,
                    f"the bracket {short('(' + name)}' is never closed",
                    f"write {short(name)})' where it ends, in the same part",
                    mention.column,
                )
        self.entities, self.open, self.open_count = {}, {}, 0


def _brackets(cell: str) -> tuple[list[re.Match[str]], int]:
    """The brackets of a cell, and the place of the first thing that is none (else its length)."""
    brackets: list[re.Match[str]] = []
    place = 0
    while place < len(cell):
        bracket = _BRACKET.match(cell, place + (1 if brackets and cell[place] == "|" else 0))
        if bracket is None:
            break
        brackets.append(bracket)
        place = bracket.end()
    return brackets, place


def _reading_order(bracket: re.Match[str]) -> int:
    return _ORDER[str(bracket.lastgroup)]


def short(text: str) -> str:
    """Return a text as it can be shown on one line, without the closing quote."""
    return repr(text[:40])[:-1]

"""The mentions of one document, bracket by bracket, and what points from one to another.

An opening bracket is ``(EntityID=3|MarkableID=m7``, a closing one ``m7)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple

from leaderboard.formats.bracket_cells import Fault
from leaderboard.formats.brackets import LONGEST_ID

_PSEUDO = "-Pseudo"
_BRACKET = re.compile(r"\(([^()]*)|([^()]*)\)")
# Fields that are read have one value.
_ONCE = ("EntityID", "MarkableID", "ElementOf", "Min", "MentionAnchor", "EntityAnchor")
_GROUP = re.compile(r"\(?([^()]+)\)?")


@dataclass(slots=True)
class Markable:
    """A mention as its pieces are read; ``minimum`` is the text of the first that has one."""

    entity: str
    name: str
    line: int
    column: int
    text: str
    _: KW_ONLY
    pieces: list[tuple[int, int]] = field(default_factory=list)
    minimum: str = ""

    @property
    def refers(self) -> bool:
        return not self.entity.endswith(_PSEUDO)


class _Open(NamedTuple):
    markable: Markable
    start: int
    line: int
    column: int
    text: str


@dataclass(slots=True, kw_only=True)
class Document:
    """A document: its mentions in order of first bracket, and its entities.

    Elements have the line that states each first, bridges theirs.
    """

    markables: list[Markable] = field(default_factory=list)
    by_name: dict[str, Markable] = field(default_factory=dict)
    entities: dict[str, int] = field(default_factory=dict)
    open: dict[int, _Open] = field(default_factory=dict)
    open_by_name: dict[str, list[int]] = field(default_factory=dict)
    opened: int = 0
    elements: dict[tuple[str, str], int] = field(default_factory=dict)
    bridges: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    def read_mentions(self, cell: str, node: int, line: int, column: int) -> Iterator[Fault]:
        """Read the brackets of one token; the cell begins at a column of its line."""
        for bracket in _brackets(cell):
            if bracket.fields is None:
                faults = self._close(bracket.closes, node, bracket.text)
            else:
                faults = self._begin(bracket.fields, bracket.text, node, line, column + bracket.place)
            if faults:
                yield Fault(bracket.place, *faults)

    def read_split(self, cell: str, line: int) -> None:
        for stated in _groups(cell):
            self._note_elements(stated, line)

    def read_bridges(self, cell: str, line: int) -> None:
        self.bridges += [(line, stated) for stated in _groups(cell)]

    def _begin(
        self, stated: dict[str, str], text: str, node: int, line: int, column: int
    ) -> tuple[str, str] | None:
        entity, name = stated.get("EntityID", ""), stated.get("MarkableID", "")
        known = self.by_name.get(name) if name else None
        fault = _fault(entity, name, text, known)
        markable = Markable(entity, name, line, column, text) if fault or known is None else known
        if not fault:
            self._add(markable, known is None)
            markable.minimum = markable.minimum or stated.get("Min", "")
            self._note_elements(stated, line)
        if text.startswith("("):  # so that what closes it does not close another
            self.open[self.opened] = _Open(markable, node, line, column, text)
            self.open_by_name.setdefault(name, []).append(self.opened)
            self.opened += 1
        return fault

    def _add(self, markable: Markable, new: bool) -> None:
        if new:
            self.markables.append(markable)
            self.entities.setdefault(markable.entity, len(self.entities))
        if markable.name:
            self.by_name[markable.name] = markable

    def _note_elements(self, stated: dict[str, str], line: int) -> None:
        for plural in filter(None, stated.get("ElementOf", "").split(",")):
            self.elements.setdefault((plural, stated.get("EntityID", "")), line)

    def _close(self, name: str, node: int, text: str) -> tuple[str, str] | None:
        if not (self.open_by_name.get(name) if name else self.open):
            return f"the bracket {text[:40]!r} was never opened", "open the mention before it, or remove it"
        number = self.open_by_name[name][-1] if name else next(reversed(self.open))
        opened = self.open.pop(number)
        self.open_by_name[opened.markable.name].pop()
        opened.markable.pieces.append((opened.start, node))
        return None


def _fault(entity: str, name: str, text: str, known: Markable | None) -> tuple[str, str] | None:
    """Return the fault of an opening bracket, with its remedy."""
    if not entity:
        return f"a bracket without EntityID, {text[:40]!r}", "write EntityID=NAME"
    if len(entity.encode()) > LONGEST_ID:
        return f"the EntityID {entity[:40]!r} is too long", f"use at most {LONGEST_ID} bytes"
    if known is not None and known.entity != entity:
        what = f"markable {name[:40]} is in entities {known.entity} and {entity}"
        return what, "give each mention its own MarkableID"
    return None


class _Bracket(NamedTuple):
    """The fields of a mention that opens, or the name of one that closes; where it stands, and its text."""

    place: int
    text: str
    fields: dict[str, str] | None
    closes: str = ""


def _brackets(cell: str) -> Iterator[_Bracket]:
    """The brackets of a cell from left to right; text that is none is an opening bracket without fields."""
    place = 0
    while place < len(cell):
        found = _BRACKET.match(cell, place)
        if found is None:
            if rest := cell[place:].strip("@"):
                yield _Bracket(place, rest, {})
            return
        if found[2] is None:
            yield _Bracket(place, found[0], _fields(found[1]))
        else:
            yield _Bracket(place, found[0], None, found[2].strip("@"))
        place = found.end()


def slips(cell: str) -> Iterator[Fault]:
    """Values that are not what they seem: of two, one would be lost, and with blanks it is another one."""
    for group in re.finditer(r"[^()]+", cell):
        parts = [part for field in group[0].strip("@").split("|") for part in field.split("=", 1)]
        shown = repr(group[0][:40])
        for name in (name for name in _ONCE if parts.count(name) > 1):
            yield Fault(group.start(), f"two {name} in one bracket, {shown}", "keep one of them")
        if any(part != part.strip() for part in parts):
            yield Fault(group.start(), f"blanks around a value, {shown}", "write NAME=VALUE without blanks")


def _groups(cell: str) -> Iterator[dict[str, str]]:
    """The fields of each group of a cell, with or without brackets around them."""
    return (_fields(group) for group in _GROUP.findall(cell) if group.strip("@"))


def _fields(text: str) -> dict[str, str]:
    """The values by name of ``A=x|B=y``."""
    pairs = (field.partition("=") for field in text.strip("@").split("|"))
    return {name: value for name, _, value in pairs if value}

"""Elements of plural entities and bridges, from names in a document to numbers of mentions and entities."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from leaderboard.corpus.corpus import Anaphora
from leaderboard.corpus.nodes import Mask
from leaderboard.errors import Problem
from leaderboard.formats.conll.conll_lines import integers
from leaderboard.formats.faults import Faults
from leaderboard.text import listed

MOST_SETS = 1000

MOST_ELEMENTS = 1000

_NAMED = 3

_FEWER = "name fewer of them"


class Mention(NamedTuple):
    """A mention by its number in the file, with the numbers of its first and last node."""

    number: int
    first: int
    last: int


class Entity(NamedTuple):
    """An entity by its number in the file, with its mentions in order of first and last node."""

    number: int
    mentions: list[Mention]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """An anaphor with its name, and its anchor with its name, or else the entity of its anchor."""

    line: int
    name: str
    anaphor: Mention | None
    anchor_name: str
    anchor: Mention | None
    entity: str


@dataclass(slots=True, kw_only=True)
class Relations:
    """The relations of a file, read one document at a time.

    Sets may have ``most`` elements together. In a key, relations that lead nowhere are passed over with a
    remark.
    """

    faults: Faults
    key: bool
    most: int
    count: int = 0
    remarks: list[Problem] = field(default_factory=list)
    anaphor: array[int] = field(default_factory=integers)
    anchor: array[int] = field(default_factory=integers)
    plural: array[int] = field(default_factory=integers)
    element: array[int] = field(default_factory=integers)

    def blame(self, line: int, what: str, remedy: str, passed_over: str) -> None:
        """A fault of a response, or a remark on a key."""
        if self.key:
            self.remarks.append(Problem(self.faults.file, line, what, passed_over))
        else:
            self.faults.blame(line, what, remedy)

    def add_elements(self, stated: Mapping[tuple[str, str], int], entities: Mapping[str, Entity]) -> None:
        """Note which entities are elements of which, given the line of each pair (plural, element)."""
        by_plural: dict[str, list[str]] = {}
        for plural, element in stated:
            by_plural.setdefault(plural, []).append(element)
        for plural in [plural for plural in by_plural if plural not in entities]:
            self._pass_over(plural, by_plural.pop(plural), stated)
        lost = [pair for pair in stated if pair[0] in by_plural and pair[1] not in entities]
        for plural, element in lost:
            what = f"entity {element[:40]} is an element of {plural[:40]}, but has no mention"
            remedy = f"add a mention of {element[:40]}, or remove this"
            self.faults.blame(stated[plural, element], what, remedy)
        if len(by_plural) > MOST_SETS:
            line = stated[next((plural, by_plural[plural][0]) for plural in list(by_plural)[MOST_SETS:])]
            self.faults.blame(line, f"more than {MOST_SETS:,} plural entities in this document", _FEWER)
        elif not lost:
            self._add_sets(by_plural, stated, entities)

    def _pass_over(self, plural: str, elements: list[str], stated: Mapping[tuple[str, str], int]) -> None:
        names = listed([element[:40] for element in elements], _NAMED)
        subject = f"entities {names} are elements" if len(elements) > 1 else f"entity {names} is an element"
        what = f"{subject} of {plural[:40]}, which has no mention"
        remedy = f"add a mention of {plural[:40]}, or remove this"
        self.blame(stated[plural, elements[0]], what, remedy, "it is ignored; " + remedy)

    def _add_sets(
        self,
        by_plural: Mapping[str, list[str]],
        stated: Mapping[tuple[str, str], int],
        entities: Mapping[str, Entity],
    ) -> None:
        order, circle = _elements_first(by_plural)
        if circle:
            way = f", by way of {listed([name[:40] for name in circle[1:]], _NAMED)}" if circle[1:] else ""
            what = f"entity {circle[0][:40]} is an element of itself{way}"
            self.faults.blame(stated[circle[-1], circle[0]], what, "remove one of these elements")
            return
        leaves: dict[str, set[str]] = {}
        for plural in order:
            named = [leaves.get(element, {element}) for element in by_plural[plural]]
            self.count += sum(map(len, named))
            elements = set().union(*named) if self.count <= self.most else set()
            leaves[plural] = elements
            if len(elements) > MOST_ELEMENTS or self.count > self.most:
                line = stated[plural, by_plural[plural][0]]
                self.faults.blame(line, f"entity {plural[:40]} has too many elements", _FEWER)
                return
            self.plural.extend([entities[plural].number] * len(elements))
            self.element.extend(entities[element].number for element in elements)

    def add_bridge(self, bridge: Bridge, entities: Mapping[str, Entity]) -> None:
        """Note a bridge to its anchor, or to the mention that stands for the entity of its anchor."""
        anchor = bridge.anchor
        if not bridge.anchor_name and bridge.anaphor is not None and bridge.entity in entities:
            anchor = standing_for(entities[bridge.entity].mentions, bridge.anaphor)
        if bridge.anaphor is None or anchor is None:
            name = bridge.name if bridge.anaphor is None else bridge.anchor_name or bridge.entity
            end, field = ("from", "MarkableID") if bridge.anaphor is None else ("to", "anchor")
            what = f"bridge {end} {name[:40]}: no such mention" if name else f"a bridge without {field}"
            remedy = "name a mention of this document"
            self.blame(bridge.line, what, remedy, f"it is ignored; {remedy}")
        else:
            self.anaphor.append(bridge.anaphor.number)
            self.anchor.append(anchor.number)

    def anaphora(self, nonreferring: Mask) -> Anaphora:
        """All relations of the file."""
        columns = (self.anaphor, self.anchor, self.plural, self.element)
        anaphor, anchor, plural, element = (np.array(column, np.int64) for column in columns)
        return Anaphora(
            nonreferring=nonreferring, anaphor=anaphor, anchor=anchor, plural=plural, element=element
        )


def _elements_first(by_plural: Mapping[str, list[str]]) -> tuple[list[str], list[str]]:
    """The plural entities, each after its elements, and a circle of them if there is one."""
    order: dict[str, None] = {}
    for start in by_plural:
        path = {start: iter(by_plural[start])} if start not in order else {}
        while path:
            plural, elements = next(reversed(path.items()))
            element = next(elements, None)
            if element is None:
                order[plural] = None
                del path[plural]
            elif element in path:
                names = list(path)
                return [], names[names.index(element) :]
            elif element in by_plural and element not in order:
                path[element] = iter(by_plural[element])
    return list(order), []


def no_relations(mentions: int) -> Anaphora:
    """The annotations of a file that has none."""
    none = np.zeros(0, np.int64)
    nonreferring = np.zeros(mentions, np.bool_)
    return Anaphora(nonreferring=nonreferring, anaphor=none, anchor=none, plural=none, element=none)


def standing_for(mentions: list[Mention], anaphor: Mention) -> Mention:
    """The last mention of an entity that begins before an anaphor, else the first mention."""
    before = bisect_left(mentions, anaphor.first, key=lambda mention: mention.first)
    return mentions[max(before - 1, 0)]


_ITEMS = ("SplitAnte=", "Bridge=")


class Finished(NamedTuple):
    """A mention, the name of its entity, and where its first bracket stands."""

    mention: Mention
    name: str
    line: int
    column: int


class _Stated(NamedTuple):
    line: int
    item: str
    target: str
    source: str


@dataclass(slots=True, kw_only=True)
class StatedRelations:
    """The elements and bridges of one document; ``mentions`` are those of the document."""

    relations: Relations
    mentions: list[Finished] = field(default_factory=list)
    elements: dict[tuple[str, str], int] = field(default_factory=dict)
    bridges: list[_Stated] = field(default_factory=list)

    def read(self, misc: str, line: int) -> None:
        """Read the items of one node."""
        for item in misc.split("|"):
            if item.startswith(_ITEMS):
                name, _, value = item.partition("=")
                for stated in value.split(","):
                    self._note(name, stated, line)

    def _note(self, name: str, stated: str, line: int) -> None:
        target, _, source = stated.partition("<")
        if not target or not source or "<" in source:
            what = f"{stated[:40]!r} in {name} does not name two entities"
            self.relations.faults.blame(line, what, f"write {name}=e1<e2")
        elif name == "SplitAnte":
            self.elements.setdefault((source, target), line)
        else:
            self.bridges.append(_Stated(line, f"Bridge={stated}", target, source.partition(":")[0]))

    def end_part(self, entities: dict[str, int]) -> None:
        """Resolve what the document says, whose entities have these numbers."""
        known = {name: Entity(number, []) for name, number in entities.items()}
        opening: dict[tuple[int, str], Finished] = {}
        for finished in sorted(self.mentions, key=lambda entry: (entry.mention.first, entry.mention.last)):
            known[finished.name].mentions.append(finished.mention)
        for finished in sorted(self.mentions, key=lambda entry: entry.column):
            opening[finished.line, finished.name] = finished
        known = {name: entity for name, entity in known.items() if entity.mentions}
        self.relations.add_elements(self.elements, known)
        for bridge in self._bridges(opening):
            self.relations.add_bridge(bridge, known)
        self.mentions, self.elements, self.bridges = [], {}, []

    def _bridges(self, opening: dict[tuple[int, str], Finished]) -> Iterator[Bridge]:
        for line, item, target, source in self.bridges:
            anaphor = opening.get((line, source))
            if anaphor is None:
                what = f"no mention of {source[:40]} begins here, which {item[:40]} says"
                remedy = "write it where the mention begins, or remove it"
                self.relations.faults.blame(line, what, remedy)
            else:
                yield Bridge(
                    line=line,
                    name=source,
                    anaphor=anaphor.mention,
                    anchor_name="",
                    anchor=None,
                    entity=target,
                )

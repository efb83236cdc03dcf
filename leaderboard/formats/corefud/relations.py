"""``SplitAnte`` and ``Bridge`` of CorefUD files, node by node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from leaderboard.formats.relations import Bridge, Entity, Mention, Relations

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

"""The mentions between tags that open and close; a close takes the last open one of its id."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from leaderboard.formats.beside.draft import Cluster


class Fault(NamedTuple):
    """A fault of a tag, its remedy, and its line."""

    line: int
    what: str
    remedy: str


@dataclass(slots=True)
class Mentions:
    """The mentions so far, by id, the open ones, and the tags that are left out."""

    entities: dict[str, Cluster] = field(default_factory=dict)
    open: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    count: int = 0
    dropped: int = 0
    faults: list[Fault] = field(default_factory=list)

    def opens(self, name: str, place: int, line: int) -> None:
        self.entities.setdefault(name, [])
        self.open.setdefault(name, []).append((place, line))

    def closes(self, name: str, place: int, line: int) -> None:
        """Close the last open mention of an id; the place is its last."""
        if self.open.get(name):
            self.add(name, self.open[name].pop()[0], place)
        else:
            what = f"the tag of {name[:40]!r} closes a mention that is not open"
            self._drop(line, what, "open the mention before, or remove the tag")

    def add(self, name: str, start: int, end: int) -> None:
        self.count += 1
        self.entities.setdefault(name, []).append((start, end))

    def unreadable(self, tag: str, line: int, example: str) -> None:
        self._drop(line, f"{tag[:40]!r} is not a tag", f"write {example}")

    def finish(self) -> None:
        """Leave out what is still open."""
        for name, places in self.open.items():
            for _, line in places:
                what = f"the mention of {name[:40]!r} that opens here is never closed"
                self._drop(line, what, "close it, or remove the tag")

    def _drop(self, line: int, what: str, remedy: str) -> None:
        self.dropped += 1
        self.faults.append(Fault(line, what, remedy))

"""The entities and marks of one side of a document, by the numbers of its mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leaderboard.corpus import Ints
from leaderboard.reader.mentions import Pane
from leaderboard.reader.text import Spans

# What the parts of a page take at most: a row, a mention, an entry of an entity, an error, a piece, and a
# number of a page.
ROW, MENTION, ENTRY, _ERROR, PIECE, NUMBER = 30, 12, 22, 28, 14, 5


class Entities:
    """The entities of one side of a document, numbered in order of their first mentions.

    ``numbers`` has that of each mention of the document, or -1, and ``sizes`` the mentions of each entity.
    """

    def __init__(self, entity: Ints) -> None:
        number: dict[int, int] = {-1: -1}
        self.numbers = [number.setdefault(one, len(number) - 1) for one in entity.tolist()]
        self.sizes = Counter(self.numbers)

    def among(self, mentions: tuple[int, int]) -> dict[int, list[int]]:
        """The mentions of each entity among those from a first one, counted from that."""
        found: dict[int, list[int]] = {}
        for mention, entity in enumerate(self.numbers[slice(*mentions)]):
            if entity >= 0:
                found.setdefault(entity, []).append(mention)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPane:
    """A system on one document, by the numbers of its mentions."""

    entities: Entities
    spans: Mapping[int, Spans]
    wrong: Mapping[int, tuple[str, ...]]

    def size(self, mention: int) -> int:
        """The bytes that a mention takes at most."""
        pieces = len(self.spans.get(mention, ()))
        return ENTRY + _ERROR * len(self.wrong.get(mention, ())) + (PIECE + PIECE * pieces if pieces else 0)

    def data(self, mentions: tuple[int, int], begin: int, end: int) -> dict[str, Any]:
        """The marks of the mentions of a page, whose nodes are those from ``begin`` to ``end`` - 1."""
        first = mentions[0]
        inside = range(*mentions)
        shown = self.entities.among(mentions)
        return {
            "entities": shown,
            "sizes": {entity: self.entities.sizes[entity] for entity in shown},
            "spans": {
                mention - first: inner
                for mention, spans in self.spans.items()
                if mention in inside and (inner := clipped(spans, begin, end))
            },
            "wrong": {mention - first: kinds for mention, kinds in self.wrong.items() if mention in inside},
        }


def pane_of(pane: Pane, order: Sequence[int], shifts: Mapping[int, int]) -> DocumentPane:
    return DocumentPane(
        entities=Entities(pane.entity[order]),
        spans={
            place: moved(pane.spans[mention], shifts[mention])
            for place, mention in enumerate(order)
            if mention in pane.spans
        },
        wrong={place: pane.wrong[mention] for place, mention in enumerate(order) if mention in pane.wrong},
    )


def moved(spans: Spans, shift: int) -> Spans:
    return tuple((first + shift, last + shift) for first, last in spans)


def clipped(spans: Spans, begin: int, end: int) -> list[tuple[int, int]]:
    """What a page has of the nodes of a mention, counted from its first node."""
    return [
        (max(first, begin) - begin, min(last, end - 1) - begin)
        for first, last in spans
        if first < end and last >= begin
    ]

"""Components and blocks in the plainest way: sets that are joined one after the other."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

Entity = frozenset[Hashable]
Entities = Sequence[Entity]
Place = tuple[int, int]
# The entities of the key and of two responses that hang together.
Component = tuple[list[Entity], list[Entity], list[Entity]]


def components(*sides: Entities) -> list[Component]:
    """Join the entities of all sides as long as any two of them share a mention."""
    found: list[tuple[set[Hashable], Component]] = []
    for number, side in enumerate(sides):
        for entity in filter(None, side):
            mine: tuple[set[Hashable], Component] = (set(entity), ([], [], []))
            mine[1][number].append(entity)
            for other in [other for other in found if other[0] & mine[0]]:
                found.remove(other)
                mine[0].update(other[0])
                for ours, theirs in zip(mine[1], other[1], strict=True):
                    ours += theirs
            found.append(mine)
    return [component for _, component in found]


def block(component: Component, words: int, blocks: int) -> int:
    """The stretch of a text in which the middle mention begins; mentions are a begin and an end."""
    mentions = sorted({mention for side in component for entity in side for mention in entity})  # type: ignore[type-var]
    begin, _ = mentions[(len(mentions) - 1) // 2]  # type: ignore[misc]
    return blocks * begin // words

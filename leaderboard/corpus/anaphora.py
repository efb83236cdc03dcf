"""Annotations beyond identity: non-referring mentions, bridges, and elements of plural entities."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus.nodes import Ints, Mask


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Anaphora:
    """Columns by mention, by bridge, and by element.

    A bridge goes from the mention ``anaphor`` to the mention ``anchor``. The entity ``element`` belongs to
    the plural entity ``plural``; elements that have elements themselves are replaced by those.
    """

    nonreferring: Mask
    anaphor: Ints
    anchor: Ints
    plural: Ints
    element: Ints

    def picked(self, mentions: Ints, entity: Ints) -> Anaphora:
        """The annotations of these mentions, in this order; ``entity`` is that of each of them.

        Bridges that lose a mention, and elements that lose an entity, are dropped.
        """
        number = np.full(len(self.nonreferring), -1)
        number[mentions] = np.arange(len(mentions))
        anaphor, anchor = number[self.anaphor], number[self.anchor]
        there = (anaphor >= 0) & (anchor >= 0)
        whole = np.isin(self.plural, entity) & np.isin(self.element, entity)
        return Anaphora(
            nonreferring=self.nonreferring[mentions],
            anaphor=anaphor[there],
            anchor=anchor[there],
            plural=self.plural[whole],
            element=self.element[whole],
        )

    def united(self, kept: Ints, entity: Ints) -> Anaphora:
        """The annotations where mention ``kept[i]`` stands for mention i; ``entity`` is that of each mention.

        An entity that keeps no mention is the entity of what stands for its first one.
        """
        entities = np.arange(int(entity.max(initial=-1)) + 1)
        first = np.zeros(len(entities), np.int64)
        first[entity[::-1]] = np.arange(len(entity))[::-1]
        keeps = np.isin(entities, entity[kept])
        stands = np.where(keeps, entities, entity[kept[first]])
        anaphor, anchor = _distinct(kept[self.anaphor], kept[self.anchor])
        plural, element = _distinct(stands[self.plural], stands[self.element])
        return replace(self, anaphor=anaphor, anchor=anchor, plural=plural, element=element)

    def relabelled(self, number: Ints) -> Anaphora:
        """The annotations where entity i is called ``number[i]``."""
        return replace(self, plural=number[self.plural], element=number[self.element])


def _distinct(one: Ints, other: Ints) -> tuple[Ints, Ints]:
    """The distinct pairs of different numbers."""
    pairs = np.unique(np.stack([one, other], axis=1)[one != other], axis=0)
    return pairs[:, 0], pairs[:, 1]


def plural_sets(anaphora: Anaphora) -> dict[int, frozenset[int]]:
    """The elements of each plural entity."""
    elements: dict[int, set[int]] = {}
    for plural, element in zip(anaphora.plural.tolist(), anaphora.element.tolist(), strict=True):
        elements.setdefault(plural, set()).add(element)
    return {plural: frozenset(members) for plural, members in elements.items()}

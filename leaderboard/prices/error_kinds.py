"""Seven kinds of errors, found in spans and entities alone (after Kummerfeld & Klein, 2013).

A piece is a set of mentions that a key entity and a response entity share. The main piece of an entity is its
largest; of equal ones the one with the earliest mention.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Ints, Mask
from leaderboard.prices.union import Union

ERROR_KINDS = (
    "span",
    "conflated",
    "extra_mention",
    "extra_entity",
    "divided",
    "missing_mention",
    "missing_entity",
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pieces:
    """The pieces of both sides as columns.

    ``key_main`` and ``response_main`` number the main piece of each entity, or are -1 for an entity without
    pieces. ``of`` is the piece of each mention, or -1.
    """

    key_entity: Ints
    response_entity: Ints
    part: Ints
    key_main: Ints
    response_main: Ints
    of: Ints

    @property
    def conflated(self) -> Ints:
        """The pieces of response entities that are not their main ones."""
        return np.flatnonzero(self.response_main[self.response_entity] != np.arange(len(self.part)))

    @property
    def divided(self) -> Ints:
        """The pieces of key entities that are not their main ones."""
        return np.flatnonzero(self.key_main[self.key_entity] != np.arange(len(self.part)))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Errors:
    """The errors of a response: mentions are rows of ``union``, pieces are rows of ``pieces``."""

    union: Union
    pieces: Pieces
    extra_mention: Mask
    in_extra_entity: Mask
    missing_mention: Mask
    in_missing_entity: Mask

    def counts(self) -> dict[str, Ints]:
        """The number of errors of each kind in each part."""
        union, pieces = self.union, self.pieces
        where = {
            "span": union.part[union.misspanned],
            "conflated": pieces.part[pieces.conflated],
            "extra_mention": union.part[self.extra_mention],
            "extra_entity": _first_parts(union.part, union.response_entity, self.in_extra_entity),
            "divided": pieces.part[pieces.divided],
            "missing_mention": union.part[self.missing_mention],
            "missing_entity": _first_parts(union.part, union.key_entity, self.in_missing_entity),
        }
        parts = len(union.matching.key.parts)
        return {kind: np.bincount(where[kind], minlength=parts) for kind in ERROR_KINDS}

    def names(self) -> dict[str, Ints]:
        """Sorted names of the errors of each kind; systems with the same error share its name.

        Names are made of mentions and entities of the key, and of spans.
        """
        union, pieces = self.union, self.pieces
        span = np.append(union.span_name, 0)[union.response_mention]
        named = {
            "span": union.key_mention[union.misspanned],
            "conflated": self._conflated_pairs(),
            "extra_mention": span[self.extra_mention],
            "extra_entity": _sums(union.response_entity[self.in_extra_entity], span[self.in_extra_entity]),
            "divided": pieces.key_entity[pieces.divided],
            "missing_mention": union.key_mention[self.missing_mention],
            "missing_entity": union.key_entity[self.in_missing_entity],
        }
        # Without places NumPy loads its masked arrays, which takes longer than all else here.
        return {kind: np.unique(named[kind], return_index=True)[0] for kind in ERROR_KINDS}

    def _conflated_pairs(self) -> Ints:
        """The two key entities of each conflated piece and the main piece, in either order, as a number."""
        pieces = self.pieces
        piece = pieces.key_entity[pieces.conflated]
        main = pieces.key_entity[pieces.response_main[pieces.response_entity[pieces.conflated]]]
        return np.minimum(piece, main) << 32 | np.maximum(piece, main)


def find_errors(union: Union) -> Errors:
    """Find all errors of a response as it is."""
    pieces = _pieces(union)
    extra, missing = union.key_entity < 0, union.response_entity < 0
    stray = extra & (np.append(pieces.response_main, -1)[union.response_entity] < 0)
    lost = missing & (np.append(pieces.key_main, -1)[union.key_entity] < 0)
    return Errors(
        union=union,
        pieces=pieces,
        extra_mention=extra & ~stray,
        in_extra_entity=stray,
        missing_mention=missing & ~lost,
        in_missing_entity=lost,
    )


def _pieces(union: Union) -> Pieces:
    shared = np.flatnonzero(union.shared)
    width = union.matching.response.entities
    cell = union.key_entity[shared] * width + union.response_entity[shared]
    cells, first, number, size = np.unique(cell, return_index=True, return_inverse=True, return_counts=True)
    key_entity, response_entity = np.divmod(cells, max(width, 1))
    of = np.full(len(union.part), -1)
    of[shared] = number
    return Pieces(
        key_entity=key_entity,
        response_entity=response_entity,
        part=union.part[shared[first]],
        key_main=_main(key_entity, size, first, union.matching.key.entities),
        response_main=_main(response_entity, size, first, width),
        of=of,
    )


def _main(entity: Ints, size: Ints, first: Ints, entities: int) -> Ints:
    """The largest piece of each entity, of equal ones the earliest; -1 for an entity without pieces."""
    order = np.lexsort((first, -size, entity))
    best = order[np.diff(entity[order], prepend=-1) > 0]
    main = np.full(entities, -1)
    main[entity[best]] = best
    return main


def _first_parts(part: Ints, entity: Ints, mentions: Mask) -> Ints:
    """The part of each entity of some mentions, each entity once."""
    first: Ints = np.unique(entity[mentions], return_index=True)[1]
    return part[mentions][first]


def _sums(group: Ints, values: Ints) -> Ints:
    """The sum of the values of each group, whatever their order."""
    _, number = np.unique(group, return_inverse=True)
    sums = np.zeros(len(number), np.int64)
    np.add.at(sums, number, values)
    return sums[: number.max(initial=-1) + 1]

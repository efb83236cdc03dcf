"""The sparse table of shared mentions of a whole corpus, and its margins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from leaderboard.corpus import Corpus, Floats, Ints, Mask, in_order
from leaderboard.matching import Matching


@dataclass(frozen=True, slots=True)
class Side:
    """The entities of the key or of the response."""

    size: Ints
    part: Ints
    parts: int

    def by_part(self, values: ArrayLike) -> Floats:
        """Sum one value per entity by part."""
        return _sum(self.part, values, self.parts)

    @property
    def counts(self) -> tuple[int, int]:
        """The number of mentions, and of entities that have any."""
        return int(self.size.sum()), int(np.count_nonzero(self.size))

    @property
    def mentions(self) -> Floats:
        return self.by_part(self.size)

    @property
    def entities(self) -> Floats:
        return self.by_part(np.ones(len(self.size)))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Overlap:
    """The cells n_ij > 0: key entity i and response entity j share n_ij mentions.

    Cells stand in an order that depends on their sizes alone, so that sums of fractions do not
    depend on the order of entities in the files.
    """

    matching: Matching
    key: Side
    response: Side
    key_entity: Ints
    response_entity: Ints
    shared: Ints

    @property
    def key_size(self) -> Ints:
        """|k_i|, for each cell."""
        return self.key.size[self.key_entity]

    @property
    def response_size(self) -> Ints:
        """|r_j|, for each cell."""
        return self.response.size[self.response_entity]

    def only(self, cells: Ints | Mask) -> Overlap:
        """The overlap restricted to some cells."""
        return replace(
            self,
            key_entity=self.key_entity[cells],
            response_entity=self.response_entity[cells],
            shared=self.shared[cells],
        )

    def by_part(self, values: ArrayLike) -> Floats:
        """Sum one value per cell by part."""
        return _sum(self.key.part[self.key_entity], values, self.key.parts)


def overlap(matching: Matching) -> Overlap:
    """Count the shared mentions of every two entities that share any."""
    return table(
        matching,
        _key_side(matching.key),
        _side(matching.response),
        matching.key.entity[matching.key_mention],
        matching.response.entity[matching.response_mention],
    )[0]


def table(
    matching: Matching, key: Side, response: Side, key_label: Ints, response_label: Ints
) -> tuple[Overlap, Ints]:
    """Count the mentions with each pair of labels, the entities of a mention on the two sides.

    Also return the cell of each mention.
    """
    width = max(len(response.size), 1)
    pair = key_label * width + response_label
    # Labels stand in order of the text for the most part, which a stable sort makes use of.
    by_pair = np.argsort(pair, kind="stable")
    sorted_pair, is_new = pair[by_pair], np.ones(len(pair), np.bool_)
    np.not_equal(sorted_pair[1:], sorted_pair[:-1], out=is_new[1:])
    begins = np.flatnonzero(is_new)
    shared = np.diff(begins, append=len(pair))
    key_entity, response_entity = np.divmod(sorted_pair[begins], width)
    order = in_order(key.part[key_entity], shared, key.size[key_entity], response.size[response_entity])
    place, cell = np.empty_like(order), np.empty_like(pair)
    place[order] = np.arange(len(order))
    cell[by_pair] = np.repeat(place, shared)
    found = Overlap(
        matching=matching,
        key=key,
        response=response,
        key_entity=key_entity[order],
        response_entity=response_entity[order],
        shared=shared[order],
    )
    return found, cell


def _side(corpus: Corpus) -> Side:
    part = np.empty(corpus.entities, np.int64)
    part[corpus.entity] = corpus.unit
    return Side(corpus.sizes, part, len(corpus.units))


_key_side = lru_cache(maxsize=1)(_side)  # all responses have the same key


def _sum(part: Ints, values: ArrayLike, parts: int) -> Floats:
    sums = np.bincount(part, weights=np.asarray(values, dtype=np.float64), minlength=parts)
    return sums.astype(np.float64, copy=False)

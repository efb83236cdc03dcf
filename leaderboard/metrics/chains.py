"""Both sides completed: every mention of either side stands in a chain on each.

A mention that one side lacks is a chain of its own there, an implicit singleton.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.mention_classes import has_classes, mention_classes
from leaderboard.matching import Matching
from leaderboard.overlap import Overlap, Side, table


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chains:
    """The mentions of both sides in text order, as columns, and what their chains share.

    ``key_mention`` and ``response_mention`` are -1 where the side lacks the mention; chains are
    numbered by their first mentions, so that nothing depends on the order of entities in a file.
    ``classes`` is None where the key has no tags.
    """

    part: Ints
    start: Ints
    end: Ints
    key_mention: Ints
    response_mention: Ints
    key_chain: Ints
    response_chain: Ints
    classes: Ints | None
    table: Overlap

    @property
    def cell(self) -> Ints:
        """The cell of the table that each mention belongs to."""
        width = len(self.table.response.size)
        pairs = self.table.key_entity * width + self.table.response_entity
        order = np.argsort(pairs)
        place = np.searchsorted(pairs[order], self.key_chain * width + self.response_chain)
        cell: Ints = order[place]
        return cell


def complete(matching: Matching) -> Chains:
    """The mentions of the key and those that only the response has."""
    key, response = matching.key, matching.response
    ours = np.arange(len(key.part))
    theirs = np.setdiff1d(np.arange(len(response.part)), matching.response_mention, assume_unique=True)
    partner = np.full(len(ours), -1)
    partner[matching.key_mention] = matching.response_mention
    part, start, end = (
        np.concatenate([getattr(key, name), getattr(response, name)[theirs]])
        for name in ("part", "start", "end")
    )
    order = np.lexsort((end, start, part))
    key_mention = np.concatenate([ours, np.full(len(theirs), -1)])[order]
    response_mention = np.concatenate([partner, theirs])[order]
    part = part[order]
    unit = key.groups.of_part[part] if key.groups else part
    key_chain, response_chain = _chains(key.entity, key_mention), _chains(response.entity, response_mention)
    key_side, response_side = (_side(chain, unit, len(key.units)) for chain in (key_chain, response_chain))
    return Chains(
        part=part,
        start=start[order],
        end=end[order],
        key_mention=key_mention,
        response_mention=response_mention,
        key_chain=key_chain,
        response_chain=response_chain,
        classes=_classes(matching, theirs)[order] if has_classes(key) else None,
        table=table(matching, key_side, response_side, key_chain, response_chain),
    )


def _chains(entity: Ints, mention: Ints) -> Ints:
    """The chain of each mention; those that are not there get one each."""
    there = mention >= 0
    label = np.empty(len(mention), np.int64)
    label[there] = entity[mention[there]]
    label[~there] = np.arange(len(entity), len(entity) + np.count_nonzero(~there))
    return numbered_in_order(label)


def numbered_in_order(label: Ints) -> Ints:
    """Renumber the labels as 0, 1, 2, ... by first occurrence."""
    _, first, group = np.unique(label, return_index=True, return_inverse=True)
    number = np.empty(len(first), np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    numbered: Ints = number[group]
    return numbered


def _side(chain: Ints, part: Ints, parts: int) -> Side:
    _, first, size = np.unique(chain, return_index=True, return_counts=True)
    return Side(size.astype(np.int64), part[first], parts)


def _classes(matching: Matching, theirs: Ints) -> Ints:
    return np.concatenate([mention_classes(matching.key), mention_classes(matching.response)[theirs]])

"""Both sides completed: every mention of either side stands in a chain on each.

A mention that one side lacks is a chain of its own there, an implicit singleton.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from leaderboard.corpus import Corpus, Ints, span_numbers
from leaderboard.corpus.mention_classes import has_classes, mention_classes
from leaderboard.matching import Matching
from leaderboard.overlap import Overlap, Side, table


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chains:
    """The mentions of both sides in text order, as columns, and what their chains share.

    ``key_mention`` and ``response_mention`` are -1 where the side lacks the mention; chains are
    numbered by their first mentions, so that nothing depends on the order of entities in a file.
    ``classes`` is None where the key has no tags. ``cell`` is the cell of the table that each mention
    belongs to.
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
    cell: Ints


def complete(matching: Matching) -> Chains:
    """The mentions of the key and those that only the response has."""
    key, response = matching.key, matching.response
    alone = np.ones(len(response.part), np.bool_)
    alone[matching.response_mention] = False
    theirs = np.flatnonzero(alone)
    partner = np.full(len(key.part), -1)
    partner[matching.key_mention] = matching.response_mention
    part, start, end = (
        np.concatenate([getattr(key, name), getattr(response, name)[theirs]])
        for name in ("part", "start", "end")
    )
    # Both sides are in order of the text already, which a stable sort makes use of.
    order = np.argsort(span_numbers(key.tokens, part, start, end), kind="stable")
    key_mention = np.concatenate([np.arange(len(key.part)), np.full(len(theirs), -1)])[order]
    response_mention = np.concatenate([partner, theirs])[order]
    part = part[order]
    unit = key.groups.of_part[part] if key.groups else part
    units = len(key.units)
    key_chain, key_side = _chains(key.entity, key_mention, unit, units)
    response_chain, response_side = _chains(response.entity, response_mention, unit, units)
    shared, cell = table(matching, key_side, response_side, key_chain, response_chain)
    return Chains(
        part=part,
        start=start[order],
        end=end[order],
        key_mention=key_mention,
        response_mention=response_mention,
        key_chain=key_chain,
        response_chain=response_chain,
        classes=_classes(matching, theirs)[order] if has_classes(key) else None,
        table=shared,
        cell=cell,
    )


def _chains(entity: Ints, mention: Ints, unit: Ints, units: int) -> tuple[Ints, Side]:
    """The chain of each mention, numbered by first mentions; mentions that are not there get one each."""
    place = np.arange(len(mention))
    label = np.where(mention >= 0, np.append(entity, 0)[mention], len(entity) + place)
    first = np.full(len(entity) + len(label), len(label))
    np.minimum.at(first, label, place)
    begins = np.flatnonzero(first[label] == place)
    number = np.empty_like(first)
    number[label[begins]] = np.arange(len(begins))
    chain: Ints = number[label]
    size = np.bincount(chain, minlength=len(begins)).astype(np.int64)
    return chain, Side(size, unit[begins], units)


def _classes(matching: Matching, theirs: Ints) -> Ints:
    return np.concatenate([_key_classes(matching.key), mention_classes(matching.response.picked(theirs))])


@lru_cache(maxsize=1)  # all responses have the same key
def _key_classes(key: Corpus) -> Ints:
    return mention_classes(key)

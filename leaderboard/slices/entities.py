"""Attributes of entities, of all entities of a file before any is deleted."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Nodes
from leaderboard.matching import match
from leaderboard.slices.values import NONE, SliceOptions, Values, banded, in_order, unknown


def size(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The number of mentions; a response has its own."""
    return banded("size", key, options, lambda side: side.sizes[side.entity])


def reach(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The words between the starts of the first and the last mention; a response has its own."""
    return banded("range", key, options, _range)


def etype(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The type in the key; a response entity has that of the key entity that shares most mentions with it."""
    if key.nodes is None or key.nodes.types is None:
        return unknown(key)
    names, of_entity = in_order(_types(key, key.nodes))
    rank = _ranks(key, key.nodes)

    def of_response(response: Corpus) -> Ints:
        partner = _partners(key, response, rank, options)
        return np.append(of_entity, -1)[partner[response.entity]]

    return Values(names, of_entity[key.entity], of_response)


def _range(side: Corpus) -> Ints:
    first = np.full(side.entities, np.iinfo(np.int64).max)
    last = np.zeros(side.entities, np.int64)
    np.minimum.at(first, side.entity, side.start)
    np.maximum.at(last, side.entity, side.start)
    spread: Ints = (last - first)[side.entity]
    return spread


def _types(key: Corpus, nodes: Nodes) -> list[str]:
    """The type of each entity: that of its first mention with one; of equal beginnings, the longer first."""
    assert nodes.types is not None
    names, number = nodes.types
    typed = np.flatnonzero(np.array([name != "" for name in names], np.bool_)[number])
    typed = typed[np.lexsort((-nodes.size[typed], nodes.begin[typed]))]
    entity, first = np.unique(key.entity[typed], return_index=True)
    types = [NONE] * key.entities
    for place, mention in zip(entity.tolist(), typed[first].tolist(), strict=True):
        types[place] = names[number[mention]]
    return types


def _ranks(key: Corpus, nodes: Nodes) -> Ints:
    """The place of each entity in the order of first mentions: by begin, then the one of more nodes."""
    order = np.lexsort((-nodes.size, nodes.begin))
    _, first = np.unique(key.entity[order], return_index=True)
    return np.argsort(np.argsort(first))


def _partners(key: Corpus, response: Corpus, rank: Ints, options: SliceOptions) -> Ints:
    """The key entity that shares most mentions with each response entity, or -1 where none shares any."""
    pairs = match(key, response, options.match, options.zeros)
    ours, theirs = key.entity[pairs.key_mention], response.entity[pairs.response_mention]
    cell, shared = np.unique(theirs * max(key.entities, 1) + ours, return_counts=True)
    theirs, ours = np.divmod(cell, max(key.entities, 1))
    order = np.lexsort((rank[ours], -shared, theirs))
    entity, best = np.unique(theirs[order], return_index=True)
    partner = np.full(response.entities, -1)
    partner[entity] = ours[order][best]
    return partner

"""A response whose errors of some kinds are mended."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.corpus import renumbered
from leaderboard.corpus.nodes import Nodes
from leaderboard.matching import Matching
from leaderboard.prices.error_kinds import Errors


def mended(errors: Errors, kinds: Collection[str]) -> Matching:
    """Mend the errors of these kinds, always in the order of ``ERROR_KINDS``, and match with the key."""
    union, entity = errors.union, _entities(errors, kinds)
    from_key = (union.response_mention < 0) | (union.misspanned & ("span" in kinds))
    there = entity >= 0
    added, kept = np.flatnonzero(there & from_key), np.flatnonzero(there & ~from_key)
    rows = np.concatenate([kept, added])
    response, place = _joined(
        union.matching.response.picked(union.response_mention[kept]),
        union.matching.key.picked(union.key_mention[added]),
        renumbered(entity[rows]),
    )
    position = np.full(len(there), -1)
    position[rows] = place
    right = there & (union.key_mention >= 0) & (from_key | ~union.misspanned)
    matched = np.flatnonzero(right)
    matched = matched[np.argsort(union.key_mention[matched])]
    return Matching(union.matching.key, response, union.key_mention[matched], position[matched])


def _entities(errors: Errors, kinds: Collection[str]) -> Ints:
    """The entity of each mention after mending, -1 for a mention that is not there."""
    union, pieces = errors.union, errors.pieces
    entity, new = union.response_entity.copy(), union.matching.response.entities
    of_piece = pieces.response_entity.copy()
    if "conflated" in kinds:
        of_piece[pieces.conflated] = new + np.arange(len(pieces.conflated))
        new += len(pieces.conflated)
    main = np.append(of_piece, -1)[pieces.key_main]  # where the main piece of each key entity is
    if "divided" in kinds:
        of_piece[pieces.divided] = main[pieces.key_entity[pieces.divided]]
    shared = pieces.of >= 0
    entity[shared] = of_piece[pieces.of[shared]]
    if "extra_mention" in kinds:
        entity[errors.extra_mention] = -1
    if "extra_entity" in kinds:
        entity[errors.in_extra_entity] = -1
    if "missing_mention" in kinds:
        entity[errors.missing_mention] = main[union.key_entity[errors.missing_mention]]
    if "missing_entity" in kinds:
        entity[errors.in_missing_entity] = new + union.key_entity[errors.in_missing_entity]
    return entity


def _joined(response: Corpus, key: Corpus, entity: Ints) -> tuple[Corpus, Ints]:
    """The mentions of both in order, with these entities, and the place of each."""
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(response, name), getattr(key, name)])
        for name in ("part", "start", "end", "line")
    }
    order = np.lexsort((columns["end"], columns["start"], columns["part"]))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    nodes = _joined_nodes(response.nodes, key.nodes) if response.nodes and key.nodes else None
    joined = replace(response, **columns, entity=entity, nodes=nodes)
    return joined.picked(order), place


def _joined_nodes(response: Nodes, key: Nodes) -> Nodes:
    """The nodes of the mentions of both, one after the other, with the empty nodes of both texts."""
    count = len(response.size)
    shifted = replace(key, piece_mention=key.piece_mention + count, edge_mention=key.edge_mention + count)
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(response, name), getattr(shifted, name)])
        for name in ("size", "head", "piece_mention", "first", "last", "edge_mention", "parent", "relation")
    }
    empties = np.unique(
        np.concatenate([(side.empty_part, side.empty) for side in (response, key)], axis=1), axis=1
    )
    return replace(response, **columns, empty_part=empties[0], empty=empties[1])

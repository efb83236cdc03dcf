"""A response whose errors of some kinds are mended."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from leaderboard.corpus import Ints, renumbered
from leaderboard.matching import Matching
from leaderboard.prices.error_kinds import Errors


def mended(errors: Errors, kinds: Collection[str]) -> Matching:
    """Mend the errors of these kinds, always in the order of ``ERROR_KINDS``, and match with the key."""
    union, key = errors.union, errors.union.matching.key
    entity = _entities(errors, kinds)
    from_key = (union.response_mention < 0) | (union.misspanned & ("span" in kinds))
    right = (union.key_mention >= 0) & (from_key | ~union.misspanned)
    source = np.where(from_key, len(union.matching.response.part) + union.key_mention, union.response_mention)
    rows = np.flatnonzero(entity >= 0)
    rows = rows[np.argsort(union.place[source[rows]], kind="stable")]
    response = union.both.picked(source[rows], renumbered(entity[rows]))
    matched = np.flatnonzero(right[rows])
    matched = matched[np.argsort(union.key_mention[rows[matched]], kind="stable")]  # nearly in order
    return Matching(key, response, union.key_mention[rows[matched]], matched)


def _entities(errors: Errors, kinds: Collection[str]) -> Ints:
    """The entity of each mention after mending, -1 for a mention that is not there."""
    union, pieces = errors.union, errors.pieces
    new = union.matching.response.entities
    of_piece = pieces.response_entity.copy()
    if "conflated" in kinds:
        of_piece[pieces.conflated] = new + np.arange(len(pieces.conflated))
        new += len(pieces.conflated)
    main = np.append(of_piece, -1)[pieces.key_main]  # where the main piece of each key entity is
    if "divided" in kinds:
        of_piece[pieces.divided] = main[pieces.key_entity[pieces.divided]]
    entity = np.where(pieces.of >= 0, np.append(of_piece, -1)[pieces.of], union.response_entity)
    if "extra_mention" in kinds:
        entity[errors.extra_mention] = -1
    if "extra_entity" in kinds:
        entity[errors.in_extra_entity] = -1
    if "missing_mention" in kinds:
        entity[errors.missing_mention] = main[union.key_entity[errors.missing_mention]]
    if "missing_entity" in kinds:
        entity[errors.in_missing_entity] = new + union.key_entity[errors.in_missing_entity]
    return entity

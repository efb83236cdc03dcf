"""Mentions put into other entities, or left out: what responses are made by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, renumbered
from leaderboard.matching import Matching

ABSENT = -1


def perfect(key: Corpus) -> Matching:
    """The key as a response; every mention is itself, whatever else has its span."""
    each = np.arange(len(key.entity))
    return Matching(key, key, each, each)


def regrouped(matching: Matching, entity: Ints) -> Matching:
    """The mentions of the response in these entities, without those that are ABSENT."""
    kept = entity != ABSENT
    rows = np.flatnonzero(kept)
    place = np.cumsum(kept) - 1
    pairs = kept[matching.response_mention]
    return Matching(
        matching.key,
        replace(matching.response.picked(rows), entity=renumbered(entity[rows])),
        matching.key_mention[pairs],
        place[matching.response_mention[pairs]],
    )


def without_singletons(matching: Matching) -> Matching:
    """Remove the entities of one mention, as a reader that drops them would do."""
    entity = matching.response.entity
    return regrouped(matching, np.where(group_sizes(entity) > 1, entity, ABSENT))


def rows_by_part(part: Ints) -> Iterator[Ints]:
    """The rows of each part that has any; rows are in order of part."""
    return (rows for rows in np.split(np.arange(len(part)), np.flatnonzero(np.diff(part)) + 1) if len(rows))


def unrelated(part: Ints, key_entity: Ints, *, small: bool = False) -> Ints:
    """Entities for some mentions, none of which has two of one key entity: none has a correct link.

    Every part has as few entities as that allows, or, where they shall be small, as many as there are
    pairs of mentions. A mention is alone only where all the others that need a partner are its own kin.
    """
    entity = np.empty(len(part), np.int64)
    first = 0
    for rows in rows_by_part(part):
        entities = int(group_sizes(key_entity[rows]).max())
        entity[rows] = first + dealt(key_entity[rows], max(entities, len(rows) // 2) if small else entities)
        first += len(rows)
    return entity


def dealt(group: Ints, hands: int) -> Ints:
    """A number below ``hands`` for each mention: dealt out in turn, one group after the other.

    No two of a group get the same number unless there are fewer numbers than the group has mentions.
    """
    numbers = np.empty(len(group), np.int64)
    numbers[np.argsort(group, kind="stable")] = np.arange(len(group)) % hands
    return numbers


def group_sizes(group: Ints) -> Ints:
    """For each mention the number of those of its group."""
    _, place, count = np.unique(group, return_inverse=True, return_counts=True)
    of_mention: Ints = count[place].astype(np.int64)
    return of_mention

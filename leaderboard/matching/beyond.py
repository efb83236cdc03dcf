"""All mentions of both sides, and sets of antecedents, where annotations go beyond identity."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.matching.matching import (
    Antecedents,
    Beyond,
    Matching,
    Sets,
    counted,
    default_split,
    match,
    merged_entities,
    scored_entities,
)


def match_layers(
    key: Corpus, response: Corpus, how: str | None, zeros: str, singletons: str | None, split: str | None
) -> Matching:
    """Pair the mentions that count, and all mentions where a side has annotations beyond identity."""
    scored = match(counted(key, singletons, split), counted(response, singletons, split), how, zeros)
    if key.anaphora is None or response.anaphora is None:
        return scored
    entities = scored_entities(key, singletons, split), scored_entities(response, singletons, split)
    ignored = (split or default_split(key)) == "ignore"
    return replace(
        scored,
        beyond=Beyond(match(key, response, how, zeros), entities[0]),
        antecedents=None if ignored else _antecedents(key, response, scored, *entities),
    )


def _antecedents(
    key: Corpus, response: Corpus, scored: Matching, key_entity: Ints, response_entity: Ints
) -> Antecedents | None:
    """The sets of both sides, or None where there are none."""
    labels = _labels(key, response, scored, key_entity, response_entity)
    sets = Antecedents(_sets_of(key, key_entity, labels[0]), _sets_of(response, response_entity, labels[1]))
    return sets if len(sets.key.entity) + len(sets.response.entity) else None


def _labels(
    key: Corpus, response: Corpus, scored: Matching, key_entity: Ints, response_entity: Ints
) -> tuple[Ints, Ints]:
    """A label for each mention; mentions of which one is not scored have the same label by equal spans."""
    ours = np.flatnonzero(key_entity >= 0)[scored.key_mention]
    theirs = np.flatnonzero(response_entity >= 0)[scored.response_mention]
    equal = match(key, response, "exact", "linear")
    others = np.flatnonzero(
        ((key_entity[equal.key_mention] < 0) | (response_entity[equal.response_mention] < 0))
        & ~np.isin(equal.key_mention, ours)
        & ~np.isin(equal.response_mention, theirs)
    )
    label = len(key.part) + np.arange(len(response.part))
    label[theirs] = ours
    label[equal.response_mention[others]] = equal.key_mention[others]
    return np.arange(len(key.part)), label


def _sets_of(side: Corpus, scored_entity: Ints, label: Ints) -> Sets:
    """The sets of the entities that are scored."""
    entity, sets = merged_entities(side)
    scored = np.flatnonzero(scored_entity >= 0)
    number = np.full(side.entities, -1)
    number[entity[scored]] = scored_entity[scored]
    plural = [one for one in sets if number[one] >= 0]
    rows = [(owner, element) for owner, one in enumerate(plural) for element in sorted(sets[one])]
    owner, element = np.array(rows, np.int64).reshape(-1, 2).T
    return Sets(entity=number[plural], owner=owner, element=element, mentions=side, label=label)

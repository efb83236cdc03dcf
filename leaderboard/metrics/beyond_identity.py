"""Metrics of annotations beyond identity (Yu et al., 2022): non-referring mentions and bridges.

A non-referring mention is right if it is one on both sides. Bridges are counted in three ways: by anaphors,
whatever the anchor; by pairs of an anaphor and its anchor, mention by mention; and by pairs of an anaphor and
the key entity of its anchor, of which any mention is right. The entities of the response play no part.
R and P divide what both sides have by what the key and the response have.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.matching import Beyond
from leaderboard.metrics.metric import SHARED_NUMERATOR, Floats, Metric, shared_numerator, stack
from leaderboard.overlap import Overlap

# From anaphors, anchors and the entities of anchors to the numbers that must agree.
Compared = Callable[[Ints, Ints, Ints], tuple[Ints, ...]]


def beyond_identity(name: str, label: str, count: Callable[[Beyond], Floats]) -> Metric:
    """Return the metric of these counts [shared, key, response], which are 0 without such annotations."""

    def sums(overlap: Overlap) -> Floats:
        beyond = overlap.matching.beyond
        return np.zeros((3, overlap.key.parts)) if beyond is None else count(beyond)

    def weight(overlap: Overlap) -> Floats:
        return sums(overlap)[1:2]

    return Metric(name, label, sums, shared_numerator, weight, summands=SHARED_NUMERATOR)


def bridging(name: str, label: str, compared: Compared) -> Metric:
    """Return the metric that counts bridges which are the same in what is compared once."""
    return beyond_identity(name, label, lambda beyond: _bridges(beyond, compared))


def _nonreferring_counts(beyond: Beyond) -> Floats:
    matching = beyond.matching
    ours, theirs = _nonreferring(matching.key), _nonreferring(matching.response)
    shared = matching.key_mention[ours[matching.key_mention] & theirs[matching.response_mention]]
    return stack(matching.key.by_unit(shared), matching.key.by_unit(ours), matching.response.by_unit(theirs))


def _nonreferring(side: Corpus) -> Mask:
    assert side.anaphora is not None
    return side.anaphora.nonreferring


def _bridges(beyond: Beyond, compared: Compared) -> Floats:
    key, response = beyond.matching.key, beyond.matching.response
    number = len(key.part) + np.arange(len(response.part))
    number[beyond.matching.response_mention] = beyond.matching.key_mention
    ours, anaphors = _distinct(key, np.arange(len(key.part)), beyond, compared)
    theirs, others = _distinct(response, number, beyond, compared)
    known = set(map(tuple, theirs.tolist()))
    shared = np.array([bridge in known for bridge in map(tuple, ours.tolist())], np.bool_)
    return stack(key.by_unit(anaphors[shared]), key.by_unit(anaphors), response.by_unit(others))


def _distinct(side: Corpus, number: Ints, beyond: Beyond, compared: Compared) -> tuple[Ints, Ints]:
    """Return the distinct bridges of one side and the anaphor of each; mentions have these numbers."""
    assert side.anaphora is not None
    anaphor, anchor = number[side.anaphora.anaphor], number[side.anaphora.anchor]
    # An anchor in no scored entity of the key stands for itself, below all entities.
    entity = -1 - anchor
    known = np.flatnonzero(anchor < len(beyond.key_entity))
    of_key = beyond.key_entity[anchor[known]]
    entity[known] = np.where(of_key >= 0, of_key, entity[known])
    rows = np.stack(compared(anaphor, anchor, entity), axis=1)
    bridges, first = np.unique(rows, axis=0, return_index=True)
    return bridges, side.anaphora.anaphor[first]


NON_REFERRING = beyond_identity("nonreferring", "Non-referring", _nonreferring_counts)
BRIDGING_ANAPHOR = bridging(
    "bridging_anaphor", "Bridging anaphors", lambda anaphor, anchor, entity: (anaphor,)
)
BRIDGING_MENTION = bridging(
    "bridging_mention", "Bridging mentions", lambda anaphor, anchor, entity: (anaphor, anchor)
)
BRIDGING_ENTITY = bridging(
    "bridging_entity", "Bridging entities", lambda anaphor, anchor, entity: (anaphor, entity)
)

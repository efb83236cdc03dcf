"""Bridges of both sides as rows of numbers that are equal where the two sides agree."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.matching import Beyond
from leaderboard.metrics.metric import Floats, Metric, shared_numerator, stack
from leaderboard.metrics.nonreferring import by_unit
from leaderboard.overlap import Overlap

# From anaphors, anchors and the entities of anchors to the numbers that must agree.
Compared = Callable[[Ints, Ints, Ints], tuple[Ints, ...]]


def bridging(name: str, label: str, compared: Compared) -> Metric:
    """The metric that counts distinct things of bridges: shared ones, those of the key, of the response."""

    def sums(overlap: Overlap) -> Floats:
        beyond = overlap.matching.beyond
        return np.zeros((3, overlap.key.parts)) if beyond is None else _sums(beyond, compared)

    def weight(overlap: Overlap) -> Floats:
        return sums(overlap)[1:2]

    return Metric(name, label, sums, shared_numerator, weight)


def _sums(beyond: Beyond, compared: Compared) -> Floats:
    key, response = beyond.matching.key, beyond.matching.response
    number = len(key.part) + np.arange(len(response.part))
    number[beyond.matching.response_mention] = beyond.matching.key_mention
    ours, anaphors = _things(key, np.arange(len(key.part)), beyond, compared)
    theirs, others = _things(response, number, beyond, compared)
    known = set(map(tuple, theirs.tolist()))
    shared = np.array([thing in known for thing in map(tuple, ours.tolist())], np.bool_)
    return stack(by_unit(key, anaphors[shared]), by_unit(key, anaphors), by_unit(response, others))


def _things(side: Corpus, number: Ints, beyond: Beyond, compared: Compared) -> tuple[Ints, Ints]:
    """The distinct things of one side and the anaphor of each; mentions have these numbers."""
    assert side.anaphora is not None
    anaphor, anchor = number[side.anaphora.anaphor], number[side.anaphora.anchor]
    # An anchor in no scored entity of the key stands for itself, below all entities.
    entity = -1 - anchor
    known = np.flatnonzero(anchor < len(beyond.key_entity))
    of_key = beyond.key_entity[anchor[known]]
    entity[known] = np.where(of_key >= 0, of_key, entity[known])
    things, first = np.unique(np.stack(compared(anaphor, anchor, entity), axis=1), axis=0, return_index=True)
    return things, side.anaphora.anaphor[first]

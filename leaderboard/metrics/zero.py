"""Zeros, the anaphor-decomposable score of zeros (Žabokrtský et al., 2022; after Tuggener, 2014).

An anaphor is a mention that is not the first of its entity. A zero anaphor of the key is *correct* if its
partner in the response is an anaphor too, in the entity of the partner of an earlier mention of the key
entity; it is *wrong* if its partner is an anaphor in no such entity, else *missing*. A zero anaphor of the
response is *spurious* unless it is the partner of a zero anaphor of the key.
R = correct / (correct + wrong + missing), P = correct / (correct + wrong + spurious).
"""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.metrics.metric import SHARED_NUMERATOR, Floats, Metric, shared_numerator, stack
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    key, response = overlap.matching.key, overlap.matching.response
    ours, theirs = overlap.matching.key_mention, overlap.matching.response_mention
    wanted = _anaphoric(key) & _zero(key)
    resolved = wanted[ours] & _anaphoric(response)[theirs]
    cell = key.entity[ours] * max(response.entities, 1) + response.entity[theirs]
    correct = resolved & _repeats(cell)
    spurious = _anaphoric(response) & _zero(response)
    spurious[theirs[wanted[ours]]] = False
    return stack(
        key.by_unit(ours[correct]),
        key.by_unit(wanted),
        key.by_unit(ours[resolved]) + response.by_unit(spurious),
    )


def _anaphoric(side: Corpus) -> Mask:
    """The mentions that are not the first of their entities."""
    return _repeats(side.entity)


def _repeats(labels: Ints) -> Mask:
    """Where a label has been before."""
    repeats = np.ones(len(labels), np.bool_)
    repeats[np.unique(labels, return_index=True)[1]] = False
    return repeats


def _zero(side: Corpus) -> Mask:
    """The mentions whose head is an empty node, which only CorefUD files have."""
    return np.zeros(len(side.part), np.bool_) if side.nodes is None else side.nodes.zero


def weight(overlap: Overlap) -> Floats:
    """The zero anaphors of the key."""
    side = overlap.matching.key
    return stack(side.by_unit(_anaphoric(side) & _zero(side)))


ZERO = Metric("zero", "Zeros", sums, shared_numerator, weight, summands=SHARED_NUMERATOR)

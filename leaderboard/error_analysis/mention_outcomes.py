"""The outcome of each mention, counted one by one instead of by the closed form of DA.

A pair of chains is represented by its most specific shared expression, the first such in the text;
a chain without partner by its own. Each other mention of a chain is assigned a denotation.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.metrics.chains import Chains
from leaderboard.metrics.da import Denotation, correspondence
from leaderboard.metrics.similarity import specificity
from leaderboard.overlap import Overlap

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """For each mention whether the key assigns it, whether the response does, and whether alike."""

    possible: Mask
    actual: Mask
    together: Mask

    @property
    def correct(self) -> Mask:
        return self.possible & self.actual & self.together

    @property
    def incorrect(self) -> Mask:
        return self.possible & self.actual & ~self.together

    @property
    def spurious(self) -> Mask:
        return self.actual & ~self.possible

    @property
    def missing(self) -> Mask:
        return self.possible & ~self.actual


@dataclass(frozen=True, slots=True, eq=False)
class Resolved:
    """A response with its chains beside those of the key, and what became of each mention."""

    overlap: Overlap
    chains: Chains
    outcomes: Outcomes


def resolved(overlap: Overlap, denotation: Denotation) -> Resolved:
    chains, pairs = correspondence(overlap, denotation)
    return Resolved(overlap, chains, outcomes(chains, pairs, specificity(chains, denotation.weights)))


def outcomes(chains: Chains, pairs: Ints, specificity: Ints) -> Outcomes:
    paired = np.zeros(len(chains.table.shared), np.bool_)
    paired[pairs] = True
    together = paired[chains.cell]
    # Shared mentions represent a chain before others, then specific ones, then early ones.
    # NumPy sorts numbers of one byte much faster.
    order = np.argsort((np.where(together, 0, len(CLASS_NAMES)) + specificity).astype(np.int8), kind="stable")
    last = order[::-1]
    return Outcomes(_assigned(chains.key_chain, last), _assigned(chains.response_chain, last), together)


def _assigned(chain: Ints, order: Ints) -> Mask:
    """True for each mention but the last of each chain in this order."""
    last = np.empty(int(chain.max(initial=-1)) + 1, np.int64)
    last[chain[order]] = order
    assigned = np.ones(len(chain), np.bool_)
    assigned[last] = False
    return assigned

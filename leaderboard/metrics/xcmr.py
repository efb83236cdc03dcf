"""Exclusive Core-MR (Popescu-Belis & Robba, 1998): each entity has at most one core on the other side.

Cores are chosen greedily by |K ∩ R|, ties in text order. R = Σ |K ∩ C(K)| / Σ |K| and
P = 1 - Σ |R - C(R)| / Σ |R|, where only response entities with a core can err.
"""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.metrics.correspondence import greedy_cells
from leaderboard.metrics.da import Chains
from leaderboard.metrics.metric import (
    OWN_NUMERATORS,
    Floats,
    Metric,
    key_mentions,
    recall_precision_f1,
    stack,
)
from leaderboard.overlap import Overlap


def sums(overlap: Overlap) -> Floats:
    first_of_key, first_of_response = (
        _first(overlap.matching.key.entity),
        _first(overlap.matching.response.entity),
    )
    core = greedy_cells(
        overlap,
        overlap.shared,
        -first_of_key[overlap.key_entity],
        -first_of_response[overlap.response_entity],
    )
    chosen = np.zeros(len(overlap.shared))
    chosen[core] = 1
    recalled = overlap.by_part(overlap.shared * chosen)
    wrong = overlap.by_part((overlap.response_size - overlap.shared) * chosen)
    mentions = overlap.response.mentions
    return stack(recalled, overlap.key.mentions, mentions - wrong, mentions)


def core_pairs(chains: Chains) -> Ints:
    """The cells of chains that correspond: entities as in the score, then implicit singletons."""
    table = chains.table
    in_key = np.bincount(chains.key_chain, chains.key_mention >= 0) > 0
    in_response = np.bincount(chains.response_chain, chains.response_mention >= 0) > 0
    counted = in_key[table.key_entity] & in_response[table.response_entity]
    return greedy_cells(
        table, counted.astype(np.int64), table.shared, -table.key_entity, -table.response_entity
    )


def _first(entity: Ints) -> Ints:
    """The first mention of each entity."""
    return np.unique(entity, return_index=True)[1]


XC_MR = Metric("xcmr", "XC-MR", sums, recall_precision_f1, key_mentions, summands=OWN_NUMERATORS)

"""Counts of coreference and non-coreference links, none of which is ever enumerated."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Ints
from leaderboard.metrics.metric import Floats, stack
from leaderboard.overlap import Overlap
from leaderboard.split_antecedents import NO_CREDIT, Credit


class Links(NamedTuple):
    """Coreference (c) and other (n) links: in both sides, in the key, in the response."""

    both_c: Floats
    key_c: Floats
    response_c: Floats
    both_n: Floats
    key_n: Floats
    response_n: Floats


def links(overlap: Overlap, credit: Credit = NO_CREDIT) -> Links:
    """The six counts per part; the artificial mentions of a cell are shared in part."""
    both_c = overlap.by_part(pairs(overlap.shared) + credit.f1 * overlap.shared)
    weighed: Floats = np.add(overlap.shared, credit.f1)
    key_c = overlap.key.by_part(pairs(overlap.key.size))
    response_c = overlap.response.by_part(pairs(overlap.response.size))
    both_n = (
        pairs(overlap.by_part(weighed))
        - key_links_found(overlap, weighed)
        - response_links_found(overlap, weighed)
        + overlap.by_part(pairs(weighed))
    )
    return Links(
        both_c,
        key_c,
        response_c,
        np.maximum(both_n, 0),  # fractions may leave a trace below
        pairs(overlap.key.mentions) - key_c,
        pairs(overlap.response.mentions) - response_c,
    )


def links_of_key(overlap: Overlap) -> Floats:
    """The coreference and the other links of the key."""
    coreference = overlap.key.by_part(pairs(overlap.key.size))
    return stack(coreference, pairs(overlap.key.mentions) - coreference)


def key_links_found(overlap: Overlap, shared: Ints | Floats) -> Floats:
    """Σ_i C2(n_i.): key links both of whose mentions the response has."""
    row = np.bincount(overlap.key_entity, weights=shared, minlength=len(overlap.key.size))
    return overlap.key.by_part(pairs(row))


def response_links_found(overlap: Overlap, shared: Ints | Floats) -> Floats:
    """Σ_j C2(n_.j): response links both of whose mentions the key has."""
    column = np.bincount(overlap.response_entity, weights=shared, minlength=len(overlap.response.size))
    return overlap.response.by_part(pairs(column))


def pairs(count: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
    """C2(n) = n (n - 1) / 2."""
    number = np.asarray(count, dtype=np.float64)
    return number * (number - 1) / 2

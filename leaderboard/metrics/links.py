"""Counts of coreference and non-coreference links, none of which is ever enumerated."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import Floats, stack
from leaderboard.overlap import Overlap


class Links(NamedTuple):
    """Coreference (c) and other (n) links: in both sides, in the key, in the response."""

    both_c: Floats
    key_c: Floats
    response_c: Floats
    both_n: Floats
    key_n: Floats
    response_n: Floats


def links(overlap: Overlap) -> Links:
    """The six counts per part."""
    both_c = overlap.by_part(pairs(overlap.shared))
    key_c = overlap.key.by_part(pairs(overlap.key.size))
    response_c = overlap.response.by_part(pairs(overlap.response.size))
    shared = pairs(overlap.by_part(overlap.shared))
    return Links(
        both_c,
        key_c,
        response_c,
        shared - key_links_found(overlap) - response_links_found(overlap) + both_c,
        pairs(overlap.key.mentions) - key_c,
        pairs(overlap.response.mentions) - response_c,
    )


def links_of_key(overlap: Overlap) -> Floats:
    """The coreference and the other links of the key."""
    coreference = overlap.key.by_part(pairs(overlap.key.size))
    return stack(coreference, pairs(overlap.key.mentions) - coreference)


def key_links_found(overlap: Overlap) -> Floats:
    """Σ_i C2(n_i.): key links both of whose mentions the response has."""
    row = np.bincount(overlap.key_entity, weights=overlap.shared, minlength=len(overlap.key.size))
    return overlap.key.by_part(pairs(row))


def response_links_found(overlap: Overlap) -> Floats:
    """Σ_j C2(n_.j): response links both of whose mentions the key has."""
    column = np.bincount(
        overlap.response_entity, weights=overlap.shared, minlength=len(overlap.response.size)
    )
    return overlap.response.by_part(pairs(column))


def pairs(count: NDArray[np.float64] | NDArray[np.int64]) -> Floats:
    """C2(n) = n (n - 1) / 2."""
    number = np.asarray(count, dtype=np.float64)
    return number * (number - 1) / 2

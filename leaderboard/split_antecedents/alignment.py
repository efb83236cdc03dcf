"""The best one-to-one alignment of the sets of the key with those of the response, within each part."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Floats, Ints
from leaderboard.split_antecedents.pairs import SetPairs

# Similarities are multiples of this, so that they add exactly and equal fractions are equal numbers.
STEP = 2.0**-40


def aligned(pairs: SetPairs, similarity: Floats) -> Ints:
    """The pairs of an alignment with the greatest total; of several, the one that SciPy finds."""
    worth = np.rint(similarity / STEP) * STEP
    similar = np.flatnonzero(worth > 0)
    part = pairs.key.part[pairs.key_set[similar]]
    runs = np.split(similar, np.flatnonzero(np.diff(part)) + 1)
    return np.concatenate([_solve(pairs, some, worth[some]) for some in runs if len(some)] or [similar])


def equal_besides(pairs: SetPairs, chosen: Ints) -> Ints:
    """The pairs of equal sets of which the key's is in no pair of an alignment, as it has no such links."""
    sizes = (np.bincount(side.owner, minlength=side.sets) for side in (pairs.key, pairs.response))
    ours, theirs = (size[sets] for size, sets in zip(sizes, (pairs.key_set, pairs.response_set), strict=True))
    possible = np.flatnonzero((ours == theirs) & ~np.isin(pairs.key_set, pairs.key_set[chosen]))
    equal: Ints = possible[np.concatenate([table.equal for table in pairs.tables(possible)])]
    return equal


def _solve(pairs: SetPairs, some: Ints, worth: Floats) -> Ints:
    """Align the sets of one part, those without any similar set among them, as ties depend on all."""
    from scipy.optimize import linear_sum_assignment

    key_set, response_set = pairs.key_set[some], pairs.response_set[some]
    part = pairs.key.part[key_set[0]]
    first, end = np.searchsorted(pairs.key.part, [part, part + 1])
    other_first, other_end = np.searchsorted(pairs.response.part, [part, part + 1])
    table = np.zeros((end - first, other_end - other_first))
    place = np.full(table.shape, -1)
    table[key_set - first, response_set - other_first] = worth
    place[key_set - first, response_set - other_first] = some
    chosen: Ints = place[linear_sum_assignment(-table)]
    return chosen[chosen >= 0]

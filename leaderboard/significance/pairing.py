"""Which systems are compared: all pairs, or each one with a baseline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]
Bools = NDArray[np.bool_]
# On the scale of scores: exact ties count as such, though floats may miss them.
TOLERANCE = 1e-12


class Run(NamedTuple):
    """Consecutive pairs of one system, the anchor, with consecutive partners."""

    anchor: int
    partners: slice
    pairs: slice


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs of systems by number, and the runs that they come in."""

    first: Indices
    second: Indices
    runs: tuple[Run, ...]

    def __len__(self) -> int:
        return len(self.first)


def all_pairs(systems: int) -> Pairing:
    """Each system with all later ones."""
    first, second = np.triu_indices(systems, k=1)
    starts = np.concatenate([[0], np.cumsum(np.arange(systems - 1, 0, -1))]).tolist()
    runs = [
        Run(anchor, slice(anchor + 1, systems), slice(starts[anchor], starts[anchor + 1]))
        for anchor in range(systems - 1)
    ]
    return Pairing(first.astype(np.int64), second.astype(np.int64), tuple(runs))


def pairs_against(baseline: int, systems: int) -> Pairing:
    """Each other system with the baseline, which stands second."""
    others = np.delete(np.arange(systems, dtype=np.int64), baseline)
    before = Run(baseline, slice(0, baseline), slice(0, baseline))
    after = Run(baseline, slice(baseline + 1, systems), slice(baseline, systems - 1))
    return Pairing(others, np.full(systems - 1, baseline, dtype=np.int64), (before, after))

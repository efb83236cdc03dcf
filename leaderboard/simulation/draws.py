"""Random numbers that are the same on every machine: integers of PCG64, and exact arithmetic."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Draws:
    """A stream of random numbers, named by integers such as a seed, a system and a part."""

    def __init__(self, *name: int) -> None:
        self._bits = np.random.PCG64(np.random.SeedSequence(name))

    def below(self, bound: int, count: int) -> Integers:
        """Integers from 0 to bound - 1."""
        numbers: Integers = (self._bits.random_raw(count) % np.uint64(bound)).astype(np.int64)
        return numbers

    def low(self, bound: int, count: int) -> Integers:
        """Integers from 0 to bound - 1, small ones more often."""
        return self.below(bound, count) * self.below(bound, count) // bound

    def chance(self, rate: float | NDArray[np.float64], count: int) -> Flags:
        """Flags that are up with probability ``rate``; a higher rate only adds flags."""
        fractions = (self._bits.random_raw(count) >> np.uint64(11)) * 2.0**-53
        flags: Flags = fractions < rate
        return flags

    def order(self, count: int) -> Integers:
        """A permutation of 0 to count - 1."""
        return np.argsort(self.below(2**62, count), kind="stable")

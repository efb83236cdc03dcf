"""The design of the tests: everything but the data that their numbers depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from leaderboard.significance.adjustment import MOST, MOST_COLOURED, Adjustment, Correction, Procedure
from leaderboard.significance.pairing import Indices, Pairing

Test = Literal["ar", "bootstrap"]
Interval = Literal["t", "percentile", "bca"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The design of the tests: everything but the data that the numbers depend on.

    ``attempts`` are numbers by system, where they are more than one.
    """

    test: Test = "ar"
    trials: int | None = None
    alpha: float = 0.05
    adjust: Adjustment = "shaffer"
    against: str | None = None
    draws: int = 2000
    interval: Interval = "t"
    seed: int = 12345
    unit: str = "document"
    margin: float | None = None
    attempts: tuple[tuple[str, int], ...] = ()

    def most_attempts(self, systems: Sequence[str]) -> int:
        """The most attempts that any of these systems was chosen among."""
        return max((count for system, count in self.attempts if system in systems), default=1)

    def attempts_of(self, systems: Sequence[str], pairing: Pairing) -> Indices:
        """The larger number of attempts of the two systems of each pair."""
        stated = dict(self.attempts)
        each = np.array([stated.get(system, 1) for system in systems], dtype=np.int64)
        larger: Indices = np.maximum(each[pairing.first], each[pairing.second])
        return larger

    @property
    def procedure(self) -> Procedure:
        """The correction of tests beyond one family of pairs, where Shaffer's relations do not hold."""
        return "holm" if self.adjust == "shaffer" else self.adjust

    def correction(self, systems: int) -> Correction:
        """The correction of a family of so many distinct systems.

        Pairs with one baseline have no logical relations, and those of very many systems take too long.
        """
        if self.adjust != "shaffer":
            return self.adjust
        if self.against is not None or systems > MOST:
            return "holm"
        return "shaffer" if systems <= MOST_COLOURED else "shaffer_static"

"""Pairs of systems on which metrics contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.significance.family import Family


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Some metrics find the first system significantly better, others the second."""

    first: str
    second: str
    for_first: tuple[str, ...]
    for_second: tuple[str, ...]


def disagreements(families: Sequence[Family]) -> tuple[Disagreement, ...]:
    """The pairs in the order of the systems, which is the same in all families."""
    systems, metrics = families[0].systems, [family.metric for family in families]
    better = np.array([family.better() for family in families])
    disputed = np.triu(better.any(axis=0) & better.any(axis=0).T)

    def metrics_for(winner: int, loser: int) -> tuple[str, ...]:
        return tuple(np.array(metrics)[better[:, winner, loser]].tolist())

    return tuple(
        Disagreement(systems[first], systems[second], metrics_for(first, second), metrics_for(second, first))
        for first, second in np.argwhere(disputed).tolist()
    )

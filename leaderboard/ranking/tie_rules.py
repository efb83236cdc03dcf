"""From who beats whom to a rank: four rules, none of which says everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.significance.pairing import Bools, Indices

Rule = Literal["beaten", "leader", "clusters", "letters"]


def beaten(better: Bools) -> Indices:
    """1 + the number of systems significantly better."""
    return ranges(better)[0]


def leader(better: Bools) -> Indices:
    """A new group starts at the first system significantly worse than the group's first."""
    starts = [0]
    for system in range(1, len(better)):
        if better[starts[-1], system]:
            starts.append(system)
    return _places(starts, len(better))


def clusters(better: Bools) -> Indices:
    """A line is drawn only where all above beat all below."""
    starts = [line for line in range(len(better)) if better[:line, line:].all()]
    return _places(starts, len(better))


def letters(better: Bools) -> Indices:
    """1 + the number of systems above the best one that shares a letter with this one."""
    share = ~(better | better.T)
    best: Indices = share.argmax(axis=0)
    return 1 + best


def ranges(better: Bools) -> tuple[Indices, Indices]:
    """1 + the number significantly better, and n - the number significantly worse."""
    above: Indices = better.sum(axis=0)
    below: Indices = better.sum(axis=1)
    return 1 + above, len(better) - below


def own_ranges(p: Floats, order: Indices, classes: Indices, alpha: float) -> tuple[Indices, Indices]:
    """The range of ranks of each system alone, by Holm's correction of its own pairs.

    ``p`` [systems, systems] is 1 where a pair cannot differ significantly, and ``order`` is that of scores,
    best first. Copies of each other count once as pairs, and each as a rank.
    """
    _, first, copied = np.unique(classes, return_index=True, return_inverse=True)
    distinct = p[np.ix_(first, first)]
    np.fill_diagonal(distinct, np.inf)
    steps = np.sort(distinct, axis=1)[:, :-1]
    adjusted = np.maximum.accumulate(steps * np.arange(steps.shape[1], 0, -1), axis=1)
    passed = (adjusted <= alpha).sum(axis=1, keepdims=True)
    ranks = np.argsort(np.argsort(distinct, axis=1, kind="stable"), axis=1)
    differ = (ranks < passed)[np.ix_(copied, copied)]
    place = np.argsort(order)
    worse = place[:, None] < place
    low: Indices = 1 + (differ & worse.T).sum(axis=1)
    high: Indices = len(p) - (differ & worse).sum(axis=1)
    return low, high


def _places(starts: list[int], systems: int) -> Indices:
    """Each system's place is that of the first of its group: 1, 1, 3."""
    group = np.searchsorted(starts, np.arange(systems), side="right") - 1
    return 1 + np.array(starts, dtype=np.int64)[group]


RULES: dict[Rule, Callable[[Bools], Indices]] = {
    "beaten": beaten,
    "leader": leader,
    "clusters": clusters,
    "letters": letters,
}

"""Pairs of systems: which are compared, which are distinct, and on how many two orders agree.

Copies, systems with equal sums on every unit, are one system in the correction of a family.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from leaderboard.metrics.metric import F1, Floats
from leaderboard.scoresheet import Units

Indices = NDArray[np.int64]
Bools = NDArray[np.bool_]
TOLERANCE = F1.tolerance


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


Value = TypeVar("Value", np.float64, np.int64, np.bool_)


def copy_classes(sums: Floats, runs: Sequence[int] = ()) -> Indices:
    """Number the systems of sums [runs, S, units]; those with equal runs, in any order, share a number."""
    numbers: dict[tuple[bytes, ...], int] = {}
    rows = iter(rows_as_bytes(sums))
    systems = (tuple(sorted(islice(rows, count))) for count in runs or (1,) * len(sums))
    return np.array([numbers.setdefault(system, len(numbers)) for system in systems], dtype=np.int64)


def same_as(pairing: Pairing, same: Bools, systems: int) -> Indices:
    """Number the systems so that those that are the ``same`` as equal others share a number.

    Two that are no pair are the same if both are as a third.
    """
    known, table = np.eye(systems, dtype=np.bool_), np.eye(systems, dtype=np.bool_)
    for ends in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
        known[ends], table[ends] = True, same
    table |= ~known & (table.astype(np.int64) @ table > 0)
    return copy_classes(table[:, None].astype(np.float64))


def rows_as_bytes(sums: Floats) -> list[bytes]:
    """The rows, so that equal rows are equal bytes."""
    return [row.tobytes() for row in sums + 0.0]  # there are two zeros, which are equal


def copy_groups(classes: Indices, systems: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the names of systems that are copies of each other, group by group."""
    members: dict[int, list[str]] = {}
    for number, system in zip(classes.tolist(), systems, strict=True):
        members.setdefault(number, []).append(system)
    return tuple(tuple(sorted(group)) for group in members.values() if len(group) > 1)


def near_classes(classes: Indices, pairing: Pairing, near: Bools) -> tuple[Indices, Bools]:
    """Number the systems so that three or more that ``near`` pairs join share a number, copies counted once;
    and tell which systems are in such a group."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count = int(classes.max(initial=-1)) + 1
    ends = classes[pairing.first[near]], classes[pairing.second[near]]
    joins = coo_array((np.ones(len(ends[0])), ends), shape=(count, count))
    _, group = connected_components(joins, directed=False)
    large = np.bincount(group, minlength=1)[group] > 2
    numbers = np.where(large, group, count + np.arange(count)).astype(np.int64)
    return numbers[classes], large[classes]


def best_first(scores: Floats, systems: Sequence[str]) -> Indices:
    """Return the numbers of the systems in order of score, then name."""
    order = sorted(range(len(systems)), key=lambda system: (-scores[system], systems[system]))
    return np.array(order, dtype=np.int64)


def places(classes: Indices, order: Indices) -> Indices:
    """The place of each system among the distinct ones, which come in this order of all systems."""
    place: dict[int, int] = {}
    for number in classes[order].tolist():
        place.setdefault(number, len(place))
    return np.array([place[number] for number in classes.tolist()], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The pairs of distinct systems, which a family is corrected for.

    ``first`` and ``second`` are the places of the two systems among the distinct ones, best first. ``number``
    has the hypothesis of each pair of systems, -1 for two copies of one system.
    """

    systems: int
    first: Indices
    second: Indices
    number: Indices

    def __len__(self) -> int:
        return len(self.first)

    @property
    def differ(self) -> Bools:
        """True if each pair is one of two distinct systems."""
        return self.number >= 0

    @property
    def first_of_each(self) -> Bools:
        """True for one pair of systems of each hypothesis, the first."""
        found: Bools = np.zeros(len(self.number), dtype=np.bool_)
        found[np.unique(self.number, return_index=True)[1]] = True
        return found & self.differ

    def largest(self, values: Floats) -> Indices:
        """The pair with the largest value, for each hypothesis."""
        pairs = np.flatnonzero(self.differ)
        order = pairs[np.lexsort((values[pairs], self.number[pairs]))]
        last = np.searchsorted(self.number[order], np.arange(len(self)), side="right") - 1
        return order[last]

    def by_pair(self, values: NDArray[Value], copies: float) -> NDArray[Value]:
        """The values of hypotheses for each pair of systems; ``copies`` is that of two copies."""
        found: NDArray[Value] = np.full(len(self.number), copies, dtype=values.dtype)
        found[self.differ] = values[self.number[self.differ]]
        return found


def hypotheses(pairing: Pairing, place: Indices) -> Hypotheses:
    """The hypotheses of pairs of systems whose places among the distinct ones are known."""
    count = int(place.max(initial=-1)) + 1
    ends = np.sort([place[pairing.first], place[pairing.second]], axis=0)
    differ = ends[0] != ends[1]
    keys, inverse = np.unique(ends[0, differ] * count + ends[1, differ], return_inverse=True)
    number = np.full(len(pairing), -1, dtype=np.int64)
    number[differ] = inverse
    first, second = np.divmod(keys, max(count, 1))
    return Hypotheses(count, first, second, number)


def distinct_pairs(units: Units, metric: str, pairing: Pairing) -> Hypotheses:
    """Return the pairs of distinct systems by a metric, in the order of the systems."""
    return hypotheses(pairing, copy_classes(units.all_sums(metric), units.runs))


def kendall(observed: Floats, drawn: Floats) -> Floats:
    """Return tau-b between the observed scores and each column of ``drawn`` [systems, draws].

    tau = (concordant - discordant) / sqrt(pairs untied in one * pairs untied in the other); a draw
    in which all tie says nothing and counts 0, and NaN stands where nothing was observed to differ.
    """
    agreement = np.zeros(drawn.shape[1])
    untied = np.zeros(drawn.shape[1])
    for system in range(1, len(drawn)):
        sign = np.sign(drawn[:system] - drawn[system])  # sums of such numbers are exact in any order
        agreement += np.sign(observed[:system] - observed[system]) @ sign
        untied += np.ones(system) @ np.abs(sign)
    pairs = np.triu(observed[:, None] != observed, k=1).sum()
    if not pairs:
        return np.full(drawn.shape[1], np.nan)
    tau: Floats = agreement / np.sqrt(pairs * np.maximum(untied, 1))
    return tau

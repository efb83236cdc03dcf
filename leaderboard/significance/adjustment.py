"""Adjustment of a family of p-values for their number.

Shaffer's correction is for all pairs of systems: if A = B and B = C, then A = C. Once some pairs differ,
not all others can be equal at the same time, so fewer need correction (Shaffer, 1986). How many can still be
equal is bounded by colours: the systems that are equal to one system are open to each other, and a group of
systems, all open to each other, needs as many colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from typing import Literal

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.options.options import Adjustment, Procedure
from leaderboard.significance.pairing import Bools, Indices

# With more systems the bound does without colours, and with even more it is Holm's.
MOST_COLOURED = 60
MOST = 300


@cache
def static_factors(systems: int) -> Indices:
    """The largest number of pairs that can be equal when i pairs differ, for each i.

    S(0) = {0}, S(k) = {j (j - 1) / 2 + s : 1 <= j <= k, s in S(k - j)}; the factor of i is the largest
    element of S(k) that is at most m - i.
    """
    sets = [1]  # bit s is set where s is an element
    for size in range(1, systems + 1):
        sets.append(reduce(or_, (sets[size - j] << j * (j - 1) // 2 for j in range(1, size + 1))))
    pairs = systems * (systems - 1) // 2
    octets = np.frombuffer(sets[systems].to_bytes(pairs // 8 + 1, "little"), dtype=np.uint8)
    elements = np.flatnonzero(np.unpackbits(octets, bitorder="little"))
    left = pairs - np.arange(pairs)
    return elements[np.searchsorted(elements, left, side="right") - 1]


def shaffer(p: Floats, first: Indices, second: Indices, systems: int) -> Floats:
    """The adjusted p-values of all pairs of systems, which are numbered best first.

    Pairs go by rising p. Equal ones form a group, judged by the groups before it: max over groups of the
    largest factor times p.
    """
    if not len(p):
        return p
    order = np.argsort(p, kind="stable")
    starts = np.flatnonzero(np.diff(p[order], prepend=-1))
    sizes = np.diff(starts, append=len(p))
    static = static_factors(systems)[starts]
    if systems <= MOST_COLOURED:
        groups = np.split(order, starts[1:])
        values = _coloured_factors(groups, p, first, second, systems, static) * p[order][starts]
    else:
        values = static * p[order][starts]
    out = np.empty(len(p))
    out[order] = np.repeat(np.minimum(np.maximum.accumulate(values), 1), sizes)
    return out


def shaffer_critical(
    significant: Bools, doubtful: Bools, first: Indices, second: Indices, systems: int, alpha: float
) -> Floats:
    """For each doubtful p, the largest value that is significant while exactly the other pairs are passed.

    alpha / t, with t the factor of the pair after all other significant pairs; elsewhere alpha / m.
    """
    static = static_factors(systems)
    out = np.full(len(first), alpha / max(len(first), 1))
    passed = int(significant.sum())
    if systems > MOST_COLOURED:
        return np.where(doubtful, alpha / static[np.minimum(passed - significant, len(static) - 1)], out)
    after_all = _after(significant, first, second, systems)
    for pair in np.flatnonzero(doubtful).tolist():
        others = significant.copy()
        others[pair] = False
        state = _after(others, first, second, systems) if significant[pair] else after_all
        factor = state.factor(int(first[pair]), int(second[pair]))
        out[pair] = alpha / min(int(static[others.sum()]), factor)
    return out


def _coloured_factors(
    groups: list[Indices], p: Floats, first: Indices, second: Indices, systems: int, static: Indices
) -> Floats:
    """The largest factor of each group; infinite from where the adjusted p-values are 1."""
    factors = np.full(len(groups), np.inf)
    state = _OpenPairs(systems)
    for number, group in enumerate(groups):
        pairs = list(zip(first[group].tolist(), second[group].tolist(), strict=True))
        factors[number] = min(int(static[number]), max(state.factor(*pair) for pair in pairs))
        if factors[number] * p[group[0]] >= 1:
            break
        state.close(pairs)
    return factors


def _after(passed: Bools, first: Indices, second: Indices, systems: int) -> _OpenPairs:
    state = _OpenPairs(systems)
    state.close(list(zip(first[passed].tolist(), second[passed].tolist(), strict=True)))
    return state


class _OpenPairs:
    """The pairs that are not yet passed, as one set of bits per system.

    ``most`` bounds the number of systems that each system, itself included, may still be equal to.
    """

    def __init__(self, systems: int) -> None:
        everyone = (1 << systems) - 1
        self.open = [everyone & ~(1 << system) for system in range(systems)]
        self.most = [systems] * systems

    def factor(self, first: int, second: int) -> int:
        """The largest number of pairs that can be equal together with this one."""
        common = self.open[first] & self.open[second]
        together = min(2 + self._colours(common), self.most[first], self.most[second])
        others = sum(self.most) - len(self.most) - (self.most[first] - 1) - (self.most[second] - 1)
        return (others + 2 * (together - 1)) // 2

    def close(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Pass these pairs, and bound anew the systems that they concern."""
        concerned = 0
        for first, second in pairs:
            concerned |= 1 << first | 1 << second | self.open[first] & self.open[second]
            self.open[first] &= ~(1 << second)
            self.open[second] &= ~(1 << first)
        for system in _members(concerned):
            self.most[system] = min(self.most[system], 1 + self._colours(self.open[system]))

    def _colours(self, systems: int) -> int:
        """The colours of a greedy colouring, best first: systems that are open to each other get two.

        One colour after the other is given to all that can have it, which is the same as going by system.
        """
        colours = 0
        while systems:
            colours += 1
            free = systems
            while free:
                lowest = free & -free
                systems ^= lowest
                free &= ~(lowest | self.open[lowest.bit_length() - 1])
        return colours


def _members(bits: int) -> Iterable[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


# How a family is corrected, which is not always what was asked for.
Correction = Literal[Adjustment, "shaffer_static"]


def adjusted(p: Floats, method: Procedure) -> Floats:
    """The adjusted p-values, to be compared with alpha by <=.

    Holm (1979): max over j <= i of (m - j + 1) p_(j). Bonferroni: m p.
    Benjamini & Hochberg (1995): min over j >= i of m p_(j) / j. All at most 1; ``none`` leaves p.
    """
    m = len(p)
    order = np.argsort(p, kind="stable")
    rank = np.arange(1, m + 1)
    out = p.astype(np.float64)
    match method:
        case "holm":
            out[order] = np.maximum.accumulate((m - rank + 1) * p[order])
        case "bonferroni":
            out *= m
        case "bh":
            out[order] = np.minimum.accumulate(_by_rank(p[order], rank)[::-1])[::-1]
    return np.minimum(out, 1)


def critical(p: Floats, method: Procedure, alpha: float) -> Floats:
    """For each p, the largest value it could have and still be significant, the others as they are.

    Holm: alpha / (m - k), where k counts what the others alone reject, step by step. Benjamini and
    Hochberg: alpha r / m, where r is the number of rejections if this p were 0.
    """
    m = len(p)
    order = np.argsort(p, kind="stable")
    out = np.full(m, alpha)
    match method:
        case "holm":
            out[order] = alpha / (m - _others_rejected_by_holm(p[order], alpha))
        case "bonferroni":
            out /= m
        case "bh":
            out[order] = alpha * _rejections_by_bh(p[order], alpha) / m
    return out


def _others_rejected_by_holm(p: Floats, alpha: float) -> Floats:
    """For each of the sorted p, how many of the others are rejected one after the other.

    Without this one, those before it keep their factor m - j + 1 and those after it, moving up by
    one place, get m - j + 2.
    """
    m = len(p)
    rank = np.arange(1, m + 1)
    first = _first((m - rank + 1) * p > alpha)
    later = _next((m - rank + 2) * p > alpha)
    return np.where(rank <= first, later - 1, first).astype(np.float64)


def _rejections_by_bh(p: Floats, alpha: float) -> Floats:
    """For each of the sorted p, the number of rejections if it were 0.

    Those before it move down by one place, those after it keep theirs.
    """
    m = len(p)
    rank = np.arange(1, m + 1)
    last = np.max(rank, where=_by_rank(p, rank) <= alpha, initial=0)
    before = np.maximum.accumulate(np.where(_by_rank(p, rank + 1) <= alpha, rank + 1, 1))
    return np.where(rank < last, last, np.concatenate([[1], before[:-1]])).astype(np.float64)


def _by_rank(p: Floats, rank: Indices) -> Floats:
    """m p / rank to 15 decimals: what equals alpha is not lost to the last bit of a float."""
    return np.maximum(p, np.round(len(p) * p / rank, 15))


def _first(failing: Bools) -> int:
    """The number of values before the first that fails."""
    return int(np.argmax(np.append(failing, True)))


def _next(failing: Bools) -> Indices:
    """For each place, how many come before the first that fails after it."""
    m = len(failing)
    places = np.where(failing, np.arange(m), m)
    following = np.minimum.accumulate(places[::-1])[::-1]
    return np.append(following[1:], m)

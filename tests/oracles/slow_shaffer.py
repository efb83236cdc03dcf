"""Shaffer's correction by its definition: closed testing by enumeration, and each step from scratch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

Pair = tuple[int, int]
Partition = list[list[int]]


def partitions(systems: int) -> Iterator[Partition]:
    """Every way to say which systems are equal."""
    if systems == 0:
        yield []
        return
    last = systems - 1
    for one in partitions(last):
        yield [*one, [last]]
        for place in range(len(one)):
            yield [[*group, last] if place == number else group for number, group in enumerate(one)]


def closed_testing(p: Sequence[float], systems: int) -> list[float]:
    """The largest Bonferroni p over all ways of being equal that hold for the pair."""
    of = dict(zip(combinations(range(systems), 2), p, strict=True))
    largest = dict.fromkeys(of, 0.0)
    for one in partitions(systems):
        equal = [pair for group in one for pair in combinations(sorted(group), 2)]
        value = min(1, len(equal) * min((of[pair] for pair in equal), default=1))
        for pair in equal:
            largest[pair] = max(largest[pair], value)
    return list(largest.values())


def coloured(p: Sequence[float], systems: int) -> list[float]:
    """The steps of the method, with everything computed anew at each."""
    pairs = list(combinations(range(systems), 2))
    of = dict(zip(pairs, p, strict=True))
    most = [systems] * systems
    passed: set[Pair] = set()
    out: dict[Pair, float] = {}
    highest = 0.0
    for value in sorted(set(p)):
        group = [pair for pair in pairs if of[pair] == value]
        static = _static(systems, len(passed))
        for pair in group:
            highest = max(highest, min(static, _bound(*pair, passed, most)) * value)
        out |= dict.fromkeys(group, min(1, highest))
        passed |= set(group)
        most = [min(old, 1 + _colours(_open(v, passed, systems), passed)) for v, old in enumerate(most)]
    return [out[pair] for pair in pairs]


def factor(first: int, second: int, passed: set[Pair], systems: int) -> int:
    """The factor of a pair when exactly these pairs are passed."""
    most = [min(systems, 1 + _colours(_open(v, passed, systems), passed)) for v in range(systems)]
    return min(_static(systems, len(passed)), _bound(first, second, passed, most))


def _bound(first: int, second: int, passed: set[Pair], most: Sequence[int]) -> int:
    systems = len(most)
    common = [v for v in _open(first, passed, systems) if v in _open(second, passed, systems)]
    together = min(2 + _colours(common, passed), most[first], most[second])
    others = sum(most[v] - 1 for v in range(systems) if v not in (first, second))
    return (others + 2 * (together - 1)) // 2


def _open(system: int, passed: set[Pair], systems: int) -> list[int]:
    return [v for v in range(systems) if v != system and not _differ(v, system, passed)]


def _differ(one: int, other: int, passed: set[Pair]) -> bool:
    return (min(one, other), max(one, other)) in passed


def _colours(members: Sequence[int], passed: set[Pair]) -> int:
    """Best first, each takes the lowest colour of which nobody is open to it."""
    colours: list[list[int]] = []
    for v in members:
        for colour in colours:
            if all(_differ(v, other, passed) for other in colour):
                colour.append(v)
                break
        else:
            colours.append([v])
    return len(colours)


@cache
def _static(systems: int, passed: int) -> int:
    pairs = systems * (systems - 1) // 2
    counts = {sum(len(group) * (len(group) - 1) // 2 for group in one) for one in partitions(systems)}
    return max(count for count in counts if count <= pairs - passed)

"""Alignment by its definition: the least cost of all ends of two texts, and the first step that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

Step = tuple[int | None, int | None]


def steps(response: Sequence[object], key: Sequence[object]) -> list[Step]:
    """The steps from left to right: a pair, a unit of the key alone, or one of the response alone."""

    @cache
    def cost(i: int, j: int) -> int:
        return min((price + cost(*after) for _, price, after in moves(i, j)), default=0)

    def moves(i: int, j: int) -> list[tuple[Step, int, tuple[int, int]]]:
        ours, theirs = i < len(response), j < len(key)
        return [
            *([((i, j), int(response[i] != key[j]), (i + 1, j + 1))] if ours and theirs else []),
            *([((None, j), 1, (i, j + 1))] if theirs else []),
            *([((i, None), 1, (i + 1, j))] if ours else []),
        ]

    found, i, j = [], 0, 0
    while moves(i, j):
        step, _, (i, j) = next(m for m in moves(i, j) if m[1] + cost(*m[2]) == cost(i, j))
        found.append(step)
    return found

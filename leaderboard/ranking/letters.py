"""Letters: two systems share one if and only if they do not differ significantly.

A cover of all not-different pairs by cliques, in the manner of compact letter displays (Piepho,
2004; Gramm et al., 2007): polynomial, where listing all maximal cliques would be exponential.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

import numpy as np

from leaderboard.significance.pairing import Bools

Clique = tuple[int, ...]


def letters(differ: Bools) -> list[tuple[str, ...]]:
    """The letters of each system, given which differ; systems are in order, best first."""
    held: list[list[str]] = [[] for _ in range(len(differ))]
    for number, clique in enumerate(sorted(_needed(_cliques(differ), len(differ)))):
        for system in clique:
            held[system].append(_letter(number))
    return [tuple(mine) for mine in held]


def joined(held: list[tuple[str, ...]]) -> list[str]:
    """One text a system: abc, or with spaces where letters are longer than one."""
    gap = " " if any(len(letter) > 1 for mine in held for letter in mine) else ""
    return [gap.join(mine) for mine in held]


def parted(held: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the letters of each text of ``joined``; the first long letter shows that there are spaces."""
    spaced = any("aa" in text.split() for text in held)
    return [tuple(text.split() if spaced else text) for text in held]


def _cliques(differ: Bools) -> list[Clique]:
    """For each pair not yet covered, best first, a maximal clique around it, grown best first."""
    count = len(differ)
    alike = [_bits(~row) & ~(1 << system) for system, row in enumerate(differ)]
    open_pairs = list(alike)
    cliques: list[Clique] = []
    for system in range(count):
        if not alike[system]:
            cliques.append((system,))
        while later := open_pairs[system] >> (system + 1):
            clique = _grown(system, system + 1 + _lowest(later), alike)
            cliques.append(clique)
            members = sum(1 << member for member in clique)
            for member in clique:
                open_pairs[member] &= ~members
    return cliques


def _grown(first: int, second: int, alike: list[int]) -> Clique:
    members = [first, second]
    candidates = alike[first] & alike[second]
    while candidates:
        members.append(_lowest(candidates))
        candidates &= alike[members[-1]]
    return tuple(sorted(members))


def _needed(cliques: list[Clique], systems: int) -> list[Clique]:
    """Without the cliques whose pairs, or whose only system, all stand in others too."""
    times = np.zeros((systems, systems), dtype=np.int64)
    for clique in cliques:
        times[np.ix_(clique, clique)] += 1
    kept = []
    for clique in cliques:
        if times[np.ix_(clique, clique)].min() > 1:
            times[np.ix_(clique, clique)] -= 1
        else:
            kept.append(clique)
    return kept


def _letter(number: int) -> str:
    """a to z, then aa, ab and so on."""
    return "".join(reversed(list(_digits(number))))


def _digits(number: int) -> Iterator[str]:
    while number >= 0:
        yield ascii_lowercase[number % 26]
        number = number // 26 - 1


def _bits(row: Bools) -> int:
    return int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1

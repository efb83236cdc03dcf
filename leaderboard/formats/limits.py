"""The bounds of what is read from strangers."""

from __future__ import annotations

import sys
from dataclasses import dataclass

LONGEST_LINE = 1 << 20
# A whole document stands on one line of JSON.
LONGEST_DOCUMENT = 16 << 20
LONGEST_NAME = 1000
# Of a line of CoNLL-U, no more and no less.
COREFUD_COLUMNS = 10
# Of the number of a node of CoNLL-U, so that a decimal fits below the slot of a place.
MOST_DIGITS = 6
MOST_BYTES = 512 << 20
MOST_OPEN = 10_000
MOST_REPEATS = 100_000
# Zeros that depend on one node are compared with all zeros of the key that do; in real texts few do.
MOST_DEPENDENTS = 100
# How many such pairs the bound may allow at one node, but for a response with as many zeros as the key.
MOST_PAIRS = 1_000_000
MOST_RATIO = 200
# Ratios say nothing about small files: blank lines compress beyond any of them.
FREE_BYTES = 1 << 20
# What unpacking an .xz file may take; the strongest preset takes 65 MiB.
MOST_DICTIONARY = 128 << 20
# A compressed file may be several, one after the other, even of nothing.
MOST_STREAMS = 10_000
# The list of members of an archive, and how many of them may count.
LONGEST_DIRECTORY = 4 << 20
MOST_MEMBERS = 1000


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bytes of all files of a submission, and what each file may have: lines, parts and brackets.

    Lines are words, and brackets mentions, where a file has neither. ``dependents`` is how many enhanced
    dependencies of zeros may lead to one node.
    """

    bytes: int
    lines: int
    parts: int
    brackets: int
    dependents: int = MOST_DEPENDENTS


# The key is chosen by whoever runs the program.
TRUSTED = Bounds(*[sys.maxsize] * 5)
# Without a key nothing says how large a submission should be.
WITHOUT_KEY = Bounds(MOST_BYTES, 2_000_000, 100_000, 1 << 21)


def bounds_beside(tokens: int, parts: int, dependents: int = 0) -> Bounds:
    """Several times what a response to such a key needs, so that work has a bound."""
    return Bounds(
        (8 << 20) + 500 * tokens,
        100_000 + 4 * (tokens + parts),
        1000 + 4 * parts,
        100_000 + 4 * tokens,
        max(MOST_DEPENDENTS, dependents, min(2 * dependents, MOST_PAIRS // max(dependents, 1))),
    )

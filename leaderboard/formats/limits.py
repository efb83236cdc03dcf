"""The bounds of what is read from strangers."""

from __future__ import annotations

LONGEST_LINE = 1 << 20
# A whole document stands on one line of JSON.
LONGEST_DOCUMENT = 16 << 20
LONGEST_NAME = 1000
MOST_LINES = 10_000_000
# A hundred times what the CoNLL-2012 test set has.
MOST_BRACKETS = 1 << 21
MOST_OPEN = 10_000
MOST_REPEATS = 100_000
MOST_BYTES = 512 << 20
MOST_RATIO = 200
# Ratios say nothing about small files: blank lines compress beyond any of them.
FREE_BYTES = 1 << 20
# What unpacking an .xz file may take; the strongest preset takes 65 MiB.
MOST_DICTIONARY = 128 << 20
# The list of members of an archive, and how many of them may count.
LONGEST_DIRECTORY = 4 << 20
MOST_MEMBERS = 1000

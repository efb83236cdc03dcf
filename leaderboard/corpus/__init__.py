"""One side of a comparison, key or response: its text, its mentions and their entities."""

from leaderboard.corpus.corpus import (
    Blocks,
    Bytes,
    Corpus,
    Groups,
    LeftOut,
    Part,
    Syntax,
    Texts,
    first_places,
    in_order,
    renumbered,
    span_numbers,
)
from leaderboard.corpus.nodes import Floats, Ints, Mask

__all__ = [
    "Blocks",
    "Bytes",
    "Corpus",
    "Floats",
    "Groups",
    "Ints",
    "LeftOut",
    "Mask",
    "Part",
    "Syntax",
    "Texts",
    "first_places",
    "in_order",
    "renumbered",
    "span_numbers",
]

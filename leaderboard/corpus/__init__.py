"""One side of a comparison, key or response: its text, its mentions and their entities."""

from leaderboard.corpus.corpus import (
    NONE,
    Blocks,
    Bytes,
    Corpus,
    Groups,
    LeftOut,
    MentionLabels,
    Part,
    Syntax,
    Texts,
    first_places,
    in_order,
    joined_labels,
    renumbered,
    span_numbers,
)
from leaderboard.corpus.nodes import Floats, Ints, Mask

__all__ = [
    "NONE",
    "Blocks",
    "Bytes",
    "Corpus",
    "Floats",
    "Groups",
    "Ints",
    "LeftOut",
    "Mask",
    "MentionLabels",
    "Part",
    "Syntax",
    "Texts",
    "first_places",
    "in_order",
    "joined_labels",
    "renumbered",
    "span_numbers",
]

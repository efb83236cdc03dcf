"""The response beside the key, and which of its mentions are which of the key's."""

from leaderboard.matching.heads import headed
from leaderboard.matching.matching import (
    Antecedents,
    Beyond,
    Matching,
    Sets,
    counted,
    default_match,
    default_singletons,
    default_split,
    match,
    match_exactly,
    match_layers,
    spans_differ,
)
from leaderboard.matching.text_alignment import (
    Gaps,
    align,
    break_off,
    comparable,
    disagreements,
    other_format,
    places_in,
)

__all__ = [
    "Antecedents",
    "Beyond",
    "Gaps",
    "Matching",
    "Sets",
    "align",
    "break_off",
    "comparable",
    "counted",
    "default_match",
    "default_singletons",
    "default_split",
    "disagreements",
    "headed",
    "match",
    "match_exactly",
    "match_layers",
    "other_format",
    "places_in",
    "spans_differ",
]

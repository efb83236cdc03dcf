"""The response beside the key, and which of its mentions are which of the key's."""

from leaderboard.matching.alignment import align
from leaderboard.matching.matching import (
    Matching,
    counted,
    default_match,
    default_singletons,
    match,
    match_exactly,
)

__all__ = [
    "Matching",
    "align",
    "counted",
    "default_match",
    "default_singletons",
    "match",
    "match_exactly",
]

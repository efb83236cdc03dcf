"""The response beside the key, and which of its mentions are which of the key's."""

from leaderboard.matching.matching import (
    Matching,
    counted,
    default_match,
    default_singletons,
    match,
    match_exactly,
)
from leaderboard.matching.text_alignment import align, disagreements
from leaderboard.matching.text_differences import READ_WHOLE, Gaps, other_format

__all__ = [
    "READ_WHOLE",
    "Gaps",
    "Matching",
    "align",
    "counted",
    "default_match",
    "default_singletons",
    "disagreements",
    "match",
    "match_exactly",
    "other_format",
]

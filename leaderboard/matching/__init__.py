"""The response beside the key, and which of its mentions are which of the key's."""

from leaderboard.matching.alignment import align, break_off, disagreements
from leaderboard.matching.matching import (
    Matching,
    counted,
    default_match,
    default_singletons,
    match,
    match_exactly,
)
from leaderboard.matching.texts import READ_WHOLE, Gaps, other_format

__all__ = [
    "READ_WHOLE",
    "Gaps",
    "Matching",
    "align",
    "break_off",
    "counted",
    "default_match",
    "default_singletons",
    "disagreements",
    "match",
    "match_exactly",
    "other_format",
]

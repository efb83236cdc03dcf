"""The response beside the key, and which of its mentions are which of the key's."""

from leaderboard.matching.alignment import align, disagreements
from leaderboard.matching.matching import Matching, default_match, match, match_exactly
from leaderboard.matching.texts import READ_WHOLE, Gaps

__all__ = [
    "READ_WHOLE",
    "Gaps",
    "Matching",
    "align",
    "default_match",
    "disagreements",
    "match",
    "match_exactly",
]

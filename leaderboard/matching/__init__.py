"""The response beside the key, and which of its mentions are which of the key's."""

from leaderboard.matching.alignment import align
from leaderboard.matching.matching import Matching, default_match, match, match_exactly

__all__ = ["Matching", "align", "default_match", "match", "match_exactly"]

"""The response beside the key, and which of its mentions are which of the key's."""

from leaderboard.matching.antecedents import Antecedents, Sets
from leaderboard.matching.heads import headed
from leaderboard.matching.matching import (
    Matching,
    counted,
    default_match,
    default_singletons,
    match,
    match_exactly,
    spans_differ,
)
from leaderboard.matching.text_alignment import align, break_off, disagreements, places_in
from leaderboard.matching.text_differences import READ_WHOLE, Gaps, comparable, other_format

__all__ = [
    "READ_WHOLE",
    "Antecedents",
    "Gaps",
    "Matching",
    "Sets",
    "align",
    "break_off",
    "comparable",
    "counted",
    "default_match",
    "default_singletons",
    "disagreements",
    "headed",
    "match",
    "match_exactly",
    "other_format",
    "places_in",
    "spans_differ",
]

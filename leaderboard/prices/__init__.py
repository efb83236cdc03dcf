"""The price of each kind of error: the score that a response would gain if its errors were mended."""

from leaderboard.prices.error_kinds import ERROR_KINDS, Errors, find_errors
from leaderboard.prices.listing import Listed, grouped, listed
from leaderboard.prices.mended import mended
from leaderboard.prices.union import united
from leaderboard.prices.versions import ALONE, UPTO, Versions, joined, versions
from leaderboard.prices.wrong_spans import span_pairs

__all__ = [
    "ALONE",
    "ERROR_KINDS",
    "UPTO",
    "Errors",
    "Listed",
    "Versions",
    "find_errors",
    "grouped",
    "joined",
    "listed",
    "mended",
    "span_pairs",
    "united",
    "versions",
]

"""The price of each kind of error: the score that a response would gain if its errors were mended."""

from leaderboard.prices.union import span_pairs, united
from leaderboard.prices.versions import (
    ALONE,
    ERROR_KINDS,
    UPTO,
    Errors,
    Listed,
    Versions,
    find_errors,
    grouped,
    joined,
    listed,
    mended,
    versions,
)

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

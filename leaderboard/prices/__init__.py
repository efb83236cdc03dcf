"""The price of each kind of error: the score that a response would gain if its errors were mended."""

from leaderboard.prices.error_kinds import ERROR_KINDS, Errors, find_errors
from leaderboard.prices.mended import mended
from leaderboard.prices.union import Union, united

__all__ = ["ERROR_KINDS", "Errors", "Union", "find_errors", "mended", "united"]

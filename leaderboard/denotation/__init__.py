"""Which expressions were given the right referent, told as kinds of errors and as chains side by side."""

from __future__ import annotations

from leaderboard.denotation.profile import Counts, ErrorProfile, error_profile, total
from leaderboard.denotation.side_by_side import ChainPair, Expression, side_by_side

__all__ = ["ChainPair", "Counts", "ErrorProfile", "Expression", "error_profile", "side_by_side", "total"]

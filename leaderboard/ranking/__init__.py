"""Ranks, ranges and letters: what significant differences say about the order of systems."""

from leaderboard.ranking.places import Rule
from leaderboard.ranking.stability import LeftOut, leave_one_out
from leaderboard.ranking.standings import Ranking, Standing, best_first, ranking

__all__ = ["LeftOut", "Ranking", "Rule", "Standing", "best_first", "leave_one_out", "ranking"]

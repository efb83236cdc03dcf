"""Ranks, ranges and letters: what significant differences say about the order of systems."""

from leaderboard.ranking.places import Rule
from leaderboard.ranking.stability import LeftOut, OrderChange, leave_one_out, order_change
from leaderboard.ranking.standings import Ranking, Standing, best_first, ranking

__all__ = [
    "LeftOut",
    "OrderChange",
    "Ranking",
    "Rule",
    "Standing",
    "best_first",
    "leave_one_out",
    "order_change",
    "ranking",
]

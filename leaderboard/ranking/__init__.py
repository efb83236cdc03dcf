"""Ranks, ranges and letters: what significant differences say about the order of systems."""

from leaderboard.ranking.stability import LeftOut, OrderChange, leave_one_out, order_change
from leaderboard.ranking.standings import Ranking, Standing, ranking

__all__ = [
    "LeftOut",
    "OrderChange",
    "Ranking",
    "Standing",
    "leave_one_out",
    "order_change",
    "ranking",
]

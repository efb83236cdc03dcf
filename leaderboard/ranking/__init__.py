"""Ranks, ranges and letters: what significant differences say about the order of systems."""

from leaderboard.ranking.standings import (
    LeftOut,
    OrderChange,
    Ranking,
    Standing,
    leave_one_out,
    order_change,
    ranking,
)

__all__ = [
    "LeftOut",
    "OrderChange",
    "Ranking",
    "Standing",
    "leave_one_out",
    "order_change",
    "ranking",
]

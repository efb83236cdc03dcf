"""P-values, intervals and verdicts for the differences between systems."""

from leaderboard.significance.design import Design
from leaderboard.significance.drivers import drivers
from leaderboard.significance.families import families, within
from leaderboard.significance.family import Comparison, Family
from leaderboard.significance.trials import trials_needed

__all__ = [
    "Comparison",
    "Design",
    "Family",
    "drivers",
    "families",
    "trials_needed",
    "within",
]

"""Do metrics agree? Correlations over systems (Luo et al., 2014), and pairs on which they do not."""

from leaderboard.correlation.bootstrap_correlations import bootstrap_intervals, correlate_units, points_of
from leaderboard.correlation.coefficients import (
    Correlation,
    Points,
    constant_columns,
    correlations,
)
from leaderboard.correlation.disagreement import Disagreement, disagreements
from leaderboard.correlation.published_tables import read_tables

__all__ = [
    "Correlation",
    "Disagreement",
    "Points",
    "bootstrap_intervals",
    "constant_columns",
    "correlate_units",
    "correlations",
    "disagreements",
    "points_of",
    "read_tables",
]

"""Do metrics agree? Correlations over systems (Luo et al., 2014), and pairs on which they do not."""

from leaderboard.correlation.coefficients import (
    Correlation,
    Disagreement,
    Points,
    bootstrap_intervals,
    constant_columns,
    correlate_units,
    correlations,
    disagreements,
    points_of,
)
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

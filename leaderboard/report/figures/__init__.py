"""Pictures of a ranking, each with its data and its text; they need matplotlib, the extra ``plots``."""

from __future__ import annotations

from importlib.util import find_spec

from leaderboard.report.figures.drawing import Picture
from leaderboard.verbs.rank import RankResult

MISSING = "No figures: matplotlib is missing; `pip install 'coref-leaderboard[plots]'` brings it."


def pictures(result: RankResult) -> tuple[Picture, ...]:
    """Every picture that the systems allow, or none without matplotlib."""
    if find_spec("matplotlib") is None:
        return ()
    from leaderboard.report.figures.agreement import correlation_map, scatter_matrix
    from leaderboard.report.figures.differences import differences
    from leaderboard.report.figures.errors import errors
    from leaderboard.report.figures.intervals import scores
    from leaderboard.report.figures.places import ranks, significance

    makers = (scores, ranks, significance, differences, errors, correlation_map, scatter_matrix)
    return tuple(picture for make in makers if (picture := make(result)) is not None)

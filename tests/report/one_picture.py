"""The picture of the scores alone: one is as good as all where a report is built again, and sooner there."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.figures.drawing import Picture, picture
from leaderboard.report.figures.forest import scores
from leaderboard.verbs.rank import RankResult

# By all that is shown: the same scores are drawn once.
DRAWN: dict[str, Picture] = {}


def one_picture(result: RankResult, forms: Sequence[str] = ()) -> tuple[Picture, ...]:
    shown = repr((result.primary, result.options.primary, result.options.alpha, tuple(forms)))
    if shown not in DRAWN:
        DRAWN[shown] = picture(scores(result), forms)
    return (DRAWN[shown],)

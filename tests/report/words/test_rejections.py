from __future__ import annotations

import pytest

from leaderboard.errors import Problem
from leaderboard.report.words.rejections import more
from leaderboard.submissions import Rejection


@pytest.mark.parametrize(
    ("problems", "said"), [(1, ""), (2, ", and 1 more problem"), (1001, ", and 1,000 more problems")]
)
def test_the_others_are_counted(problems: int, said: str) -> None:
    assert more(Rejection("a", Problem("a", 0, "what", "remedy"), problems)) == said

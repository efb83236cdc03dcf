from __future__ import annotations

import pytest

from leaderboard.report.words.rejections import more


@pytest.mark.parametrize(
    ("problems", "said"), [(1, ""), (2, ", and 1 more problem"), (1001, ", and 1,000 more problems")]
)
def test_the_others_are_counted(problems: int, said: str) -> None:
    assert more(problems) == said

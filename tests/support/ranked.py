"""Reports of rankings, changed for tests."""

from __future__ import annotations

from unittest.mock import patch

from leaderboard.report.files.contents import report_files
from leaderboard.verbs.rank import RankResult


def report_without_texts(result: RankResult) -> dict[str, bytes]:
    """Return the files of a report that names no way to the texts, as one of saved sums."""
    with patch.object(RankResult, "has_texts", new=False):
        return report_files(result, ())

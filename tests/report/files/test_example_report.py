"""The report that the project ships is what ``leaderboard rank`` makes of the example task."""

from __future__ import annotations

from pathlib import Path

from leaderboard.report.files.verification import verification

REPORTS = Path(__file__).parents[3] / "reports"


def test_the_report_of_the_example_is_built_again_byte_for_byte() -> None:
    found = verification(REPORTS)
    assert [str(problem) for problem in found.problems] == []

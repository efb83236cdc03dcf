from __future__ import annotations

from leaderboard.errors import LONGEST_MESSAGE, Problem


def test_a_message_has_a_bound_whatever_it_quotes() -> None:
    long = "x" * (LONGEST_MESSAGE + 1)
    problem = Problem("f", 1, long, long)
    assert problem.what == problem.remedy == f"{'x' * LONGEST_MESSAGE}..."
    whole = "x" * LONGEST_MESSAGE
    assert str(Problem("f", 1, whole, whole)) == f"f:1: {whole}; {whole}"

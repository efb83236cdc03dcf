"""Rejected submissions, as notes and as records."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.submissions import Rejection


def rejection_notes(rejected: Sequence[Rejection]) -> tuple[str, ...]:
    return tuple(f"Rejected: {rejection.system} ({rejection.problem})." for rejection in rejected)


def rejection_records(rejected: Sequence[Rejection]) -> list[dict[str, object]]:
    return [
        {
            "system": rejection.system,
            "file": rejection.problem.file,
            "line": rejection.problem.line or None,
            "reason": rejection.problem.reason,
        }
        for rejection in rejected
    ]

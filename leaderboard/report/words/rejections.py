"""Rejected, repaired and identical submissions, and warnings, as notes and as records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leaderboard.errors import Problem
from leaderboard.submissions import Rejection
from leaderboard.text import counted, joined


def rejection_notes(rejected: Sequence[Rejection]) -> tuple[str, ...]:
    return tuple(f"Rejected: {rejection_text(rejection)}" for rejection in rejected)


def rejection_text(rejection: Rejection) -> str:
    """Return the system that was rejected, and the reason."""
    return f"{rejection.system} ({rejection.problem}){more(rejection.problems)}."


def more(problems: int) -> str:
    """Return how many problems there are beside the one that is named."""
    others = problems - 1
    return f", and {counted(others, 'more problem')}" if others else ""


def repair_notes(key: int, systems: Mapping[str, int]) -> tuple[str, ...]:
    """Return how many repeated mentions the key and each system have."""
    return tuple(
        f"{name} has {counted(count, 'repeated mention')}; only the first of each was kept."
        for name, count in {"The key": key, **systems}.items()
        if count
    )


def missing_notes(missing: Mapping[str, int], parts: int | None) -> tuple[str, ...]:
    """Return the systems that lack parts of the key, which has so many ``parts`` where that is known."""

    def lacked(count: int) -> str:
        return f"{count:,} of {counted(parts, 'part')}" if parts else counted(count, "part")

    return tuple(
        f"{name} lacks {lacked(count)}, scored as empty." for name, count in missing.items() if count
    )


def identical_notes(
    identical: Sequence[Sequence[str]], together: Sequence[Sequence[str]] = ()
) -> tuple[str, ...]:
    """Return the groups of systems with the same output, but those ``together`` in a group of a remark."""
    return tuple(
        f"{joined(names)} are identical: they have the same mentions and entities."
        for names in identical
        if not any(set(names) <= set(group) for group in together)
    )


def warning_notes(warnings: Sequence[Problem], others: int) -> tuple[str, ...]:
    """Return the warnings, and how many more the record of a report lists."""
    noun = "more warning" if warnings else "warning"
    rest = (f"leaderboard.json lists {counted(others, noun)}.",) if others else ()
    return (*(f"Warning: {warning}." for warning in warnings), *rest)

"""The values that are bold, and what that means."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from leaderboard.ranking.standings import Standing


def is_bold(baseline: str | None, standing: Standing, systems: int) -> bool:
    """Return True where no system is better and some are worse, or where the only baseline is worse."""
    if baseline is None:
        return standing.low == 1 and standing.high < systems
    return standing.system != baseline and standing.high < systems


def bold(baseline: str | None, where: str = "by that metric") -> str:
    """Return the meaning of bold values."""
    if baseline is not None:
        return f"Bold: the system is significantly better than {baseline} {where}."
    return f"Bold: {where}, no system is significantly better, and at least one is significantly worse."

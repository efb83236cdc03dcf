"""The values that are bold, and the meaning of bold values and of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from leaderboard.ranking.standings import Standing


def is_bold(baseline: str | None, standing: Standing, systems: int) -> bool:
    """Return True where no system is better or, if only a baseline was compared, where it is worse."""
    if baseline is None:
        return systems > 1 and standing.low == 1
    return standing.system != baseline and standing.high < systems


def bold(baseline: str | None, systems: int, where: str = "by that metric") -> str:
    """Return the meaning of bold values; a system alone has none."""
    if systems == 1:
        return ""
    if baseline is not None:
        return f"Bold: the system is significantly better than {baseline} {where}."
    return f"Bold: no system is significantly better {where}."


def rules_and_bold(baseline: str | None, systems: int) -> str:
    """Return the meaning of rules and bold values."""
    meaning = bold(baseline, systems)
    return f"Horizontal rules separate ranks. {meaning}" if meaning else ""

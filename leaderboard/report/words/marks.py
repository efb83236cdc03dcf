"""Which values are bold, and what that and the rules say."""

from __future__ import annotations

from leaderboard.ranking import Standing


def is_bold(baseline: str | None, standing: Standing, systems: int) -> bool:
    """Whether none of so many systems is better; where only a baseline was compared, whether it is better."""
    if baseline is None:
        return systems > 1 and standing.low == 1
    return standing.system != baseline and standing.high < systems


def bold(baseline: str | None, systems: int, where: str = "by that metric") -> str:
    """What it means that a value is bold; of a system alone none is."""
    if systems == 1:
        return ""
    if baseline is not None:
        return f"A value is bold where the system is significantly better than {baseline} {where}."
    return f"A value is bold where no system is significantly better {where}."


def rules_and_bold(baseline: str | None, systems: int) -> str:
    """What rules and bold values mean."""
    meaning = bold(baseline, systems)
    return f"Rules part the ranks. {meaning}" if meaning else ""

"""Which values are bold, and what that and the rules say."""

from __future__ import annotations

from leaderboard.ranking import Standing
from leaderboard.verbs.rank import RankResult


def is_bold(result: RankResult, standing: Standing, systems: int) -> bool:
    """Whether none of so many systems is better; where only a baseline was compared, whether it is better."""
    baseline = result.settings.against
    if baseline is None:
        return systems > 1 and standing.low == 1
    return standing.system != baseline and standing.high < systems


def bold(result: RankResult, where: str = "by that metric") -> str:
    """What it means that a value is bold; of a system alone none is."""
    if len(result.primary.standings) == 1:
        return ""
    baseline = result.settings.against
    if baseline is not None:
        return f"A value is bold where the system is significantly better than {baseline} {where}."
    return f"A value is bold where no system is significantly better {where}."


def rules_and_bold(result: RankResult) -> str:
    """What rules and bold values mean."""
    meaning = bold(result)
    return f"Rules part the ranks. {meaning}" if meaning else ""

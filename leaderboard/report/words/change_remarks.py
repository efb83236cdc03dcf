"""What made a verdict change from one report to the next."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.text import counted


def new_output(systems: Sequence[str]) -> str:
    return f"a new output of {' and '.join(systems)}"


def tested_otherwise() -> str:
    return "different tests"


def other_correction(pairs: tuple[int, int]) -> str:
    return f"the same p-value, {_corrected(*pairs) or 'corrected with other p-values'}"


def other_trials(trials: tuple[int, int], pairs: tuple[int, int]) -> str:
    old, new = trials
    said = (f"the same scores, tested with {counted(new, 'trial')} instead of {old:,}", _corrected(*pairs))
    return ", ".join(filter(None, said))


def other_p_value() -> str:
    return "another p-value for the same scores"


def _corrected(old: int, new: int) -> str:
    return "" if old == new else f"corrected for {counted(new, 'pair')} instead of {old:,}"

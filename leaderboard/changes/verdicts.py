"""Pairs that two reports judge otherwise, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from leaderboard.changes.members import Pair
from leaderboard.remark import Remark, remark

Pairs = Mapping[tuple[str, str], Pair]


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A pair of systems that is judged otherwise by the primary metric, and why."""

    first: str
    second: str
    old: Pair
    new: Pair
    reason: Remark


def verdict_changes(
    old: Pairs, new: Pairs, resubmitted: Collection[str], otherwise: bool
) -> Iterator[VerdictChange]:
    """Yield the changes of pairs in both families; ``otherwise`` says that the tests were others."""
    sizes = len(old), len(new)
    for (first, second), now in new.items():
        before = old.get((first, second))
        if before and _is_other(before, now):
            changed = [system for system in (first, second) if system in resubmitted]
            reason = _reason(before, now, changed, sizes, otherwise)
            yield VerdictChange(first, second, before, now, reason)


def _is_other(old: Pair, new: Pair) -> bool:
    """True if the verdict is another, or a significant difference is for the other system now."""
    turned = new.verdict == "significant" and (old.difference > 0) != (new.difference > 0)
    return old.verdict != new.verdict or turned


def _reason(
    old: Pair, new: Pair, changed: Collection[str], sizes: tuple[int, int], otherwise: bool
) -> Remark:
    """The reason why a verdict changed, as far as the reports show it."""
    if changed:
        return remark("new_output", systems=tuple(changed))
    if otherwise or (old.trials is None) != (new.trials is None):
        return remark("tested_otherwise")
    if old.p_value == new.p_value:
        return remark("other_correction", pairs=sizes)
    if old.trials != new.trials:
        return remark("other_trials", trials=(old.trials, new.trials), pairs=sizes)
    return remark("other_p_value")

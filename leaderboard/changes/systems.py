"""What changed from one report to another: places of systems, and verdicts on pairs with the reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from leaderboard.changes.reports import Entry, Pair, Report
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


@dataclass(frozen=True, slots=True)
class SystemChange:
    """A system that is not where it was; None where a report has nothing of it.

    ``resubmitted`` says that its scores differ though both reports score alike: it is another output.
    """

    system: str
    old: Entry | None
    new: Entry | None
    resubmitted: bool

    @property
    def states(self) -> tuple[str, str]:
        """The old and the new state: ranked, excluded, rejected or absent."""
        old, new = (entry.state if entry else "absent" for entry in (self.old, self.new))
        return old, new


@dataclass(frozen=True, slots=True)
class DatasetChange:
    """The systems that are not where they were on one dataset."""

    dataset: str
    label: str
    systems: tuple[SystemChange, ...]


@dataclass(frozen=True, slots=True)
class TrackChange:
    """The systems that are not where they were in one track, and its pairs that are judged otherwise."""

    track: str
    systems: tuple[SystemChange, ...]
    verdicts: tuple[VerdictChange, ...]


def system_changes(
    old: Mapping[str, Entry], new: Mapping[str, Entry], alike: bool, both: bool = False
) -> Iterator[SystemChange]:
    """Yield the changes in the order of the new report, systems that left it last.

    With ``both``, only systems of both reports count.
    """
    for system in dict.fromkeys((*new, *old)):
        before, now = old.get(system), new.get(system)
        if both and (before is None or now is None):
            continue
        resubmitted = alike and _rescored(before, now)
        change = SystemChange(system, before, now, resubmitted)
        if resubmitted or len(set(change.states)) == 2 or _place(before) != _place(now):
            yield change


def _rescored(old: Entry | None, new: Entry | None) -> bool:
    """True if any score by a metric of both reports is another."""
    if old is None or new is None:
        return False
    shared = old.scores.keys() & new.scores.keys()
    return any(old.scores[metric] != new.scores[metric] for metric in shared)


def _place(entry: Entry | None) -> tuple[int | None, ...]:
    return (entry.rank, entry.low, entry.high) if entry else ()


def dataset_changes(old: Report, new: Report) -> Iterator[DatasetChange]:
    """Yield the changes on datasets of both reports, of systems that were on them before."""
    for dataset, ranked in new.datasets.items():
        if before := old.datasets.get(dataset):
            changed = tuple(system_changes(before.entries, ranked.entries, True, both=True))
            if changed:
                yield DatasetChange(dataset, ranked.label, changed)


def track_changes(
    old: Report, new: Report, resubmitted: Collection[str], otherwise: bool
) -> Iterator[TrackChange]:
    """Yield the changes in tracks of both reports; new outputs are listed with all systems instead."""
    for track, now in new.tracks.items():
        if before := old.tracks.get(track):
            systems = tuple(system_changes(before.entries, now.entries, False))
            verdicts = tuple(verdict_changes(before.pairs, now.pairs, resubmitted, otherwise))
            if systems or verdicts:
                yield TrackChange(track, systems, verdicts)

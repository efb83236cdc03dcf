"""``leaderboard.diff``: what changed between two reports of a living leaderboard."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from leaderboard.changes import (
    DatasetChange,
    Otherwise,
    Report,
    SystemChange,
    TrackChange,
    VerdictChange,
    dataset_changes,
    made_otherwise,
    read_report,
    system_changes,
    track_changes,
    verdict_changes,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffResult:
    """``made_otherwise`` comes before all else: where scores depend on it, they were not compared."""

    old: Report
    new: Report
    made_otherwise: tuple[Otherwise, ...]
    systems: tuple[SystemChange, ...]
    verdicts: tuple[VerdictChange, ...]
    datasets: tuple[DatasetChange, ...]
    tracks: tuple[TrackChange, ...]

    @property
    def scored_alike(self) -> bool:
        return not any(difference.scores for difference in self.made_otherwise)

    @property
    def same(self) -> bool:
        """True if nothing changed at all."""
        changes = (self.made_otherwise, self.systems, self.verdicts, self.datasets, self.tracks)
        return not (any(changes) or self.new_tracks or self.gone_tracks)

    @property
    def new_tracks(self) -> tuple[str, ...]:
        return tuple(track for track in self.new.tracks if track not in self.old.tracks)

    @property
    def gone_tracks(self) -> tuple[str, ...]:
        return tuple(track for track in self.old.tracks if track not in self.new.tracks)


def diff(old: str | os.PathLike[str], new: str | os.PathLike[str]) -> DiffResult:
    """Compare two reports of ``leaderboard rank`` by their primary metric.

    Parameters
    ----------
    old, new : str or path
        The earlier and the later report: their folders, or their files ``leaderboard.json``.

    Returns
    -------
    DiffResult
        The systems and verdicts that changed, and the options by which the reports differ.

    Raises
    ------
    InputError
        If one of the two is not such a report.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.diff("reports-march", "reports-april")
    >>> result.same
    False
    >>> [change.system for change in result.systems if change.states == ("absent", "ranked")]
    ['close']
    """
    before, now = read_report(Path(old)), read_report(Path(new))
    otherwise = tuple(made_otherwise(before, now))
    alike = not any(difference.scores for difference in otherwise)
    systems = tuple(system_changes(before.entries, now.entries, alike))
    resubmitted = {change.system for change in systems if change.resubmitted}
    return DiffResult(
        old=before,
        new=now,
        made_otherwise=otherwise,
        systems=systems,
        verdicts=tuple(verdict_changes(before.pairs, now.pairs, resubmitted, bool(otherwise)))
        if alike
        else (),
        datasets=tuple(dataset_changes(before, now)) if alike else (),
        tracks=tuple(track_changes(before, now, resubmitted, bool(otherwise))) if alike else (),
    )

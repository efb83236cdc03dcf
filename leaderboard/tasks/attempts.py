"""The number of attempts behind each system of a task."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from leaderboard.options.shared_task import Attempts
from leaderboard.submissions import Submission
from leaderboard.system_names import download


def attempts_of(
    attempts: Attempts,
    submissions: Mapping[str, Submission],
    runs: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Mapping[str, int]:
    """The stated number of each system, or how often its participants have submitted to the folder."""
    if not attempts.counted:
        return attempts.stated
    counts = {name: _downloads_of(name, submission.path) for name, submission in submissions.items()}
    return counts | {system: sum(counts[entry] for entry in entries) for system, entries in runs.items()}


def _downloads_of(participant: str, path: Path) -> int:
    """The number of downloads of a participant beside one of them; 1 where it is no download."""
    beside = path.parent.iterdir() if _is_of(participant, path) and path.exists() else ()
    return max(1, sum(_is_of(participant, other) for other in beside))


def _is_of(participant: str, path: Path) -> bool:
    found = download(path.name)
    return found is not None and found.participant == participant

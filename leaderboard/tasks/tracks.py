"""The tracks of a task: which one is ranked alone, who is in it, and entries that mean nobody."""

from __future__ import annotations

from collections.abc import Collection

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.options import suggestion
from leaderboard.options.configuration import Configuration
from leaderboard.options.shared_task import Track
from leaderboard.scoring import Signature, digest_of
from leaderboard.tasks.runs import with_account
from leaderboard.tasks.task import Task, task_of_systems


def track_signature(signature: Signature, label: str, systems: Collection[str]) -> Signature:
    """Who else is in a track decides on the correction, so a hash of the names of all of them is signed."""
    digest = digest_of("\n".join(sorted(systems)).encode())
    return signature.and_of({"track": label, "systems": digest[:8]})


def chosen_track(configuration: Configuration) -> Track | None:
    """The track to rank alone, if one is asked for."""
    name = configuration.options.track
    if name is None:
        return None
    labels = [track.label for track in configuration.content.tracks]
    if not labels:
        raise UsageError(f"--track is {name!r}, but there are no tracks; add [tracks] to leaderboard.toml")
    if name not in labels:
        raise UsageError(f"there is no track {name!r}; {suggestion(name, labels)}")
    return configuration.content.tracks[labels.index(name)]


def task_within(task: Task, track: Track) -> Task:
    """The task of the systems of a track alone; what was rejected is told of in any case."""
    baseline = task.options.against
    names = track.of((*task.sheet.systems, *task.partial.systems))
    if not set(names) & set(task.sheet.systems):
        raise NothingToDo(
            f"the track {track.label!r} has no system that can be ranked; name some in [tracks]"
        )
    if baseline in task.sheet.systems and baseline not in names:
        what = f"the baseline {baseline!r} is not in the track {track.label!r}"
        raise UsageError(f"{what}; leave --against out, or add it to the track")
    return with_account(task_of_systems(task, names))

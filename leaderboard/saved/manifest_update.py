"""The manifest of a folder of saved sums, read before scoring and written anew after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.options import Options
from leaderboard.saved import MANIFEST, Manifest, Shelf, held, open_folder, write_manifest
from leaderboard.submissions import Submission
from leaderboard.system_names import alike, same_name


def before(
    folder: Path,
    wanted: Manifest,
    submissions: Sequence[Submission],
    options: Options,
    warnings: list[Problem],
) -> Manifest | None:
    """Read the present manifest; ``--save`` must not overwrite sums that it cannot use."""
    try:
        there = open_folder(folder)
    except InputError as error:
        if options.save:
            raise
        warnings.append(replace(error.problems[0], remedy="all is scored again"))
        return None
    if there is None:
        return None
    if options.save:
        if not _is_same(there, wanted):
            raise _of_something_else(folder)
        _check_names(submissions, there, folder)
    elif there.scoring != wanted.scoring:
        what = "made with another key, other options or another version"
        file = str(folder / MANIFEST)
        warnings.append(Problem(file, 0, what, "responses without matching sums are scored again"))
    return there


def _of_something_else(folder: Path) -> UsageError:
    what = f"{folder} has the sums of another key, or with other options or metrics"
    return UsageError(f"{what}; save to another folder")


def _check_names(submissions: Sequence[Submission], before: Manifest, folder: Path) -> None:
    """Refuse names that a reader could take for one another."""
    saved = {alike(name): name for name in before.systems}
    for submission in submissions:
        other = saved.get(alike(submission.name), submission.name)
        if other != submission.name:
            what = f"{submission.path}: {same_name(other)} in {folder}"
            raise UsageError(f"{what}; rename one of the two")


def _is_same(before: Manifest, wanted: Manifest) -> bool:
    """True if all sums of both can stand in one ranking."""
    further = [(manifest.options["settings"] or ())[1:] for manifest in (before, wanted)]
    return before.scoring == wanted.scoring and before.metrics == wanted.metrics and further[0] == further[1]


def sign(shelf: Shelf, systems: Mapping[str, str], options: Options, whole: bool) -> None:
    """Write the manifest of a folder, which another run may have written meanwhile."""
    with held(shelf.folder):
        now = _now(shelf.folder)
        if not whole and now is not None:
            if not _is_same(now, shelf.manifest):
                if options.save:
                    raise _of_something_else(shelf.folder)
                return  # to score a few in another way takes nothing from a ranking
            names = set(map(alike, systems))
            earlier = {name: digest for name, digest in now.systems.items() if alike(name) not in names}
            systems = {**earlier, **systems}
        signed = replace(shelf.manifest, systems=dict(sorted(systems.items())))
        if signed != now:
            write_manifest(shelf.folder, signed)


def _now(folder: Path) -> Manifest | None:
    try:
        return open_folder(folder)
    except InputError:
        return None

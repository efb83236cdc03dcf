"""The folders that a platform hands to a scoring program: ``ref`` with the key, ``res`` with a submission."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from leaderboard.errors import UsageError
from leaderboard.options.settings_file import CONFIGURATION
from leaderboard.submissions.lookup import key_within
from leaderboard.submissions.submission import Submission, open_submission
from leaderboard.system_names import ARCHIVE, JUNK, is_ignored

KEY, RESPONSE = "ref", "res"
NAME = "submission"


def key_in(bundle: Path) -> Submission:
    """The key: what the settings in ``ref`` state, or what is called key, or else all that is there."""
    folder = _folder(bundle, KEY)
    passed_over = (*JUNK, CONFIGURATION)
    path = key_within(folder) or _innermost(folder, passed_over)
    return open_submission(path, follow_symlinks=True, passed_over=passed_over)


def submission_in(bundle: Path, follow_symlinks: bool) -> Submission:
    """The one submission, as the platform has unpacked it; its settings, if it has any, are never read."""
    path = _innermost(_folder(bundle, RESPONSE), JUNK)
    return replace(open_submission(path, follow_symlinks, passed_over=JUNK), name=NAME)


def open_download(path: Path, follow_symlinks: bool) -> Submission:
    """A submission as it was handed in to a platform, read as the platform's scoring program reads it."""
    place = _innermost(path, JUNK) if path.is_dir() and not path.is_symlink() else path
    return open_submission(place, follow_symlinks, passed_over=JUNK)


def _folder(bundle: Path, name: str) -> Path:
    if not (bundle / name).is_dir():
        raise UsageError(
            f"{bundle / name}: no such folder; name the folder that contains {KEY} and {RESPONSE}"
        )
    return bundle / name


def _innermost(folder: Path, passed_over: tuple[str, ...]) -> Path:
    """The folder that holds the files, for some are packed with it; or an archive that stands alone."""
    while (only := _only_entry(folder, passed_over)) and only.is_dir():
        folder = only
    return only if only and only.suffix.lower() == ARCHIVE else folder


def _only_entry(folder: Path, passed_over: tuple[str, ...]) -> Path | None:
    """The only entry of a folder, if it has just one; links are left to the caller."""
    entries = [
        path for path in folder.iterdir() if not is_ignored(path.name) and path.name not in passed_over
    ]
    return entries[0] if len(entries) == 1 and not entries[0].is_symlink() else None

"""Keys whose content is not to be shown."""

from __future__ import annotations

from pathlib import Path

from leaderboard.errors import UsageError
from leaderboard.options import Options
from leaderboard.options.settings_lookup import secrets
from leaderboard.options.values import chosen
from leaderboard.submissions import find_key, open_submission
from leaderboard.tasks.task import Task
from leaderboard.text import joined


def check_secret(options: Options, folder: Path | None, flag: str) -> None:
    """Refuse what would show the key of the responses in a folder, if a part of it is secret."""
    folder = folder or Path()
    key = find_key(options.key, folder)
    datasets = open_submission(key, follow_symlinks=True).sources
    shown = chosen(datasets, options.datasets)
    for setting, secret in secrets(key, folder):
        if len(hidden := secret.hidden(datasets, shown)) == len(shown):
            raise UsageError(f"{setting} says that the key is secret, and {flag} would show it; leave it out")
        if hidden:
            what = f"{setting} says that the key of {joined(hidden)} is secret, and {flag} would show it"
            raise UsageError(f"{what}; leave it out, or choose other datasets with --datasets")


def is_secret(task: Task, folder: Path) -> bool:
    """True if a part of the key of the responses in a folder must not be shown."""
    datasets = task.key_files.sources
    shown = chosen(datasets, task.options.datasets)
    return any(secret.hidden(datasets, shown) for _, secret in secrets(Path(task.key), folder))

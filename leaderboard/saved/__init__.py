"""The sums of systems in a folder: what was scored once need not be scored again."""

from __future__ import annotations

from pathlib import Path

from leaderboard.options.settings_file import CONFIGURATION

MANIFEST = "manifest.sums"
SUFFIX = ".sums"


def stands_in(folder: Path) -> bool:
    """True if a folder holds saved sums and nothing else: among submissions, a manifest is some entry."""
    return (folder / MANIFEST).is_file() and not strangers(folder)


def strangers(folder: Path) -> list[str]:
    """The files of a folder that are no sums, settings or hidden files."""
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix != SUFFIX and path.name != CONFIGURATION and not path.name.startswith(".")
    )

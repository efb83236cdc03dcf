"""The sums of systems in a folder: what was scored once need not be scored again."""

from leaderboard.saved.manifest import (
    FREE,
    MANIFEST,
    Manifest,
    manifest_of,
    read_manifest,
    scoring,
    stands_in,
)
from leaderboard.saved.shelf import Shelf, open_folder

__all__ = [
    "FREE",
    "MANIFEST",
    "Manifest",
    "Shelf",
    "manifest_of",
    "open_folder",
    "read_manifest",
    "scoring",
    "stands_in",
]

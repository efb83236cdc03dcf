"""The sums of systems in a folder: what was scored once need not be scored again."""

from leaderboard.saved.manifest import (
    FREE,
    MANIFEST,
    Manifest,
    manifest_of,
    read_manifest,
    scoring,
    stands_in,
    strangers,
    write_manifest,
)
from leaderboard.saved.store import Shelf, held, open_folder

__all__ = [
    "FREE",
    "MANIFEST",
    "Manifest",
    "Shelf",
    "held",
    "manifest_of",
    "open_folder",
    "read_manifest",
    "scoring",
    "stands_in",
    "strangers",
    "write_manifest",
]

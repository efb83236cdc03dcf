"""What a system or a dataset is called, and when two names are too much alike."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

from leaderboard.formats.source import stem

ARCHIVE = ".zip"


def name_of(path: Path) -> str:
    """A folder's name, or a file's without its suffixes; composed, so that equal names look equal."""
    if os.path.isdir(path):  # noqa: PTH112 (a link to a forbidden place makes Path.is_dir raise)
        return composed(path.name)
    return composed(path.stem if path.suffix.lower() == ARCHIVE else stem(path.name))


def composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def can_be_shown(name: str) -> bool:
    """No control, bidirectional or unassigned characters, and not blanks alone."""
    return name.isprintable() and bool(name.strip())


def alike(name: str) -> str:
    """The same text for names that a reader could take for one another."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def is_ignored(name: str) -> bool:
    """Hidden files, and what one system packs into archives for itself, are no part of a submission."""
    return name.startswith(".") or name == "__MACOSX"

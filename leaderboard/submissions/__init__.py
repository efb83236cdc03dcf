"""From a folder of strangers' files to a key and systems, or to reasons why not."""

from __future__ import annotations

from leaderboard.submissions.configuration import CONFIGURATION, Configuration, configure
from leaderboard.submissions.discovery import (
    Found,
    Rejection,
    find_submissions,
    open_each,
    open_submissions,
    rejection,
    shown_name,
)
from leaderboard.submissions.names import alike, can_be_shown, name_of
from leaderboard.submissions.places import FOLDER, Place, find_key, find_response, look_for_key
from leaderboard.submissions.submission import Submission, open_submission, within_memory

__all__ = [
    "CONFIGURATION",
    "FOLDER",
    "Configuration",
    "Found",
    "Place",
    "Rejection",
    "Submission",
    "alike",
    "can_be_shown",
    "configure",
    "find_key",
    "find_response",
    "find_submissions",
    "look_for_key",
    "name_of",
    "open_each",
    "open_submission",
    "open_submissions",
    "rejection",
    "shown_name",
    "within_memory",
]

"""The key and the systems of a folder, or the reasons why files are rejected."""

from __future__ import annotations

from leaderboard.submissions.discovery import (
    Found,
    Rejection,
    TooFew,
    find_submissions,
    names_of,
    open_each,
    open_submissions,
    rejection,
    submissions_in,
)
from leaderboard.submissions.lookup import (
    NoKey,
    Place,
    find_key,
    find_response,
    find_responses,
    is_of_submissions,
    key_of_phase,
    look_for_key,
    meant,
    settings_place,
    stated_key,
    swapped,
)
from leaderboard.submissions.submission import Submission, failing_alone, open_submission

__all__ = [
    "Found",
    "NoKey",
    "Place",
    "Rejection",
    "Submission",
    "TooFew",
    "failing_alone",
    "find_key",
    "find_response",
    "find_responses",
    "find_submissions",
    "is_of_submissions",
    "key_of_phase",
    "look_for_key",
    "meant",
    "names_of",
    "open_each",
    "open_submission",
    "open_submissions",
    "rejection",
    "settings_place",
    "stated_key",
    "submissions_in",
    "swapped",
]

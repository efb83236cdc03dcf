"""From a folder of strangers' files to a key and systems, or to reasons why not."""

from __future__ import annotations

from leaderboard.submissions.configuration import Configuration, configure, configure_by
from leaderboard.submissions.configuration_file import CONFIGURATION, FOLDER
from leaderboard.submissions.discovery import (
    Found,
    Rejection,
    TooFew,
    find_submissions,
    rejection,
    submissions_in,
)
from leaderboard.submissions.environment import unknown_variables
from leaderboard.submissions.named import names_of, open_each, open_submissions
from leaderboard.submissions.names import alike, can_be_shown, name_of
from leaderboard.submissions.places import (
    Place,
    find_key,
    find_response,
    key_of_phase,
    look_for_key,
    settings_place,
    stated_key,
)
from leaderboard.submissions.settings_file import SettingsFile, configurations, settings_within
from leaderboard.submissions.submission import Submission, open_submission, within_memory
from leaderboard.submissions.tracks import ALL, Phase, Track

__all__ = [
    "ALL",
    "CONFIGURATION",
    "FOLDER",
    "Configuration",
    "Found",
    "Phase",
    "Place",
    "Rejection",
    "SettingsFile",
    "Submission",
    "TooFew",
    "Track",
    "alike",
    "can_be_shown",
    "configurations",
    "configure",
    "configure_by",
    "find_key",
    "find_response",
    "find_submissions",
    "key_of_phase",
    "look_for_key",
    "name_of",
    "names_of",
    "open_each",
    "open_submission",
    "open_submissions",
    "rejection",
    "settings_place",
    "settings_within",
    "stated_key",
    "submissions_in",
    "unknown_variables",
    "within_memory",
]

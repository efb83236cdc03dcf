"""The browser that the environment names for the tests.

Commands take every variable ``LEADERBOARD_…`` for an option, so these two are taken out of the environment.
"""

from __future__ import annotations

import os

NAMES = ("LEADERBOARD_BROWSER", "LEADERBOARD_CHROMIUM")
CHOSEN: dict[str, str] = {}


def take_from_environment() -> None:
    """Move the variables from the environment to ``CHOSEN``."""
    CHOSEN.update({name: os.environ.pop(name) for name in NAMES if name in os.environ})

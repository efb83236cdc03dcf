"""The command ``leaderboard``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        from leaderboard.cli.app import app
        from leaderboard.cli.shell import run
    except KeyboardInterrupt:  # the imports take their time too
        sys.exit(130)
    run(app)

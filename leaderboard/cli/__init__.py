"""The command ``leaderboard``."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # Modules make objects that stay, and to look through them again and again takes a tenth of the start.
    gc.set_threshold(50_000)
    try:
        from leaderboard.cli.app import app
        from leaderboard.cli.shell import run
    except KeyboardInterrupt:  # the imports take their time too
        sys.exit(130)
    run(app)

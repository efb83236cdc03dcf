"""The command ``leaderboard``."""

from __future__ import annotations

import atexit
import gc
import sys

import leaderboard
from leaderboard.version import VERSION


def main() -> None:
    """Run the command line and exit with its code."""
    # What modules make stays. To look through it for garbage, again and again and once more at the end, takes
    # a quarter of the time of a small task.
    gc.set_threshold(50_000)
    atexit.register(gc.freeze)
    _check_package()
    try:
        from leaderboard.cli.app import application
        from leaderboard.cli.shell import run

        app = application(sys.argv[1:])
    except KeyboardInterrupt:  # the imports take their time too
        sys.exit(130)
    run(app)


def _check_package() -> None:
    """End where another distribution has put its files into the package."""
    if getattr(leaderboard, "__version__", None) != VERSION:
        what = f"another package called leaderboard is in {leaderboard.__path__[0]}"
        remedy = "install coref-leaderboard into a separate environment"
        print(f"leaderboard: {what}; {remedy}", file=sys.stderr)
        sys.exit(1)

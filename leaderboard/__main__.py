"""``python -m leaderboard`` is ``leaderboard``."""

from leaderboard.cli import main

main()

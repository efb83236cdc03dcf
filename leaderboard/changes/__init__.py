"""Two reports of a living leaderboard, read as the text of strangers, and how they differ."""

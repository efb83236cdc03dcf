"""A made-up shared task that is large enough to tell systems apart, made once per test session."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from leaderboard.verbs.simulate import simulate

DOCUMENTS = 12
SYSTEMS = ("balanced", "close", "copy", "precise", "eager", "merger", "splitter", "pronoun-blind", "careless")


@cache
def made_task() -> Path:
    """A folder with a key and nine systems, of which `copy` is `balanced` under another name."""
    folder = Path(mkdtemp(prefix="leaderboard-")) / "task"
    simulate(folder, documents=DOCUMENTS)
    return folder

"""Where the bytes of one dataset come from: a file, or a member of an archive."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from leaderboard.text import one_line


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or the member of a zip archive; ``label`` is what messages call it."""

    path: Path
    member: str = ""

    @property
    def label(self) -> str:
        return one_line(f"{self.path}/{self.member}" if self.member else str(self.path))

"""A repository of a shared task, changed commit by commit."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.support import small_task
from tests.support.small_task import FAIR, KEY

WHO = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{role}_{what}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


class Repository:
    """``main`` has a key and two submissions; work goes on on the branch ``new``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.submissions = root / "submissions"
        small_task.write(self.submissions, key=KEY, fair=FAIR, perfect=KEY)
        self.git("init", "--quiet", "--initial-branch=main", ".")
        self.commit()
        self.git("switch", "--quiet", "--create", "new")

    def git(self, *words: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        subprocess.run(["git", *words], cwd=self.root, env={**environment, **WHO}, check=True)

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "x")

    def write(self, name: str, content: str | bytes) -> None:
        """A file of the repository, committed."""
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.commit()

    def remove(self, name: str) -> None:
        (self.root / name).unlink()
        self.commit()

"""Which files differ from an earlier commit of the repository that they are in, as git tells it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from leaderboard.errors import NothingToDo, UsageError, one_line

# A name is a name: no other program has a say in it, a move is a removal and an addition.
_DIFF = ("diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules", "--name-only", "-z")


def changed_files(folder: Path, base: str) -> frozenset[Path]:
    """The real paths of files, present or gone, that differ from where this branch left ``base``.

    Names end in a null byte, which alone no name can have in it.
    """
    top = Path(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")))
    try:
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}")
    except UsageError:
        what = f"{base[:80]!r}: no commit of this name here"
        raise UsageError(f"{what}; name one that was fetched, as origin/main") from None
    try:
        fork = _git(folder, "merge-base", commit.decode().strip(), "HEAD").decode().strip()
    except UsageError:
        what = f"{base[:80]!r}: this branch shares no commit with it here"
        raise UsageError(f"{what}; fetch the whole history") from None
    names = _git(top, *_DIFF, fork, "--").split(b"\0")
    return frozenset(top / os.fsdecode(name) for name in names if name)


def _git(folder: Path, *words: str) -> bytes:
    try:
        run = subprocess.run(["git", "-C", folder, *words], capture_output=True, check=False)
    except FileNotFoundError:
        raise NothingToDo("git: no such program; install git") from None
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        what = one_line(said.partition("\n")[0][:200]) or f"git {words[0]} failed"
        raise UsageError(f"{one_line(str(folder))}: {what}; name a folder within a git repository")
    return run.stdout

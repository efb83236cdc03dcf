"""Which files differ from an earlier commit of the repository that they are in, as git tells it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from leaderboard.errors import NothingToDo, UsageError, one_line

# A name is a name: no other program has a say in it, a move is a removal and an addition.
_DIFF = ("diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules", "--name-only", "-z")
_NEW = ("ls-files", "--others", "--exclude-standard", "-z")
_RUN_NOTHING = ("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit")


def repository(folder: Path) -> Path:
    """The real folder that holds ``.git``, an entry that no commit can bring.

    git itself would also take a folder with the files of a repository in it, which anybody can commit, and
    run what is written there.
    """
    place = Path(os.path.realpath(folder))
    for top in (place, *place.parents):
        if (top / ".git").exists():
            return top
    raise UsageError(
        f"{one_line(str(folder))}: not in a repository of git; name a folder within a git repository"
    )


def changed_files(top: Path, base: str) -> frozenset[Path]:
    """The files of a repository, present or gone, that differ from where this branch left ``base``.

    New ones count whether they are committed or not. Names end in a null byte, which alone no name can
    have in it.
    """
    try:
        commit = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}")
    except UsageError:
        what = f"{base[:80]!r}: no commit of this name here"
        raise UsageError(f"{what}; name one that was fetched, as origin/main") from None
    try:
        fork = _git(top, "merge-base", commit.decode().strip(), "HEAD").decode().strip()
    except UsageError:
        what = f"{base[:80]!r}: this branch shares no commit with it here"
        raise UsageError(f"{what}; fetch the whole history") from None
    names = (*_git(top, *_DIFF, fork, "--").split(b"\0"), *_git(top, *_NEW).split(b"\0"))
    return frozenset(top / os.fsdecode(name) for name in names if name)


def _git(top: Path, *words: str) -> bytes:
    place = (f"--git-dir={top / '.git'}", f"--work-tree={top}")
    try:
        run = subprocess.run(
            ["git", *_RUN_NOTHING, *place, *words], cwd=top, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise NothingToDo("git: no such program; install git") from None
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        what = one_line(said.partition("\n")[0][:200]) or f"git {words[0]} failed"
        raise UsageError(f"{one_line(str(top))}: {what}; mend the repository")
    return run.stdout

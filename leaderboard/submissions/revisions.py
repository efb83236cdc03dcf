"""Which files differ from an earlier commit of the repository that they are in.

git is asked for names and hashes alone. What it would run on the content of files, as filters, is never
asked for, and files are compared here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from leaderboard.errors import NothingToDo, UsageError

_TREE = ("ls-tree", "-r", "-z", "--full-tree")
_FILES = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
# These are obeyed whatever the configuration of the repository says.
_RUN_NOTHING = (
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "safe.bareRepository=explicit"),
)
# An object that is missing would be fetched, by any program that the configuration names.
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
}
_LINK, _OTHER_REPOSITORY = "120000", "160000"


class _Stored(NamedTuple):
    """The mode and content hash of a path in a commit."""

    mode: str
    digest: str


def repository(folder: Path) -> Path:
    """The real folder that holds ``.git``, an entry that no commit can bring.

    git itself would also take a folder with the files of a repository in it, which anybody can commit, and
    run what is written there.
    """
    place = Path(os.path.realpath(folder))
    for top in (place, *place.parents):
        if (top / ".git").exists():
            return top
    raise UsageError(f"{folder}: not in a git repository; name a folder within a git repository")


def changed_files(top: Path, base: str, places: Collection[Path]) -> frozenset[Path]:
    """The files of a repository, present or gone, that differ from where this branch left ``base``.

    Committed changes count wherever they are, others only at ``places`` and in the folders among them.
    """
    before, now = _tree(top, _fork(top, base)), _tree(top, "HEAD")
    listed = {top / os.fsdecode(name) for name in _git(top, *_FILES).split(b"\0") if name}
    committed = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
    near = {path for path in now.keys() | listed if not {path, *path.parents}.isdisjoint(places)}
    return frozenset(committed | {path for path in near if not _is_as_stored(path, now.get(path))})


def _fork(top: Path, base: str) -> str:
    """The commit where this branch left another."""
    try:
        commit = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}")
    except UsageError:
        what = f"{base[:80]!r}: no commit of this name here"
        raise UsageError(f"{what}; name one that was fetched, as origin/main") from None
    try:
        return _git(top, "merge-base", commit.decode().strip(), "HEAD").decode().strip()
    except UsageError:
        what = f"{base[:80]!r}: this branch shares no commit with it here"
        raise UsageError(f"{what}; fetch the whole history") from None


def _tree(top: Path, commit: str) -> Mapping[Path, _Stored]:
    """All files of a commit. Names end in a null byte, which alone no name can have in it."""
    tree = {}
    for entry in _git(top, *_TREE, commit).split(b"\0")[:-1]:
        about, _, name = entry.partition(b"\t")
        mode, _, digest = about.decode().split(" ")
        tree[top / os.fsdecode(name)] = _Stored(mode, digest)
    return tree


def _is_as_stored(path: Path, stored: _Stored | None) -> bool:
    """True if a file is the one that a commit has, or there is none on both sides."""
    try:
        mode = path.lstat().st_mode
        if stored is None or stat.S_ISLNK(mode) != (stored.mode == _LINK):
            return False
        if stored.mode == _OTHER_REPOSITORY:  # which one it is stands in the commit
            return stat.S_ISDIR(mode)
        if stat.S_ISLNK(mode):
            return stored.digest == _digest(os.fsencode(path.readlink()), stored.digest)
        return stat.S_ISREG(mode) and any(
            stored.digest == _digest(data, stored.digest) for data in _storable(path.read_bytes())
        )
    except FileNotFoundError:
        return stored is None
    except OSError:
        return False


def _storable(data: bytes) -> Iterator[bytes]:
    """The bytes that git may have stored for a file: as is, with plain line ends, or a Git LFS pointer."""
    yield data
    if b"\0" not in data:
        yield data.replace(b"\r\n", b"\n")
    digest = hashlib.sha256(data).hexdigest()
    yield f"version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {len(data)}\n".encode()


def _digest(data: bytes, like: str) -> str:
    """The hash of a content, of the kind that the repository has."""
    kind = "sha1" if len(like) == 40 else "sha256"
    content = b"blob %d\0" % len(data) + data
    return hashlib.new(kind, content, usedforsecurity=False).hexdigest()


def _git(top: Path, *words: str) -> bytes:
    # A relative folder on the path would have a program of the repository run.
    folders = (folder for folder in os.get_exec_path() if Path(folder).is_absolute())
    program = shutil.which("git", path=os.pathsep.join(folders))
    if program is None:
        raise NothingToDo("git: no such program; install git")
    place = (f"--git-dir={top / '.git'}", f"--work-tree={top}")
    around = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    run = subprocess.run(
        [program, *_RUN_NOTHING, *place, *words],
        cwd=top,
        env={**around, **_ENVIRONMENT},
        capture_output=True,
        check=False,
    )
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        what = said.partition("\n")[0][:200] or f"git {words[0]} failed"
        raise UsageError(f"{top}: {what}; repair the repository")
    return run.stdout

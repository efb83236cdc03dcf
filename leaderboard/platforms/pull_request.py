"""``leaderboard pull-request``: the submissions that a branch adds or changes, validated and scored.

git is asked for names and hashes alone. What it would run on the content of files, as filters, is never
asked for, and files are compared here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Unpack

from leaderboard.errors import NothingToDo, Problem, UsageError
from leaderboard.options import Options, ScoringOptions, each_setting
from leaderboard.options.configuration import configure
from leaderboard.options.settings_file import (
    CONFIGURATION,
    FOLDER,
    configurations,
    find_settings,
    settings_above,
)
from leaderboard.scoring.key import Key, read_key
from leaderboard.scoring.response import fault_of
from leaderboard.submissions import Found, Submission, find_key, stated_key, submissions_in
from leaderboard.submissions.discovery import is_called_key, place_of
from leaderboard.system_names import is_ignored, name_of
from leaderboard.tasks.account import with_account
from leaderboard.tasks.counts.typed import refuse_counts
from leaderboard.tasks.scored_task import scored_task
from leaderboard.tasks.task import Systems
from leaderboard.text import one_line
from leaderboard.verbs.score import ScoreResult, score_result
from leaderboard.verbs.validate import Checked, Problems, ValidateResult, add_copies, check, validation


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequestResult:
    """``cause`` is a file of the key or the settings that differs, if any: then all are scored.

    ``gone`` are submissions that were taken away, ``passed_over`` files that differ and were not looked at,
    ``hidden`` those that can be no submissions; ``warnings`` say which entries count where several have one
    name. ``scores`` is None where no submission is acceptable.
    """

    base: str
    cause: str
    gone: tuple[str, ...]
    passed_over: tuple[str, ...]
    validation: ValidateResult
    scores: ScoreResult | None
    hidden: tuple[str, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def scored(self) -> int:
        """The number of submissions with scores."""
        return len(self.scores.systems) if self.scores else 0

    @property
    def complete(self) -> bool:
        """True if all that differs was looked at and has scores."""
        return not self.passed_over and self.scored == len(self.validation.systems)


@dataclass(frozen=True, slots=True)
class _Touched:
    """The entries of the folder that differ: those that are there, those that are not, and hidden ones."""

    cause: Path | None
    there: frozenset[Path]
    gone: frozenset[Path]
    hidden: frozenset[Path]


def pull_request(
    base: str, submissions: str | os.PathLike[str] = FOLDER, **options: Unpack[ScoringOptions]
) -> PullRequestResult:
    """Validate and score what differs from where this branch left ``base``.

    The settings of a branch are a stranger's: files outside the repository, places to save in and other
    machines are not theirs to choose.
    """
    refuse_counts([submissions], "pull-request")
    folder = Path(submissions)
    _check_folder(folder)
    top = repository(folder)
    _check_links(configurations(folder), top)
    settled = replace(
        each_setting(configure(options, folder).options)[0],
        follow_symlinks=False,
        save=None,
        saved=None,
        scheduler=None,
        jobs=None,
    )
    key = _key(settled.key, folder, top)
    named = (*_files(key), *configurations(folder))
    settling = {*map(place_of, named), *(Path(os.path.realpath(path)) for path in named)}
    changed = changed_files(top, base, {Path(os.path.realpath(folder)), *settling})
    touched = _touched(changed, folder, settling)
    found, validated, scores = _looked_at(folder, key, touched, settled)
    seen = {entry.path for entry in found.submissions} | {entry.path for entry in found.rejected}
    taken = {entry.name for entry in found.submissions} | {entry.system for entry in found.rejected}
    return PullRequestResult(
        base=base,
        cause=_cause(touched.cause, Path(os.path.realpath(folder))) if touched.cause else "",
        gone=_shown({name_of(path) for path in touched.gone} - taken),
        passed_over=_shown(path.name for path in touched.there - seen),
        validation=validated,
        scores=scores,
        hidden=_shown(path.name for path in touched.hidden),
        warnings=found.warnings,
    )


def _check_folder(folder: Path) -> None:
    """A branch that makes a link of it would have another folder looked at."""
    if not folder.is_dir():
        raise NothingToDo(f"{folder}: no such folder; name the folder with the submissions")
    typed = (folder,) if folder.is_absolute() else (folder, *folder.parents)
    if any(path.is_symlink() for path in typed):
        raise UsageError(f"{folder}: its path contains a symbolic link; name the folder itself")


def _check_links(paths: Iterable[Path], top: Path) -> None:
    """A link may lead to another file of the repository, but a branch must not have others read."""
    for path in paths:
        place = Path(os.path.abspath(path))  # noqa: PTH100 (what would follow links hides them)
        folders = (Path(os.path.realpath(folder)) for folder in place.parents)
        within = any(top in (folder, *folder.parents) for folder in folders)
        if within and top / ".git" not in place.parents and not _is_of(top, path):
            what = "a symbolic link that leads out of the repository, and so is not followed"
            raise UsageError(f"{path}: {what}; remove it, or name the key with --key")


def _is_of(top: Path, path: Path) -> bool:
    """True if a path leads to a file of the repository; those of git itself, with its secrets, are none."""
    parents = Path(os.path.realpath(path)).parents
    return top in parents and top / ".git" not in parents


def _key(stated: str | None, folder: Path, top: Path) -> Path:
    """The key, which only who types the command may choose outside the repository."""
    place = stated_key(stated)
    key = place.path if place else find_key(stated, folder)
    _check_links((*_files(key), *settings_above(key)), top)
    for path in () if place else _files(key):
        if not _is_of(top, path):
            what = "a key outside the repository, and the settings of a branch cannot choose such a key"
            raise UsageError(f"{path}: {what}; name it with --key")
    return key


def _files(key: Path) -> tuple[Path, ...]:
    """The key, and what is in it where it is a folder."""
    return (key, *(sorted(key.iterdir()) if key.is_dir() else ()))


def _touched(changed: Collection[Path], folder: Path, settling: Collection[Path]) -> _Touched:
    """``settling`` are the files that say what is scored and how."""
    root = Path(os.path.realpath(folder))
    causes, entries = [], set()
    for path in changed:
        entry = path.relative_to(root).parts[0] if root in path.parents else ""
        if not {path, *path.parents}.isdisjoint(settling) or is_called_key(Path(entry)):
            causes.append(path)
        elif entry:
            entries.add(folder / entry)
    hidden = frozenset(path for path in entries if is_ignored(path.name))
    there = frozenset(path for path in entries - hidden if os.path.lexists(path))
    return _Touched(min(causes, default=None), there, frozenset(entries - hidden - there), hidden)


def _cause(path: Path, root: Path) -> str:
    """Where a file of the key or the settings stands; one among the submissions may count for nothing."""
    counts = find_settings(root)
    if path == root / CONFIGURATION and counts is not None and not counts.inside:
        return one_line(f"{root.name}/{path.name} (not read)")
    return one_line(os.path.relpath(path, root))


def _looked_at(
    folder: Path, key_path: Path, touched: _Touched, options: Options
) -> tuple[Found, ValidateResult, ScoreResult | None]:
    """All submissions, for a new one may have the name of another, and what is made of those that count."""
    if not (touched.cause or touched.there):
        return Found((), ()), ValidateResult(os.fspath(key_path), Systems()), None
    key = read_key(key_path, options, folder=folder)
    earlier = {*folder.iterdir()} - touched.there
    found = submissions_in(
        folder, key_path, False, lambda submission: fault_of(key, submission, options), earlier
    )
    looked_at = found if touched.cause else _among(found, touched.there)
    return found, *_judged(key, looked_at, found.submissions, options)


def _among(found: Found, paths: Collection[Path]) -> Found:
    return Found(
        tuple(entry for entry in found.submissions if entry.path in paths),
        tuple(entry for entry in found.rejected if entry.path in paths),
    )


def _shown(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(map(one_line, names)))


def _judged(
    key: Key, found: Found, entries: Sequence[Submission], options: Options
) -> tuple[ValidateResult, ScoreResult | None]:
    """The problems of each submission, and the scores of those without problems.

    All entries of the folder are read, since any of them may be the one that was copied.
    """
    checked = [(submission, check(submission, key, options)) for submission in entries]
    add_copies(checked, key)
    validations = [
        validation(submission.name, result)
        for submission, result in checked
        if submission in found.submissions
    ]
    acceptable = tuple(
        submission
        for submission, judged in zip(found.submissions, validations, strict=True)
        if judged.acceptable
    )
    rejected = (
        validation(submission.system, Checked(errors=Problems([submission.problem], submission.problems)))
        for submission in found.rejected
    )
    both = sorted((*validations, *rejected), key=lambda judged: judged.system)
    scores = (
        score_result(with_account(scored_task(key, Found(acceptable, ()), options))) if acceptable else None
    )
    return ValidateResult(os.fspath(key.files.path), Systems(both)), scores


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

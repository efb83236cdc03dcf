"""``leaderboard pull-request``: the submissions that a branch adds or changes, validated and scored."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from leaderboard.errors import NothingToDo, Problem, UsageError
from leaderboard.options import Options, ScoringOptions, each_setting
from leaderboard.options.configuration import configure
from leaderboard.options.settings_file import CONFIGURATION, FOLDER
from leaderboard.options.settings_lookup import configurations, find_settings, settings_above
from leaderboard.scoring.key import Key, read_key
from leaderboard.scoring.response import fault_of
from leaderboard.submissions import Found, Submission, find_key, stated_key, submissions_in
from leaderboard.submissions.discovery import is_called_key
from leaderboard.submissions.revisions import changed_files, repository
from leaderboard.system_names import is_ignored, name_of
from leaderboard.tasks.account import with_account
from leaderboard.tasks.scored_task import scored_task
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
    settling = {*map(_place, named), *(Path(os.path.realpath(path)) for path in named)}
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


def _place(path: Path) -> Path:
    """Where a file stands, whatever links lead to its folder."""
    return Path(os.path.realpath(path.parent)) / path.name


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
        return Found((), ()), ValidateResult(os.fspath(key_path), ()), None
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
        validation(submission.system, Checked(Problems([submission.problem], submission.problems)))
        for submission in found.rejected
    )
    both = sorted((*validations, *rejected), key=lambda judged: judged.system)
    scores = (
        score_result(with_account(scored_task(key, Found(acceptable, ()), options))) if acceptable else None
    )
    return ValidateResult(os.fspath(key.files.path), tuple(both)), scores

"""``leaderboard pull-request``: the submissions that a branch adds or changes, validated and scored."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.errors import NothingToDo, UsageError, one_line
from leaderboard.options import Settings, each_setting
from leaderboard.scoring import read_key
from leaderboard.submissions import (
    FOLDER,
    Found,
    configurations,
    configure,
    find_key,
    find_submissions,
    shown_name,
)
from leaderboard.submissions.discovery import is_called_key
from leaderboard.submissions.names import is_ignored
from leaderboard.submissions.revisions import changed_files, repository
from leaderboard.verbs.score import ScoreResult, score_result
from leaderboard.verbs.task import scored_task
from leaderboard.verbs.validate import Checked, Problems, ValidateResult, check, validation


@dataclass(frozen=True, slots=True)
class PullRequestResult:
    """``cause`` is a file of the key or the settings that differs, if any: then all are scored.

    ``gone`` are submissions that were taken away, ``passed_over`` entries that differ and are none;
    ``scores`` is None where no submission is acceptable.
    """

    base: str
    cause: str
    gone: tuple[str, ...]
    passed_over: tuple[str, ...]
    validation: ValidateResult
    scores: ScoreResult | None

    @property
    def scored(self) -> int:
        """How many submissions have scores."""
        return len(self.scores.systems) if self.scores else 0


@dataclass(frozen=True, slots=True)
class _Touched:
    """The entries of the folder that differ, those that are there and those that are not."""

    cause: Path | None
    there: frozenset[Path]
    gone: frozenset[Path]


def pull_request(
    base: str, submissions: str | os.PathLike[str] = FOLDER, **options: object
) -> PullRequestResult:
    """Validate and score what differs from where this branch left ``base``.

    The settings of a branch are a stranger's: links, places to save in and other machines are not theirs
    to choose.
    """
    folder = Path(submissions)
    _check_folder(folder)
    top = repository(folder)
    changed = changed_files(top, base)
    settings = replace(
        each_setting(configure(options, folder).settings)[0],
        follow_symlinks=False,
        save=None,
        saved=None,
        scheduler=None,
        jobs=None,
    )
    key = find_key(settings.key, folder)
    _check_links(key, top)
    touched = _touched(changed, folder, key)
    found = _found(folder, key, touched, settings)
    taken = {one.name for one in found.submissions} | {one.system for one in found.rejected}
    validated, scores = _judged(key, found if touched.cause else _among(found, touched.there), settings)
    return PullRequestResult(
        base,
        one_line(os.path.relpath(touched.cause, os.path.realpath(folder))) if touched.cause else "",
        _names(touched.gone, taken),
        _names(touched.there, taken),
        validated,
        scores,
    )


def _check_folder(folder: Path) -> None:
    """A branch that makes a link of it would have another folder looked at."""
    if not folder.is_dir():
        raise NothingToDo(f"{one_line(str(folder))}: no such folder; name the folder with the submissions")
    typed = (folder,) if folder.is_absolute() else (folder, *folder.parents)
    if any(path.is_symlink() for path in typed):
        raise UsageError(f"{one_line(str(folder))}: a symbolic link on its way; name the folder itself")


def _touched(changed: Collection[Path], folder: Path, key: Path) -> _Touched:
    root = Path(os.path.realpath(folder))
    named = (*_files(key), *configurations(folder))
    settling = {*map(_place, named), *(Path(os.path.realpath(path)) for path in named)}
    causes, entries = [], set()
    for path in changed:
        entry = path.relative_to(root).parts[0] if root in path.parents else ""
        if settling & {path, *path.parents} or is_called_key(Path(entry)):
            causes.append(path)
        elif entry and not is_ignored(entry):
            entries.add(folder / entry)
    there = frozenset(path for path in entries if os.path.lexists(path))
    return _Touched(min(causes, default=None), there, frozenset(entries) - there)


def _check_links(key: Path, top: Path) -> None:
    """A key may be a link to another file of the repository, but a branch must not have others read."""
    for path in _files(key):
        if path.is_symlink() and top not in Path(os.path.realpath(path)).parents:
            what = "a symbolic link out of the repository, which a branch can make of the key"
            raise UsageError(f"{one_line(str(path))}: {what}; name the file itself with --key")


def _files(key: Path) -> tuple[Path, ...]:
    """The key, and what is in it where it is a folder."""
    return (key, *(sorted(key.iterdir()) if key.is_dir() else ()))


def _place(path: Path) -> Path:
    """Where a file stands, whatever links lead to its folder."""
    return Path(os.path.realpath(path.parent)) / path.name


def _found(folder: Path, key: Path, touched: _Touched, settings: Settings) -> Found:
    """All submissions, for a new one may have the name of another; none where none was touched."""
    if not (touched.cause or touched.there):
        return Found((), ())
    try:
        return find_submissions(folder, key, settings.follow_symlinks)
    except NothingToDo:  # the first commit of a task has no submission
        return Found((), ())


def _among(found: Found, paths: Collection[Path]) -> Found:
    names = {shown_name(path) for path in paths}
    return Found(
        tuple(one for one in found.submissions if one.path in paths),
        tuple(one for one in found.rejected if one.system in names),
    )


def _names(paths: Collection[Path], taken: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted({shown_name(path) for path in paths} - {*taken}))


def _judged(key_path: Path, found: Found, settings: Settings) -> tuple[ValidateResult, ScoreResult | None]:
    """What is wrong with each submission, and the scores of those with which nothing is."""
    if not (found.submissions or found.rejected):
        return ValidateResult(os.fspath(key_path), ()), None
    key = read_key(key_path, settings)
    validations = [validation(one.name, check(one, key, settings)) for one in found.submissions]
    acceptable = tuple(
        one for one, judged in zip(found.submissions, validations, strict=True) if judged.acceptable
    )
    rejected = (
        validation(one.system, Checked(Problems([one.problem], one.problems))) for one in found.rejected
    )
    both = sorted((*validations, *rejected), key=lambda judged: judged.system)
    scores = score_result(scored_task(key, Found(acceptable, ()), settings)) if acceptable else None
    return ValidateResult(os.fspath(key_path), tuple(both)), scores

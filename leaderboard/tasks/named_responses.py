"""The responses that a command names: their settings, their key, and the task that they make."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from leaderboard.errors import Problem, UsageError
from leaderboard.options import Options
from leaderboard.options.configuration import Configuration, configure
from leaderboard.options.settings_lookup import secrets
from leaderboard.options.values import chosen
from leaderboard.scoring import read_key
from leaderboard.scoring.sliced import SliceRequest
from leaderboard.submissions import (
    find_key,
    find_responses,
    is_called_key,
    names_of,
    open_submission,
    open_submissions,
    settings_place,
)
from leaderboard.system_names import alike, can_be_shown
from leaderboard.tasks.scored_task import READING, scored_task
from leaderboard.tasks.task import Task
from leaderboard.text import joined
from leaderboard.threads import ALONE, Work


def check_secret(options: Options, folder: Path | None, flag: str) -> None:
    """Refuse what would show the key of the responses in a folder, if a part of it is secret."""
    folder = folder or Path()
    key = find_key(options.key, folder)
    datasets = open_submission(key, follow_symlinks=True).sources
    shown = chosen(datasets, options.datasets)
    for setting, secret in secrets(key, folder):
        if len(hidden := secret.hidden(datasets, shown)) == len(shown):
            raise UsageError(f"{setting} says that the key is secret, and {flag} would show it; leave it out")
        if hidden:
            what = f"{setting} says that the key of {joined(hidden)} is secret, and {flag} would show it"
            raise UsageError(f"{what}; leave it out, or choose other datasets with --datasets")


def configuration_of_responses(
    options: Mapping[str, object], responses: Iterable[str | os.PathLike[str]]
) -> Configuration:
    """The value of each option for some responses, and what else the settings file says."""
    return configure(options, place_of_responses(responses))


def place_of_responses(responses: Iterable[str | os.PathLike[str]]) -> Path | None:
    """The folder whose settings count for some responses, if any is named."""
    places = (settings_place(find_responses(_path(response))[0]) for response in responses)
    return next(places, None)


def task_of_responses(
    responses: Iterable[str | os.PathLike[str]],
    options: Options,
    work: Work = ALONE,
    priced: tuple[str, ...] = (),
    request: SliceRequest | None = None,
) -> Task:
    """Find the responses and their key, and score them."""
    paths = name_systems(path for response in responses for path in find_responses(_path(response)))
    folder = settings_place(next(iter(paths.values())))
    key = find_key(options.key, folder)
    found = open_submissions(paths.values(), options.follow_symlinks)
    work.part(0, 1, READING).tell(0)
    read = read_key(key, options, bool(priced), request, folder)
    task = scored_task(read, found, options, work=work.part(0.1, 1), priced=priced)
    return replace(task, warnings=(*_swapped(paths.values(), key), *task.warnings))


def _swapped(responses: Iterable[Path], key: Path) -> Iterator[Problem]:
    """Yield a warning about each response that has the name of a key, where the key in use has not."""
    for path in responses:
        if is_called_key(path) and not is_called_key(key):
            what = f"named like a key, but scored as a response to {key}"
            yield Problem(str(path), 0, what, "check that key and response are not swapped")


def _path(response: object) -> str:
    """Each response is an argument of its own: a list of them is a likely mistake."""
    if not isinstance(response, str | os.PathLike):
        raise UsageError(f"{response!r} is not a path; give each response as a separate argument")
    name = os.fspath(response)
    if not isinstance(name, str) or not name:
        raise UsageError(f"{name!r} is not a file name; name a response")
    return name


def name_systems(paths: Iterable[Path]) -> dict[str, Path]:
    """Each response under the name of its system."""
    named: dict[str, Path] = {}
    same: dict[str, Path] = {}
    paths = list(paths)
    names = names_of(paths)
    for path in paths:
        name = names[path]
        if not can_be_shown(name):
            raise UsageError(f"{path}: the name has unprintable characters; rename the file")
        if named.get(name) == path:
            raise UsageError(f"{path} is given twice; name each response once")
        if (other := same.get(alike(name))) is not None:
            raise UsageError(f"{other} and {path} are both called {name}; rename one of the two")
        named[name] = same[alike(name)] = path
    if not named:
        raise UsageError("no response given; name at least one file")
    return named

"""What all verbs begin with: options, a key, and the scoresheet of some responses."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from leaderboard.denotation import ErrorProfile
from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.metrics.metric import Floats, Metric, Scores
from leaderboard.options import Settings
from leaderboard.scoresheet import PartName, Scoresheet
from leaderboard.scoring import Key, Scored, chosen_metrics, read_key, signature
from leaderboard.submissions import (
    Found,
    Rejection,
    Submission,
    alike,
    can_be_shown,
    configure,
    find_key,
    find_response,
    name_of,
    open_submission,
    open_submissions,
)
from leaderboard.verbs.keeping import score_all
from leaderboard.version import VERSION


@dataclass(frozen=True, slots=True)
class Score:
    """Fractions; recall and precision are None where a metric has none."""

    recall: float | None
    precision: float | None
    f1: float


@dataclass(frozen=True, slots=True)
class Task:
    """The scoresheet of the responses that could be scored, and what became of the others.

    ``missing`` counts the parts that each system lacks, ``repairs`` the repeated mentions of which one was
    kept; ``errors`` is empty unless asked for.
    """

    settings: Settings
    key: str
    signature: str
    sheet: Scoresheet
    submissions: Mapping[str, Submission]
    missing: Mapping[str, int]
    repairs: Mapping[str, int]
    key_repairs: int
    errors: Mapping[str, ErrorProfile]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]
    key_files: Submission

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.sheet.metrics

    @property
    def scores(self) -> dict[str, dict[str, Score]]:
        """The corpus scores of each system."""
        columns = {metric.name: self.sheet.scores(metric) for metric in self.metrics if self.sheet.systems}
        return {
            system: {name: pick(column, index) for name, column in columns.items()}
            for index, system in enumerate(self.sheet.systems)
        }


def settings_of_responses(
    options: Mapping[str, object], responses: Iterable[str | os.PathLike[str]]
) -> Settings:
    """The settings of some responses: options, the environment, the file beside the first."""
    beside = next((find_response(_path(response)).parent for response in responses), Path())
    return configure(options, beside).settings


def task_of_responses(responses: Iterable[str | os.PathLike[str]], settings: Settings) -> Task:
    """Find the responses and their key, and score them."""
    paths = name_systems(find_response(_path(response)) for response in responses)
    key = find_key(settings.key, next(iter(paths.values())).parent)
    return open_task(key, open_submissions(paths.values(), settings.follow_symlinks), settings)


def _path(response: object) -> str:
    """Each response is an argument of its own: a list of them is a likely mistake."""
    if not isinstance(response, str | os.PathLike):
        raise UsageError(f"{response!r} is no path; give each response as an argument of its own")
    name = os.fspath(response)
    if not isinstance(name, str) or not name:
        raise UsageError(f"{name!r} is no name of a file; name a response")
    return name


def open_task(key_path: Path, found: Found, settings: Settings, whole: bool = False) -> Task:
    """Read the key and score each submission against it; ``whole`` says that these are all that there are."""
    metrics = chosen_metrics(settings)
    key = read_key(key_path, settings)
    outcomes = score_all(key, found.submissions, settings, metrics, whole)
    scored = outcomes.scored
    mentions = sum(len(corpus.part) for corpus in key.corpora.values())
    task = task_of(
        settings,
        key,
        scoresheet(parts_of(key), mentions, scored, metrics),
        scored,
        {submission.name: submission for submission in found.submissions},
        open_submission(key_path, follow_symlinks=True),
    )
    return replace(
        task,
        key_repairs=len(key.warnings),
        rejected=(*found.rejected, *outcomes.rejected),
        warnings=(*outcomes.warnings, *key.warnings, *task.warnings),
    )


def task_of(
    settings: Settings,
    key: Key,
    sheet: Scoresheet,
    scored: Mapping[str, Scored],
    submissions: Mapping[str, Submission],
    key_files: Submission,
) -> Task:
    """A task of which nothing is rejected and whose key needs no repair."""
    return Task(
        settings,
        os.fspath(key.path),
        signature(key, settings, VERSION),
        sheet,
        submissions,
        {name: one.missing for name, one in scored.items()},
        {name: one.repairs for name, one in scored.items()},
        0,
        {name: one.errors for name, one in scored.items() if one.errors is not None},
        (),
        tuple(warning for one in scored.values() for warning in one.warnings),
        key_files,
    )


def name_systems(paths: Iterable[Path]) -> dict[str, Path]:
    """Each response under the name of its system."""
    named: dict[str, Path] = {}
    same: dict[str, Path] = {}
    for path in paths:
        name = name_of(path)
        if not can_be_shown(name):
            raise UsageError(f"{path}: a name with characters that cannot be shown; rename the file")
        if (other := same.get(alike(name))) is not None:
            raise UsageError(f"{other} and {path} are both called {name}; rename one of the two")
        named[name] = same[alike(name)] = path
    if not named:
        raise UsageError("no response given; name at least one file")
    return named


def need(task: Task, systems: int) -> None:
    """Refuse to go on with fewer systems than a test is about."""
    if len(task.sheet.systems) < systems and task.rejected:
        raise InputError([rejection.problem for rejection in task.rejected])
    if len(task.sheet.systems) < systems:
        raise UsageError(f"only {len(task.sheet.systems)} response given; name at least {systems}")


def pick(scores: Scores, index: int) -> Score:
    """One entry of columns of scores."""

    def number(values: Floats | None) -> float | None:
        return None if values is None else float(values[index])

    return Score(number(scores.recall), number(scores.precision), float(scores.f1[index]))


def parts_of(key: Key) -> tuple[PartName, ...]:
    """The columns of sums."""
    return tuple(
        PartName(dataset, part.document, part.number)
        for dataset, corpus in key.corpora.items()
        for part in corpus.parts
    )


def scoresheet(
    parts: tuple[PartName, ...], mentions: int, scored: Mapping[str, Scored], metrics: tuple[Metric, ...]
) -> Scoresheet:
    return Scoresheet(
        tuple(scored),
        parts,
        mentions,
        metrics,
        {
            metric.name: np.array([one.sums[metric.name] for one in scored.values()])
            for metric in metrics
            if scored
        },
    )

"""``leaderboard codabench score``: what the scoring program of a platform makes of one submission."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.options import Options, ScoringOptions, each_setting
from leaderboard.options.configuration import Configuration, configure_by
from leaderboard.options.settings_lookup import settings_within
from leaderboard.scoring import Key, open_key
from leaderboard.submissions import Found, Submission
from leaderboard.submissions.bundles import KEY, NAME, RESPONSE, key_in, submission_in
from leaderboard.tasks.input_files import name_in
from leaderboard.tasks.scored_task import scored_task
from leaderboard.tasks.validation import check
from leaderboard.verbs.score import ScoreResult, score_result


@dataclass(frozen=True, slots=True)
class BundleResult:
    """The scores of the one system, which is called ``submission``, and what the task is called."""

    title: str | None
    scores: ScoreResult


def score_bundle(bundle: Path, **options: Unpack[ScoringOptions]) -> BundleResult:
    """The scores of ``res`` against ``ref``; ``options`` are those of the command.

    A submission that cannot be scored is an ``InputError`` with all that is wrong with it, its files
    named as the participant knows them; a fault of the key or of its settings is ``NothingToDo``.
    """
    configuration = configuration_of_bundle(bundle, options)
    key = _reference(bundle, configuration.options)
    settled, *_ = each_setting(configuration.options)
    try:
        submission = submission_in(bundle, settled.follow_symlinks)
        scores = _scores(key, submission, settled)
    except InputError as error:
        raise InputError(list(_named(bundle, error.problems)), error.count) from None
    warnings = tuple(_named(bundle, scores.warnings))
    fates = tuple(replace(fate, faults=tuple(_named(bundle, fate.faults))) for fate in scores.fates)
    return BundleResult(configuration.content.title, replace(scores, warnings=warnings, fates=fates))


def configuration_of_bundle(bundle: Path, options: Mapping[str, object]) -> Configuration:
    """The settings of the key: options, the environment, and the settings file in ``ref`` alone."""
    with _of_the_organiser():
        return configure_by(settings_within(bundle / KEY), options)


def _reference(bundle: Path, options: Options) -> Key:
    with _of_the_organiser():
        files = key_in(bundle)
        return open_key(files, options, files.sources)  # participants see what a platform prints


@contextmanager
def _of_the_organiser() -> Iterator[None]:
    """Report a fault of the key or its settings as the organiser's, not the participant's."""
    try:
        yield
    except InputError as error:
        raise NothingToDo(f"the key or its settings cannot be read: {error}") from None


def _scores(key: Key, submission: Submission, options: Options) -> ScoreResult:
    task = scored_task(key, Found((submission,), ()), options)
    if task.rejected:
        errors = check(submission, key, options).errors
        raise InputError(errors.first or [task.rejected[0].problem], errors.count or 1)
    return score_result(task)


def _named(bundle: Path, problems: Sequence[Problem]) -> Iterator[Problem]:
    """Files by their names in the submission, which for itself is called so."""
    for problem in problems:
        name = name_in(bundle / RESPONSE, problem.file)
        yield replace(problem, file=NAME if name == "." else name)

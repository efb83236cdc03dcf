"""``leaderboard codabench score``: what the scoring program of a platform makes of one submission."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.options import Settings, each_setting
from leaderboard.scoring import Key, open_key
from leaderboard.submissions import Configuration, Found, Submission, configure
from leaderboard.submissions.bundles import KEY, NAME, RESPONSE, key_in, submission_in
from leaderboard.verbs.inputs import name_in
from leaderboard.verbs.score import ScoreResult, score_result
from leaderboard.verbs.task import scored_task
from leaderboard.verbs.validate import check


@dataclass(frozen=True, slots=True)
class BundleResult:
    """The scores of the one system, which is called ``submission``, and what the task is called."""

    title: str | None
    scores: ScoreResult


def score_bundle(bundle: Path, **options: object) -> BundleResult:
    """The scores of ``res`` against ``ref``; ``options`` are those of the command.

    A submission that cannot be scored is an ``InputError`` with all that is wrong with it, its files
    named as the participant knows them; a fault of the key or of its settings is ``NothingToDo``.
    """
    configuration, key = _reference(bundle, options)
    settings, *_ = each_setting(configuration.settings)
    try:
        submission = submission_in(bundle, settings.follow_symlinks)
        scores = _scores(key, submission, settings)
    except InputError as error:
        raise InputError(list(_named(bundle, error.problems)), error.count) from None
    return BundleResult(configuration.title, replace(scores, warnings=tuple(_named(bundle, scores.warnings))))


def _reference(bundle: Path, options: dict[str, object]) -> tuple[Configuration, Key]:
    """The settings and the key; what is wrong with them is no participant's fault."""
    try:
        configuration = configure(options, bundle / KEY)
        return configuration, open_key(key_in(bundle), configuration.settings)
    except InputError as error:
        raise NothingToDo(f"the key or its settings cannot be read: {error}") from None


def _scores(key: Key, submission: Submission, settings: Settings) -> ScoreResult:
    task = scored_task(key, Found((submission,), ()), settings)
    if task.rejected:
        errors = check(submission, key, settings).errors
        raise InputError(errors.first or [task.rejected[0].problem], errors.count or 1)
    return score_result(task)


def _named(bundle: Path, problems: Sequence[Problem]) -> Iterator[Problem]:
    """Files by their names in the submission, which for itself is called so."""
    for problem in problems:
        name = name_in(bundle / RESPONSE, problem.file)
        yield replace(problem, file=NAME if name == "." else name)

"""``leaderboard.validate``: is this a well-formed, complete submission?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from leaderboard.errors import InputError, Problem, UsageError, one_line
from leaderboard.formats import read_corpus
from leaderboard.options import Settings
from leaderboard.scoring import Key, align_as_set, on_key, read_key, reading_of
from leaderboard.submissions import (
    Submission,
    find_response,
    look_for_key,
    open_each,
    settings_place,
    shown_name,
)
from leaderboard.submissions.sources import Source
from leaderboard.verbs.task import settings_of_responses

# Whoever mends 50 problems runs it again.
MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Finding:
    """An error makes a submission unacceptable; a warning tells of a repair."""

    severity: Literal["error", "warning"]
    problem: Problem


@dataclass(frozen=True, slots=True)
class Validation:
    """The first findings of one submission, errors before warnings, and how many of each there are."""

    system: str
    findings: tuple[Finding, ...]
    errors: int
    warnings: int

    @property
    def acceptable(self) -> bool:
        return not self.errors

    @property
    def more(self) -> int:
        """How many findings are not shown."""
        return self.errors + self.warnings - len(self.findings)


@dataclass(frozen=True, slots=True)
class ValidateResult:
    """Without a key (None) only the form of the submissions was checked."""

    key: str | None
    systems: tuple[Validation, ...]

    @property
    def acceptable(self) -> int:
        """How many submissions are."""
        return sum(system.acceptable for system in self.systems)


def validate(*responses: str | os.PathLike[str], **options: object) -> ValidateResult:
    """Everything that is wrong with each submission; ``options`` are those of the command."""
    if not responses:
        raise UsageError("no response given; name at least one file")
    settings = settings_of_responses(options, responses)
    paths = [find_response(os.fspath(response)) for response in responses]
    place, _ = look_for_key(settings.key, settings_place(paths[0]))
    key = read_key(place.path, settings) if place else None
    return ValidateResult(
        os.fspath(place.path) if place else None,
        tuple(
            _validation(path, opened, key, settings)
            for path, opened in open_each(paths, settings.follow_symlinks)
        ),
    )


def _validation(
    path: Path, opened: Submission | InputError, key: Key | None, settings: Settings
) -> Validation:
    if isinstance(opened, InputError):
        errors, warnings = list(opened.problems), list[Problem]()
    else:
        errors, warnings = check(opened, key, settings)
    findings = (
        *(Finding("error", problem) for problem in errors),
        *(Finding("warning", problem) for problem in warnings),
    )
    return Validation(shown_name(path), findings[:MOST_SHOWN], len(errors), len(warnings))


def check(submission: Submission, key: Key | None, settings: Settings) -> tuple[list[Problem], list[Problem]]:
    """The errors and the repairs of all files of a submission."""
    errors, warnings = list[Problem](), list[Problem]()
    if key is not None:
        try:
            submission = on_key(key, submission, settings)
            warnings += _lacking(submission, key, settings)
        except InputError as error:
            errors += error.problems
    left = submission.most_bytes
    for dataset, source in submission.sources.items():
        try:
            data = source.read(left)
            left -= len(data)
            warnings += _check_file(source, data, key, dataset, settings)
        except InputError as error:
            errors += error.problems
    return errors, warnings


def _lacking(submission: Submission, key: Key, settings: Settings) -> Iterator[Problem]:
    """The datasets that a submission may lack, and does."""
    made_of = {"zero": "score it as empty", "exclude": "rank the submission nowhere"}
    for dataset in key.corpora:
        if dataset not in submission.sources:
            remedy = f"add it; --missing-dataset will {made_of[settings.missing_dataset]}"
            yield Problem(one_line(str(submission.path)), 0, f"the dataset {dataset} is missing", remedy)


def _check_file(
    source: Source, data: bytes, key: Key | None, dataset: str, settings: Settings
) -> Sequence[Problem]:
    """The repairs of one file."""
    corpus, repairs = read_corpus(source.label, data, reading_of(settings))
    if key is not None and dataset in key.corpora:
        align_as_set(key.corpora[dataset], corpus, settings)
    return repairs

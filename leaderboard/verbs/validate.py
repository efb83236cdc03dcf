"""``leaderboard.validate``: is this a well-formed, complete submission?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from leaderboard.errors import InputError, Problem, UsageError, one_line
from leaderboard.formats import Examined, examine
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.options import Settings
from leaderboard.scoring import (
    Key,
    check_format,
    file_problems,
    on_key,
    read_key,
    reading_beside,
    reading_of,
)
from leaderboard.submissions import (
    Submission,
    find_response,
    look_for_key,
    open_each,
    settings_place,
    within_memory,
)
from leaderboard.tasks.responses import settings_of_responses

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
            validation(name, _checked(opened, key, settings))
            for name, opened in open_each(paths, settings.follow_symlinks)
        ),
    )


def _checked(opened: Submission | InputError, key: Key | None, settings: Settings) -> Checked:
    if isinstance(opened, InputError):
        return Checked(Problems(list(opened.problems), opened.count))
    return check(opened, key, settings)


def validation(system: str, found: Checked) -> Validation:
    """What was found in the files of a submission, as much of it as is shown."""
    findings = (
        *(Finding("error", problem) for problem in found.errors.first),
        *(Finding("warning", problem) for problem in found.warnings.first),
    )
    return Validation(system, findings[:MOST_SHOWN], found.errors.count, found.warnings.count)


@dataclass(slots=True)
class Problems:
    """The first problems of a submission, and how many there are."""

    first: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, problems: Sequence[Problem], count: int) -> None:
        self.first += problems[:MOST_SHOWN]
        self.count += count

    @contextmanager
    def listed(self) -> Iterator[None]:
        """What stops the reading of a file is a problem like others."""
        try:
            yield
        except InputError as error:
            self.add(error.problems, error.count)


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with the files of a submission, and what was repaired."""

    errors: Problems = field(default_factory=Problems)
    warnings: Problems = field(default_factory=Problems)


def check(submission: Submission, key: Key | None, settings: Settings) -> Checked:
    """The errors and the repairs of all files of a submission."""
    found = Checked()
    bounds = key.bounds if key else WITHOUT_KEY
    reading = reading_of(settings, bounds)
    present = submission.only(key.corpora) if key else submission
    if key is not None:
        with found.errors.listed():
            present = on_key(key, submission, settings)
            lacking = list(_lacking(present, key, settings))
            found.warnings.add(lacking, len(lacking))
    with found.errors.listed(), present.opened(bounds.bytes) as read:
        for dataset, source in present.sources.items():
            with found.errors.listed(), within_memory(submission.path):
                data = read(source)
                beside = key.corpora.get(dataset) if key else None
                if beside is not None:
                    check_format(beside, source.label, data)
                    reading = reading_beside(beside, reading)
                examined = examine(source.label, data, reading)
                _add(examined, file_problems(beside, examined, data, reading, settings), settings, found)
    return found


def _lacking(submission: Submission, key: Key, settings: Settings) -> Iterator[Problem]:
    """The datasets that a submission may lack, and does."""
    remedy = {
        "zero": "add it, or it is scored as empty",
        "exclude": "add it, or it is not ranked",
    }
    for dataset in key.corpora:
        if dataset not in submission.sources:
            what = f"the dataset {dataset} is missing"
            yield Problem(one_line(str(submission.path)), 0, what, remedy[settings.missing_dataset])


def _add(examined: Examined, problems: tuple[list[Problem], int], settings: Settings, found: Checked) -> None:
    """Add the problems of one file, and what was repaired in it."""
    _, repeats, _, remarks = examined
    found.errors.add(*problems)
    found.warnings.add(remarks, len(remarks))
    (found.errors if settings.duplicates == "error" else found.warnings).add(repeats, len(repeats))

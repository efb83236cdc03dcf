"""What is wrong with a submission: the form of its files, and their text beside the key's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from leaderboard.errors import InputError, Problem
from leaderboard.formats import Examined, examine
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.options import Settings
from leaderboard.scoring import Key, check_format, file_problems, on_key, reading_beside, reading_of
from leaderboard.submissions import (
    Submission,
    within_memory,
)
from leaderboard.text import one_line

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

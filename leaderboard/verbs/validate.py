"""``leaderboard.validate``: is this a well-formed, complete submission?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Literal, NamedTuple

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, Problem, UsageError, first_of, one_line
from leaderboard.formats import Examined, examine, format_name, word_columns
from leaderboard.formats.faults import Faults
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.matching import Gaps, break_off
from leaderboard.options import Settings, each_setting
from leaderboard.scoring import (
    Key,
    check_format,
    joint_digest,
    on_key,
    read_key,
    reading_beside,
    reading_of,
    response_beside,
    text_problems,
    warnings_of,
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
from leaderboard.tasks.task import copy_warning, identical_systems

# Whoever mends 50 problems runs it again.
MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Finding:
    """An error makes a submission unacceptable; a warning tells of a repair or of a likely mistake."""

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
    checked = [
        (name, opened, _checked(opened, key, settings))
        for name, opened in open_each(paths, settings.follow_symlinks)
    ]
    if key is not None:
        add_copies([(one, found) for _, one, found in checked if isinstance(one, Submission)], key)
    return ValidateResult(
        os.fspath(place.path) if place else None,
        tuple(validation(name, found) for name, _, found in checked),
    )


def _checked(opened: Submission | InputError, key: Key | None, settings: Settings) -> Checked:
    if isinstance(opened, InputError):
        return Checked(Problems(list(opened.problems), opened.count))
    return check(opened, key, settings)


def validation(system: str, found: Checked) -> Validation:
    """What was found in the files of a submission, as much of it as is shown: warnings about whole files
    before repairs."""
    warnings = sorted(found.warnings.first, key=lambda problem: problem.line > 0)
    findings = (
        *(Finding("error", problem) for problem in found.errors.first),
        *(Finding("warning", problem) for problem in warnings),
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
    """What is wrong with the files of a submission, what was repaired or is likely a mistake, and the hash of
    the mentions and entities on each dataset."""

    errors: Problems = field(default_factory=Problems)
    warnings: Problems = field(default_factory=Problems)
    entities: dict[str, str] = field(default_factory=dict)


class _File(NamedTuple):
    """A file of a dataset: how many lines it has, whether the last one has no end, whether a token has a line
    of its own, and what finds the column of a word."""

    dataset: str
    data: bytes
    lines: int
    torn: bool
    by_line: bool
    column: Callable[[int, int], int]


def check(submission: Submission, key: Key | None, settings: Settings) -> Checked:
    """The errors of all files of a submission, and the warnings about them."""
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
                torn = not data.endswith(b"\n")
                file = _File(
                    dataset,
                    data,
                    data.count(b"\n") + torn,
                    torn,
                    format_name(data) != "jsonlines",
                    word_columns(data, reading),
                )
                _add(examined, beside, file, settings, found)
    return found


def add_copies(checked: Sequence[tuple[Submission, Checked]], key: Key) -> None:
    """Warn of each submission that is identical to others."""
    groups = identical_systems(
        {
            one.name: joint_digest({dataset: found.entities.get(dataset, "") for dataset in key.corpora})
            for one, found in checked
            if not found.errors.count
        }
    )
    group_of = {name: group for group in groups for name in group}
    for one, found in checked:
        others = [name for name in group_of.get(one.name, ()) if name != one.name]
        if others:
            found.warnings.add([copy_warning(one.path, others)], 1)


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


def _add(examined: Examined, key: Corpus | None, file: _File, settings: Settings, found: Checked) -> None:
    """Add the problems of one file: of its form, and of as much of its text as could be read."""
    corpus, repeats, faults, remarks = examined
    problems, count = (faults.in_order(), faults.count) if faults else ([], 0)
    if key is not None:
        cut = faults is not None and (faults.cut or (file.torn and problems[-1].line == file.lines))
        gaps = _gaps(corpus, faults, file.column)
        of_text, more = first_of(text_problems(key, corpus, gaps, settings))
        # Whoever reads JSON says where it breaks off.
        end = break_off(key, corpus, gaps, file.lines, cut) if file.by_line else None
        problems, count = _folded([*problems, *of_text], count + more, corpus, end)
    if settings.duplicates == "error":
        problems, count, repeats = [*problems, *repeats], count + len(repeats), ()
    found.errors.add(problems, count)
    if key is None or count:
        warnings = (*remarks, *repeats)
    else:
        response = response_beside(key, file.data, examined, settings)
        found.entities[file.dataset] = response.entities
        warnings = warnings_of(response, each_setting(settings)[0])
    found.warnings.add(warnings, len(warnings))


def _folded(
    problems: list[Problem], count: int, corpus: Corpus, end: Problem | None
) -> tuple[list[Problem], int]:
    """The problems, but where a file breaks off those of its last line, of its last part as a whole and of
    missing parts as one."""
    if end is None or all(problem.line for problem in problems):
        return problems, count
    others = [problem for problem in problems if problem.line not in (0, corpus.part_line[-1], end.line)]
    return [*others, end], count - len(problems) + len(others) + 1


def _gaps(corpus: Corpus, faults: Faults | None, column: Callable[[int, int], int]) -> Gaps:
    """What the faults of a file leave unknown of its text."""
    if faults is None:
        return Gaps(column=column)
    unsure = {number for number, part in enumerate(corpus.parts) if part in faults.unsure}
    # Of a file without documents, or one of which the rest was not read, any part might be missing.
    nameless = inf if faults.stopped or not corpus.parts else faults.nameless
    return Gaps(unsure, nameless, column)

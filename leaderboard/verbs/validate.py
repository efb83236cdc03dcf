"""``leaderboard.validate``: is this a well-formed, complete submission?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, Unpack

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.files import joint_digest
from leaderboard.formats import Reading, examine
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.options import Options, ValidateOptions, each_setting
from leaderboard.scoring.key import Key, read_key, reading_of
from leaderboard.scoring.response import (
    check_format,
    file_problems,
    on_key,
    reading_beside,
    response_beside,
    warnings_of,
)
from leaderboard.submissions import (
    Submission,
    failing_alone,
    find_responses,
    look_for_key,
    open_each,
    settings_place,
    swapped,
)
from leaderboard.tasks.account import grouping_of
from leaderboard.tasks.scored_task import configuration_of_responses, copy_warning
from leaderboard.tasks.task import identical_systems
from leaderboard.text import one_line

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
        """The number of findings that are not shown."""
        return self.errors + self.warnings - len(self.findings)


def validation(system: str, checked: Checked) -> Validation:
    """The findings about a submission, as many as are shown: whole files before repairs."""
    warnings = sorted(checked.warnings.first, key=lambda problem: problem.line > 0)
    findings = (
        *(Finding("error", problem) for problem in checked.errors.first),
        *(Finding("warning", problem) for problem in warnings),
    )
    return Validation(system, findings[:MOST_SHOWN], checked.errors.count, checked.warnings.count)


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
        """The problem that stopped the reading of a file, as a list."""
        try:
            yield
        except InputError as error:
            self.add(error.problems, error.count)


@dataclass(frozen=True, slots=True)
class Checked:
    """The problems, repairs and likely mistakes of a submission, and the hash of its mentions by dataset."""

    errors: Problems = field(default_factory=Problems)
    warnings: Problems = field(default_factory=Problems)
    entities: dict[str, str] = field(default_factory=dict)


def check(submission: Submission, key: Key | None, options: Options) -> Checked:
    """The errors of all files of a submission, and the warnings about them."""
    checked = Checked()
    bounds = key.bounds if key else WITHOUT_KEY
    reading = reading_of(options, bounds)
    present = submission.only(key.corpora) if key else submission
    if key is not None:
        with checked.errors.listed():
            present = on_key(key, submission, options)
            lacking = list(_lacking(present, key, options))
            checked.warnings.add(lacking, len(lacking))
    with checked.errors.listed(), failing_alone(submission.path), present.opened(bounds.bytes) as read:
        for dataset, source in present.sources.items():
            with checked.errors.listed(), failing_alone(submission.path):
                data = read(source)
                beside = key.corpora.get(dataset) if key else None
                checked.entities[dataset] = _check_file(beside, source.label, data, reading, options, checked)
    return checked


def _check_file(
    key: Corpus | None, label: str, data: bytes, reading: Reading, options: Options, checked: Checked
) -> str:
    """Add what is wrong with one file and what is to be said of it; the hash of its entities if it has no
    errors and there is a key."""
    if key is not None:
        check_format(key, label, data, options.text)
        reading = reading_beside(key, reading)
    examined = examine(label, data, reading)
    problems, count = file_problems(key, examined, data, reading, options)
    repeats = examined.repeats
    refused, repaired = (repeats, ()) if options.duplicates == "error" else ((), repeats)
    checked.errors.add([*problems, *refused], count + len(refused))
    if key is None or count or refused:
        checked.warnings.add((*examined.remarks, *repaired), len(examined.remarks) + len(repaired))
        return ""
    response = response_beside(key, data, examined, options)
    warnings = warnings_of(response, each_setting(options)[0])
    checked.warnings.add(warnings, len(warnings))
    return response.entities


def add_copies(checked: Sequence[tuple[Submission, Checked]], key: Key) -> None:
    """Warn of each submission that is identical to others."""
    groups = identical_systems(
        {
            submission.name: joint_digest({name: problems.entities.get(name, "") for name in key.corpora})
            for submission, problems in checked
            if not problems.errors.count
        }
    )
    group_of = {name: group for group in groups for name in group}
    for submission, problems in checked:
        others = [name for name in group_of.get(submission.name, ()) if name != submission.name]
        if others:
            problems.warnings.add([copy_warning(submission.path, others)], 1)


def _lacking(submission: Submission, key: Key, options: Options) -> Iterator[Problem]:
    """The datasets that a submission may lack, and does."""
    remedy = {
        "zero": "add it, or it is scored as empty",
        "exclude": "add it, or it is not ranked",
    }
    for dataset in key.corpora:
        if dataset not in submission.sources:
            what = f"the dataset {dataset} is missing"
            yield Problem(one_line(str(submission.path)), 0, what, remedy[options.missing_dataset])


@dataclass(frozen=True, slots=True)
class ValidateResult:
    """Without a key (None) only the form of the submissions was checked.

    ``runs`` has the submissions that are runs of one system, and ``warnings`` are about those that are not.
    """

    key: str | None
    systems: tuple[Validation, ...]
    runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    @property
    def acceptable(self) -> int:
        """The number of valid submissions."""
        return sum(system.acceptable for system in self.systems)


def validate(*responses: str | os.PathLike[str], **options: Unpack[ValidateOptions]) -> ValidateResult:
    """List everything that is wrong with submissions.

    Parameters
    ----------
    *responses : str or path
        Response files, or names of files in the folder ``submissions``. Without a key only their format is
        checked.
    **options : ValidateOptions
        Options of the command ``leaderboard validate``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    ValidateResult
        The errors and warnings about each submission.

    Raises
    ------
    UsageError
        If the call is wrong: no response, or an unknown option.
    InputError
        If the key cannot be read.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.validate("task/close.conll", key="task/key.conll")
    >>> [(checked.system, checked.acceptable) for checked in result.systems]
    [('close', True)]
    """
    if not responses:
        raise UsageError("no response given; name at least one file")
    configuration = configuration_of_responses(options, responses)
    settled = each_setting(configuration.options)[0]
    paths = [path for response in responses for path in find_responses(os.fspath(response))]
    folder = settings_place(paths[0])
    place, _ = look_for_key(settled.key, folder)
    key = read_key(place.path, settled, folder=folder) if place else None
    checked = [
        (name, opened, _checked(opened, key, settled))
        for name, opened in open_each(paths, settled.follow_symlinks)
    ]
    if key is not None and place is not None:
        for path, (_, _, problems) in zip(paths, checked, strict=True):
            named = list(swapped([path], *place))
            problems.warnings.add(named, len(named))
        add_copies(
            [(opened, problems) for _, opened, problems in checked if isinstance(opened, Submission)], key
        )
    names = [name for name, _, _ in checked]
    grouping = grouping_of(dict(zip(names, paths, strict=True)), configuration)
    return ValidateResult(
        os.fspath(place.path) if place else None,
        tuple(validation(name, problems) for name, _, problems in checked),
        grouping.systems,
        grouping.warnings,
    )


def _checked(opened: Submission | InputError, key: Key | None, options: Options) -> Checked:
    if isinstance(opened, InputError):
        return Checked(Problems(list(opened.problems), opened.count))
    return check(opened, key, options)

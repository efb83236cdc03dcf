"""``leaderboard.validate``: is this a well-formed, complete submission?"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, Unpack

from leaderboard.corpus import Corpus
from leaderboard.errors import MOST_PROBLEMS, InputError, Problem, UsageError
from leaderboard.files import joint_digest
from leaderboard.formats import Reading, examine
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.options import Options, ValidateOptions, each_setting
from leaderboard.options.configuration import Configuration, configure
from leaderboard.scoring.contents import Contents, FileRead, contents
from leaderboard.scoring.key import Key, read_key, reading_of
from leaderboard.scoring.offsets import offsets_by_punctuation
from leaderboard.scoring.response import (
    check_format,
    fault_of,
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
    find_submissions,
    is_of_submissions,
    look_for_key,
    open_each,
    settings_place,
    swapped,
)
from leaderboard.submissions.discovery import Outcome, open_one
from leaderboard.tasks.account import grouping_of
from leaderboard.tasks.counts import problems_of_counts
from leaderboard.tasks.counts.typed import configuration_of_counts, table_among
from leaderboard.tasks.presented import Presented
from leaderboard.tasks.scored_task import copy_warning, empty_key, refuse_folder, response_path
from leaderboard.tasks.task import Systems, identical_systems
from leaderboard.text import joined, one_line

NOTHING = Contents()
Named = str | os.PathLike[str]
# The name of a key in a folder that has none.
KEY = "key"


@dataclass(frozen=True, slots=True)
class Finding:
    """An error makes a submission unacceptable; a warning tells of a repair or of a likely mistake."""

    severity: Literal["error", "warning"]
    problem: Problem


@dataclass(frozen=True, slots=True)
class Validation:
    """The first findings of one submission, errors before warnings, how many of each, and what was read."""

    system: str
    findings: tuple[Finding, ...]
    errors: int
    warnings: int
    contents: Contents = NOTHING

    @property
    def acceptable(self) -> bool:
        return not self.errors

    @property
    def more(self) -> int:
        """The number of findings that are not among ``findings``."""
        return self.errors + self.warnings - len(self.findings)


def validation(system: str, checked: Checked) -> Validation:
    """The findings about a submission: whole files before repairs."""
    warnings = sorted(checked.warnings.first, key=lambda problem: problem.line > 0)
    findings = (
        *(Finding("error", problem) for problem in checked.errors.first),
        *(Finding("warning", problem) for problem in warnings),
    )
    return Validation(system, findings, checked.errors.count, checked.warnings.count, checked.contents)


@dataclass(slots=True)
class Problems:
    """The first problems of a submission, and how many there are."""

    first: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, problems: Sequence[Problem], count: int) -> None:
        self.first += problems[:MOST_PROBLEMS]
        self.count += count

    @contextmanager
    def listed(self) -> Iterator[None]:
        """The problem that stopped the reading of a file, as a list."""
        try:
            yield
        except InputError as error:
            self.add(error.problems, error.count)


@dataclass(slots=True, kw_only=True)
class Checked:
    """The problems, repairs and likely mistakes of a submission, the hash of its mentions by dataset, and
    what was read of it."""

    errors: Problems = field(default_factory=Problems)
    warnings: Problems = field(default_factory=Problems)
    entities: dict[str, str] = field(default_factory=dict)
    contents: Contents = NOTHING


@dataclass(slots=True)
class _Files:
    """The files that were read, and True if each was read to its end."""

    read: list[FileRead] = field(default_factory=list)
    complete: bool = True


def check(submission: Submission, key: Key | None, options: Options) -> Checked:
    """The errors of all files of a submission, and the warnings about them."""
    checked, files = Checked(), _Files()
    bounds = key.bounds if key else WITHOUT_KEY
    reading = reading_of(options, bounds)
    present = submission.only(key.corpora) if key else submission
    if key is not None:
        with checked.errors.listed():
            present = on_key(key, submission, options)
            excused = list(_lacking(present, key, options))
            checked.warnings.add(excused, len(excused))
    with checked.errors.listed(), failing_alone(submission.path), present.opened(bounds.bytes) as read:
        for dataset, source in present.sources.items():
            with checked.errors.listed(), failing_alone(submission.path):
                data = read(source)
                beside = key.corpora.get(dataset) if key else None
                checked.entities[dataset] = _check_file(
                    beside, source.label, data, reading, options, checked, files
                )
    wanted = [name for name in submission.sources if key is None or name not in key.others]
    lacking = [name for name in (key.corpora if key else ()) if name and name not in present.sources]
    whole = files.complete and len(files.read) == len(wanted)
    checked.contents = contents(files.read, lacking, whole)
    return checked


def _check_file(
    key: Corpus | None,
    label: str,
    data: bytes,
    reading: Reading,
    options: Options,
    checked: Checked,
    files: _Files,
) -> str:
    """Add what is wrong with one file and what is to be said of it; the hash of its entities if it has no
    errors and there is a key."""
    if key is not None:
        check_format(key, label, data, options.text)
        reading = reading_beside(key, reading)
    examined = examine(label, data, reading)
    corpus = examined.corpus
    shows = not (corpus.secret or (reading.repairs and key is not None and key.secret))
    files.read.append(FileRead(corpus, key, shows))
    problems, count, complete = file_problems(key, examined, data, reading, options)
    files.complete &= complete
    if shows and (key is None or not len(key.part)):
        remarks = list(offsets_by_punctuation(corpus))
        checked.warnings.add(remarks, len(remarks))
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


@dataclass(frozen=True, slots=True, repr=False)
class ValidateResult(Presented):
    """Without a key (None) only the form of the submissions was checked.

    ``runs`` has the submissions that are runs of one system. ``warnings`` are about the folder, and about
    submissions that are not averaged in spite of their names.
    ``folder`` is the folder of which every entry was checked, if one was named. ``of_table`` is True for
    the systems of a table of counts.
    """

    key: str | None
    systems: Systems[Validation]
    runs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    _: KW_ONLY
    folder: str | None = None
    of_table: bool = False

    @property
    def acceptable(self) -> int:
        """The number of valid submissions."""
        return sum(system.acceptable for system in self.systems)


def validate(*responses: Named, **options: Unpack[ValidateOptions]) -> ValidateResult:
    """List everything that is wrong with submissions.

    Parameters
    ----------
    *responses : str or path
        Response files, names of files in the folder ``submissions``, or one folder of submissions. Without a
        key only their format is checked.
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
    if (table := table_among(responses, options)) is not None:
        found = problems_of_counts(table, configuration_of_counts(table, options))
        checked_entries = (
            validation(name, Checked(errors=Problems(list(problems[:MOST_PROBLEMS]), len(problems))))
            for name, problems in found.items()
        )
        return ValidateResult(None, Systems(checked_entries), of_table=True)
    if "metric" in options:
        raise UsageError("--metric has no effect on responses; leave it out")
    folder = place_to_validate(responses, options.get("key"))
    configuration = configure(options, folder)
    settled = each_setting(configuration.options)[0]
    whole = folder if _names_folder(responses, options.get("key")) else None
    if whole:
        _refuse_phases(whole, configuration)
    paths = [] if whole else [path for response in responses for path in find_responses(os.fspath(response))]
    place, _ = look_for_key(settled.key, folder)
    if whole and place:
        refuse_folder(place.path, whole)
    key = read_key(place.path, settled, folder=folder) if place else None
    if whole:
        entries, warnings = _entries_of(whole, place.path if place else whole / KEY, key, settled)
    else:
        opened = zip(paths, open_each(paths, settled.follow_symlinks), strict=True)
        entries, warnings = [_Entry(name, path, outcome) for path, (name, outcome) in opened], ()
    checked = [(entry, _checked(entry.outcome, key, settled)) for entry in entries]
    for entry, problems in checked if place or whole else ():
        if isinstance(entry.outcome, Submission):
            named = list(swapped([entry.path], *(place or [None])))
            problems.warnings.add(named, len(named))
    if key is not None:
        add_copies(
            [
                (entry.outcome, problems)
                for entry, problems in checked
                if entry.counts and isinstance(entry.outcome, Submission)
            ],
            key,
        )
    grouping = grouping_of({entry.name: entry.path for entry in entries if entry.counts}, configuration)
    return ValidateResult(
        os.fspath(place.path) if place else None,
        Systems(validation(entry.name, problems) for entry, problems in checked),
        grouping.systems,
        (*warnings, *grouping.warnings, *(empty_key(key) if key else ())),
        folder=os.fspath(whole) if whole else None,
    )


def place_to_validate(responses: Sequence[Named], key: Named | None) -> Path:
    """Return the folder whose settings count: the one that is named, or that of the first response."""
    if _names_folder(responses, key):
        return Path(responses[0])
    return settings_place(find_responses(response_path(responses[0]))[0])


def _names_folder(responses: Sequence[Named], key: Named | None) -> bool:
    """True for one folder of submissions, to which a ``key`` may be stated."""
    stated = None if key is None else str(key)
    return len(responses) == 1 and is_of_submissions(Path(response_path(responses[0])), stated)


def _refuse_phases(folder: Path, configuration: Configuration) -> None:
    """Refuse the folder of several phases, which have different keys."""
    if configuration.source and configuration.source.path.parent.samefile(folder):
        phases = [phase.submissions for phase in configuration.content.phases]
        if phases:
            remedy = f"name the folder of one phase: {joined(phases, last='or')}"
            raise UsageError(f"{folder}: its settings file has phases; {remedy}")


class _Entry(NamedTuple):
    """A submission, or why it is none, with the name of its system; an earlier attempt does not count."""

    name: str
    path: Path
    outcome: Outcome
    counts: bool = True


def _entries_of(
    folder: Path, key_path: Path, key: Key | None, options: Options
) -> tuple[list[_Entry], tuple[Problem, ...]]:
    """Every entry of a folder once, and warnings about the folder; entries of one name by their files."""

    def fault(submission: Submission) -> InputError | None:
        return fault_of(key, submission, options) if key else None

    found = find_submissions(folder, key_path, options.follow_symlinks, fault)
    entries = [
        *(_Entry(one.name, one.path, one) for one in found.submissions),
        *(
            _Entry(one.system, one.path or folder, InputError([one.problem], one.problems))
            for one in found.rejected
        ),
        *(
            _Entry(path.name, path, open_one(path, path.name, options.follow_symlinks), counts=False)
            for path in found.passed_over
        ),
    ]
    times = Counter(entry.name for entry in entries)
    named = [entry._replace(name=entry.path.name) if times[entry.name] > 1 else entry for entry in entries]
    return sorted(named, key=lambda entry: (entry.name, entry.path.name)), found.warnings


def _checked(opened: Outcome, key: Key | None, options: Options) -> Checked:
    if isinstance(opened, InputError):
        return Checked(errors=Problems(list(opened.problems), opened.count))
    return check(opened, key, options)

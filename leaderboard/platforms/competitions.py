"""Competitions on a platform: what one is made of, and what its scoring program makes of a submission."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Unpack

from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.formats.source import read_bytes
from leaderboard.metrics import Metric, metric_named
from leaderboard.options import (
    SCORED,
    CompetitionOptions,
    Options,
    ScoringOptions,
    each_setting,
    with_primary,
)
from leaderboard.options.configuration import Configuration, configure, configure_by
from leaderboard.options.settings_file import CONFIGURATION, FOLDER, settings_within
from leaderboard.scoring.key import Key, Signature, chosen_metrics, open_key, read_key, signature
from leaderboard.slices.document_table import MOST_BYTES
from leaderboard.submissions import Found, Submission, find_key
from leaderboard.submissions.lookup import KEY, NAME, RESPONSE, key_in, submission_in
from leaderboard.tasks.account import with_account
from leaderboard.tasks.contests import phase_keys
from leaderboard.tasks.counts.typed import refuse_counts
from leaderboard.tasks.scored_task import name_in, scored_task
from leaderboard.verbs.score import ScoreResult, score_result
from leaderboard.verbs.validate import check
from leaderboard.version import VERSION

# What the platform takes for the key and for the title of a column.
LONGEST_COLUMN = 36
# What the scores of one submission do not depend on.
_NOT_OF_A_KEY = ("key", "phase", "track", "follow_symlinks", "by", "keep", "bands")
# What the settings file calls an option that is a file, and the name that the file gets beside the key.
_TABLES = {"documents": ("document-table", "documents.csv"), "mentions": ("mentions", "mentions.csv")}


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A column of the platform's table, by the name that its number has in ``scores.json``."""

    key: str
    label: str
    rises: bool = True


@dataclass(frozen=True, slots=True)
class CompetitionPhase:
    """``reference`` are the files for the scoring program, by name; ``label`` is None where it is alone.

    ``datasets`` has the name of the file of each, and ``format`` what its files are.
    """

    label: str | None
    reference: Mapping[str, bytes]
    datasets: Mapping[str, str]
    format: str
    signature: Signature


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    """``tracks`` are those of the final ranking, which the platform knows nothing of; ``left_out`` are the
    names of scores that are too long for a column."""

    title: str
    metrics: tuple[Metric, ...]
    primary: Metric
    phases: tuple[CompetitionPhase, ...]
    tracks: tuple[str, ...]
    columns: tuple[ScoreColumn, ...]
    left_out: tuple[str, ...]


def competition(
    submissions: str | os.PathLike[str] = FOLDER, **options: Unpack[CompetitionOptions]
) -> Competition:
    """The phases of a folder with their keys and settings; ``options`` are those about what is scored."""
    refuse_counts([submissions], "codabench init")
    folder = Path(submissions)
    configuration = configure(options, folder)
    settled = with_primary(configuration.options)
    paths = phase_keys(submissions, configuration) or {None: find_key(settled.key, folder)}
    keys = {label: read_key(path, settled, folder=folder) for label, path in paths.items()}
    metrics = chosen_metrics(settled, "+".join(key.format for key in keys.values()))
    primary = metric_named(metrics, settled.primary)
    columns = {column.key: column for column in _columns(metrics, primary, list(keys.values()), settled)}
    return Competition(
        title=configuration.content.title or "Coreference resolution",
        metrics=metrics,
        primary=primary,
        phases=tuple(_phase(label, key, configuration.content.title, settled) for label, key in keys.items()),
        tracks=tuple(track.label for track in configuration.content.tracks),
        columns=tuple(column for column in columns.values() if len(column.key) <= LONGEST_COLUMN),
        left_out=tuple(name for name in columns if len(name) > LONGEST_COLUMN),
    )


def _columns(
    metrics: Sequence[Metric], primary: Metric, keys: Sequence[Key], options: Options
) -> Iterator[ScoreColumn]:
    """The primary F1 first, for the first column orders; then that of the others, and on each dataset."""
    for metric in (primary, *(metric for metric in metrics if metric is not primary)):
        yield ScoreColumn(f"{metric.name}_f1", metric.label)
    for key in keys:
        if len(key.datasets) > 1:
            for dataset, label in key.datasets.items():
                yield ScoreColumn(f"{primary.name}_f1_{dataset}", f"{primary.label} {label}")
            if options.missing_dataset != "error":
                yield ScoreColumn("missing_datasets", "Missing datasets", rises=False)


def _phase(label: str | None, key: Key, title: str | None, options: Options) -> CompetitionPhase:
    if not options.joins:  # what else is said of documents is for slices
        options = replace(options, documents=None)
    first, *_ = each_setting(options)
    files = dict(_files(key.files))
    name = next(iter(files)).partition("/")[0]
    tables = {file: getattr(options, option) for option, (_, file) in _TABLES.items()}
    return CompetitionPhase(
        label,
        {
            **files,
            **{file: read_bytes(Path(path), MOST_BYTES) for file, path in tables.items() if path},
            CONFIGURATION: _settings_file(name, title, options).encode(),
        },
        {dataset: Path(key.files.sources[dataset].label).name for dataset in key.datasets},
        key.format,
        signature(key, first, VERSION),
    )


def _files(key: Submission) -> Iterator[tuple[str, bytes]]:
    """The files of a key as they are: one, or those of a folder."""
    paths = dict.fromkeys(source.path for source in key.sources.values())
    for path in paths:
        yield (f"key/{path.name}" if key.path.is_dir() else path.name), path.read_bytes()


def _settings_file(key: str, title: str | None, options: Options) -> str:
    """The ``leaderboard.toml`` beside the key: every option that is not the default."""
    default = Options()
    stated = {
        entry.name: value
        for entry in fields(Options)
        if entry.metadata["panel"] == SCORED and entry.name not in _NOT_OF_A_KEY
        if (value := getattr(options, entry.name)) != getattr(default, entry.name)
    }
    stated = dict(_TABLES.get(name, (name, value)) for name, value in stated.items())
    said = {**({"title": title} if title else {}), "key": key, **stated}
    # TOML writes texts, numbers, switches and lists of them as JSON does.
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in said.items())


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
    # Tables may name mentions of the key, and documents of other phases.
    secret = [str(bundle / KEY / file) for _, file in _TABLES.values()]
    shown = [warning for warning in scores.warnings if warning.file not in secret]
    warnings = tuple(_named(bundle, shown))
    fates = tuple(replace(fate, faults=tuple(_named(bundle, fate.faults))) for fate in scores.fates)
    task = replace(scores.task, warnings=warnings, fates=fates)
    return BundleResult(configuration.content.title, replace(scores, task=task))


def configuration_of_bundle(bundle: Path, options: Mapping[str, object]) -> Configuration:
    """The settings of the key: options, the environment, and the settings file in ``ref`` alone."""
    refuse_counts([bundle], "codabench score")
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
        raise NothingToDo(f"the key or its settings cannot be read: {error.typed}") from None


def _scores(key: Key, submission: Submission, options: Options) -> ScoreResult:
    task = scored_task(key, Found((submission,), ()), options)
    if task.rejected:
        errors = check(submission, key, options).errors
        raise InputError(errors.first or [task.rejected[0].problem], errors.count or 1)
    return score_result(with_account(task))


def _named(bundle: Path, problems: Sequence[Problem]) -> Iterator[Problem]:
    """Files by their names in the submission, which for itself is called so."""
    for problem in problems:
        name = name_in(bundle / RESPONSE, problem.file)
        yield replace(problem, file=NAME if name == "." else name)

"""``leaderboard codabench init``: what a competition is made of, of the folder of a shared task."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Unpack

from leaderboard.metrics import Metric
from leaderboard.options import SCORED, CompetitionOptions, Options, each_setting, with_primary
from leaderboard.options.configuration import configure
from leaderboard.options.settings_file import CONFIGURATION, FOLDER
from leaderboard.scoring import Key, Signature, chosen_metrics, read_key, signature
from leaderboard.submissions import Submission, find_key
from leaderboard.tasks.phases import phase_keys
from leaderboard.version import VERSION

# What the platform takes for the key and for the title of a column.
LONGEST_COLUMN = 36
_NO_SETTINGS_OF_A_KEY = ("key", "phase", "track", "follow_symlinks")


@dataclass(frozen=True, slots=True)
class ScoreColumn:
    """A column of the platform's table, by the name that its number has in ``scores.json``."""

    key: str
    label: str
    rises: bool = True


@dataclass(frozen=True, slots=True)
class CompetitionPhase:
    """``reference`` are the files behind the scoring program, by name; ``label`` is None where it is alone.

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
    folder = Path(submissions)
    configuration = configure(options, folder)
    settled = with_primary(configuration.options)
    paths = phase_keys(submissions, configuration) or {None: find_key(settled.key, folder)}
    keys = {label: read_key(path, settled, folder=folder) for label, path in paths.items()}
    metrics = chosen_metrics(settled, "+".join(key.format for key in keys.values()))
    [primary] = [metric for metric in metrics if metric.name == settled.primary]
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
    first, *_ = each_setting(options)
    files = dict(_files(key.files))
    name = next(iter(files)).partition("/")[0]
    return CompetitionPhase(
        label,
        {**files, CONFIGURATION: _settings_file(name, title, options).encode()},
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
        if entry.metadata["panel"] == SCORED and entry.name not in _NO_SETTINGS_OF_A_KEY
        if (value := getattr(options, entry.name)) != getattr(default, entry.name)
    }
    said = {**({"title": title} if title else {}), "key": key, **stated}
    return "".join(f"{name} = {_toml(value)}\n" for name, value in said.items())


def _toml(value: object) -> str:
    """Texts, numbers, switches and lists of them are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)

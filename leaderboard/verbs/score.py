"""``leaderboard.score``: the scores of responses."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from leaderboard.errors import Problem, UsageError
from leaderboard.formats.source import stem
from leaderboard.metrics.metric import Floats, Metric, Scores
from leaderboard.options import read_settings
from leaderboard.scoring import (
    Key,
    Rejection,
    Scored,
    chosen_metrics,
    read_key,
    score_responses,
    signature,
)
from leaderboard.submissions import find_key, find_response
from leaderboard.version import VERSION


@dataclass(frozen=True, slots=True)
class Score:
    """Fractions; recall and precision are None where a metric has none."""

    recall: float | None
    precision: float | None
    f1: float


@dataclass(frozen=True, slots=True)
class PartScores:
    document: str
    part: int
    scores: dict[str, Score]


@dataclass(frozen=True, slots=True)
class SystemScores:
    system: str
    documents: int
    parts: int
    missing: int
    scores: dict[str, Score]
    per_document: tuple[PartScores, ...]


@dataclass(frozen=True, slots=True)
class ScoreResult:
    signature: str
    key: str
    metrics: tuple[Metric, ...]
    systems: tuple[SystemScores, ...]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]


def score(*responses: str | os.PathLike[str], per_document: bool = False, **options: object) -> ScoreResult:
    """The scores of each response; ``options`` are those of the command, by the same names."""
    settings = read_settings(options)
    paths = name_systems(find_response(os.fspath(response)) for response in responses)
    metrics = chosen_metrics(settings)
    key = read_key(find_key(settings.key, os.environ.get("LEADERBOARD_KEY"), list(paths.values())), settings)
    scored, rejected = score_responses(key, paths, settings, metrics)
    return ScoreResult(
        signature(key, settings, VERSION),
        key.corpus.file,
        metrics,
        tuple(_system(name, key, scored[name], metrics, per_document) for name in scored),
        rejected,
        (*key.warnings, *(warning for one in scored.values() for warning in one.warnings)),
    )


def name_systems(paths: Iterable[Path]) -> dict[str, Path]:
    """Each response under the name of its system."""
    named: dict[str, Path] = {}
    for path in paths:
        name = stem(path.name)
        if name in named:
            raise UsageError(f"{named[name]} and {path} are both called {name}; rename one of the two")
        named[name] = path
    if not named:
        raise UsageError("no response given; name at least one file")
    return named


def _system(
    name: str, key: Key, scored: Scored, metrics: tuple[Metric, ...], per_document: bool
) -> SystemScores:
    parts = key.corpus.parts
    return SystemScores(
        name,
        len({part.document for part in parts}),
        len(parts),
        scored.missing,
        {metric.name: _score(metric.score(scored.sums[metric.name].sum(axis=1))) for metric in metrics},
        tuple(_part_scores(key, scored, metrics)) if per_document else (),
    )


def _part_scores(key: Key, scored: Scored, metrics: tuple[Metric, ...]) -> Iterable[PartScores]:
    columns = {metric.name: metric.score(scored.sums[metric.name]) for metric in metrics}
    for index, part in enumerate(key.corpus.parts):
        scores = {name: _score(column, index) for name, column in columns.items()}
        yield PartScores(part.document, part.number, scores)


def _score(scores: Scores, index: int | tuple[()] = ()) -> Score:
    def number(values: Floats | None) -> float | None:
        return None if values is None else float(np.asarray(values)[index])

    return Score(number(scores.recall), number(scores.precision), float(np.asarray(scores.f1)[index]))

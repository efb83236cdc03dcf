"""From a key and a response to the sums of every metric."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from leaderboard.corpus import Corpus
from leaderboard.denotation import ErrorProfile, error_profile
from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.formats import Reading, format_name, read_corpus
from leaderboard.formats.source import read_bytes
from leaderboard.matching import Matching, align, match_exactly
from leaderboard.metrics import METRICS, Metric, MetricOptions
from leaderboard.metrics.metric import Floats, measure
from leaderboard.metrics.similarity import class_weights
from leaderboard.options import Settings
from leaderboard.overlap import overlap


@dataclass(frozen=True, slots=True)
class Key:
    """The key with what a signature says of it."""

    corpus: Corpus
    format: str
    digest: str
    warnings: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Rejection:
    """A submission that could not be scored, and the first reason."""

    system: str
    problem: Problem
    problems: int


@dataclass(frozen=True, slots=True)
class Scored:
    """One response: the sums of each metric [S, parts], its errors, the parts it lacks, its repairs."""

    sums: dict[str, Floats]
    errors: ErrorProfile | None
    missing: int
    warnings: tuple[Problem, ...]


class Response(NamedTuple):
    """A response beside the key, the parts it lacks, and its repairs."""

    matching: Matching
    missing: int
    warnings: tuple[Problem, ...]


def chosen_metrics(settings: Settings) -> tuple[Metric, ...]:
    """The metrics asked for, in the order in which they are shown everywhere."""
    options = metric_options(settings)
    return tuple(build(options) for name, build in METRICS.items() if name in settings.metric)


def metric_options(settings: Settings) -> MetricOptions:
    return MetricOptions(
        settings.blanc,
        settings.blanc_weight,
        settings.lea_importance,
        settings.da_weights,
        settings.da_response,
        settings.da_match,
    )


def read_key(path: Path, settings: Settings) -> Key:
    try:
        data = read_bytes(path)
        corpus, warnings = read_corpus(str(path), data, _reading(settings, tags=_needs_tags(settings)))
    except InputError as error:
        raise NothingToDo(f"the key cannot be read: {error}") from None
    return Key(corpus, format_name(data), hashlib.sha256(data).hexdigest(), warnings)


def score_responses(
    key: Key, paths: Mapping[str, Path], settings: Settings, metrics: tuple[Metric, ...]
) -> tuple[dict[str, Scored], tuple[Rejection, ...]]:
    """Every response by name of system, and those that had to be rejected."""

    def attempt(name: str) -> Scored | Rejection:
        try:
            return score_response(key, paths[name], settings, metrics)
        except InputError as error:
            return Rejection(name, error.problems[0], len(error.problems))

    with ThreadPoolExecutor(settings.jobs or os.cpu_count()) as workers:
        outcomes = dict(zip(paths, workers.map(attempt, paths), strict=True))
    scored = {name: outcome for name, outcome in outcomes.items() if isinstance(outcome, Scored)}
    rejected = tuple(outcome for outcome in outcomes.values() if isinstance(outcome, Rejection))
    return scored, rejected


def score_response(key: Key, path: Path, settings: Settings, metrics: Sequence[Metric]) -> Scored:
    response = read_response(key, path, settings)
    table = overlap(response.matching)
    errors = error_profile(table, metric_options(settings).denotation) if settings.errors else None
    return Scored(measure(table, tuple(metrics)), errors, response.missing, response.warnings)


def read_response(key: Key, path: Path, settings: Settings) -> Response:
    response, warnings = read_corpus(str(path), read_bytes(path), _reading(settings, tags=False))
    aligned = align(
        key.corpus,
        response,
        missing_is_empty=settings.missing == "empty",
        check_words=settings.check_words,
    )
    missing = len(key.corpus.parts) - len(response.parts)
    return Response(match_exactly(key.corpus, aligned), missing, warnings)


def signature(key: Key, settings: Settings, version: str) -> str:
    """Everything that can change a score, in one line to publish beside it."""
    importance = settings.lea_importance
    fields = {
        "leaderboard": version,
        "format": key.format,
        "match": "exact",
        "singletons": settings.singletons,
        "duplicates": settings.duplicates,
        "missing": settings.missing,
        "offsets": settings.offsets,
        "ends": settings.ends,
        "blanc": settings.blanc,
        "blanc-weight": settings.blanc_weight,
        "lea-importance": importance if isinstance(importance, str) else f"{_name(importance)}()",
        "da-weights": ",".join(f"{name}={weight}" for name, weight in class_weights(settings.da_weights).items()),
        "da-response": settings.da_response,
        "da-match": settings.da_match,
        "key": key.digest[:12],
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items() if value is not None)


def _name(function: Callable[..., object]) -> str:
    name: str = getattr(function, "__name__", type(function).__name__)
    return name


def _reading(settings: Settings, tags: bool) -> Reading:
    return Reading(
        settings.word_column,
        settings.offsets,
        settings.ends,
        settings.duplicates == "error",
        settings.singletons == "drop",
        tags,
    )


def _needs_tags(settings: Settings) -> bool:
    """A function may ask for the classes of mentions too."""
    importance = settings.lea_importance
    metrics = (*settings.metric, settings.primary)
    return importance == "class" or callable(importance) or settings.errors or "da" in metrics

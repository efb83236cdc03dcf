"""``leaderboard.score``: the scores of responses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace

from leaderboard.denotation import ChainPair, ErrorProfile
from leaderboard.errors import Problem
from leaderboard.metrics.metric import Metric
from leaderboard.submissions import Rejection
from leaderboard.verbs.chains import chains_of
from leaderboard.verbs.task import Score, Task, pick, settings_of_responses, task_of_responses


@dataclass(frozen=True, slots=True)
class PartScores:
    dataset: str
    document: str
    part: int
    scores: dict[str, Score]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """``missing`` counts the parts that the response lacks; ``errors`` and ``chains`` need asking."""

    system: str
    documents: int
    parts: int
    missing: int
    repairs: int
    scores: dict[str, Score]
    per_document: tuple[PartScores, ...]
    errors: ErrorProfile | None = None
    chains: tuple[ChainPair, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreResult:
    signature: str
    key: str
    metrics: tuple[Metric, ...]
    systems: tuple[SystemScores, ...]
    key_repairs: int
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]


def score(
    *responses: str | os.PathLike[str],
    per_document: bool = False,
    show_correspondence: str | None = None,
    **options: object,
) -> ScoreResult:
    """The scores of each response; ``options`` are those of the command, by the same names.

    ``show_correspondence`` names a document whose chains are put side by side.
    """
    settings = settings_of_responses(options, responses)
    # Chains correspond by the options that errors go by, so both are signed alike.
    denoted = settings.errors or show_correspondence is not None
    task = task_of_responses(responses, replace(settings, errors=denoted))
    errors = task.errors if settings.errors else {}
    chains = {} if show_correspondence is None else chains_of(task, show_correspondence)
    return ScoreResult(
        task.signature,
        task.key,
        task.metrics,
        tuple(
            _system(task, name, scores, per_document, errors.get(name), chains.get(name, ()))
            for name, scores in task.scores.items()
        ),
        task.key_repairs,
        task.rejected,
        task.warnings,
    )


def _system(
    task: Task,
    name: str,
    scores: dict[str, Score],
    per_document: bool,
    errors: ErrorProfile | None,
    chains: tuple[ChainPair, ...],
) -> SystemScores:
    parts = task.sheet.parts
    return SystemScores(
        name,
        len({(part.dataset, part.document) for part in parts}),
        len(parts),
        task.missing[name],
        task.repairs[name],
        scores,
        tuple(_part_scores(task, name)) if per_document else (),
        errors,
        chains,
    )


def _part_scores(task: Task, name: str) -> Iterator[PartScores]:
    system = task.sheet.systems.index(name)
    columns = {metric.name: metric.score(task.sheet.sums[metric.name][system]) for metric in task.metrics}
    for index, part in enumerate(task.sheet.parts):
        scores = {metric: pick(column, index) for metric, column in columns.items()}
        yield PartScores(part.dataset, part.document, part.number, scores)

"""``leaderboard.probe``: how do metrics react to errors that are known?"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from leaderboard.errors import Problem, UsageError
from leaderboard.experiments import (
    EXPERIMENTS,
    PAPER_SIZES,
    Agreement,
    Counts,
    Made,
    agreement,
    made_key,
    score_made,
)
from leaderboard.matching import match_exactly
from leaderboard.metrics import Metric
from leaderboard.options import Settings, suggestion
from leaderboard.scoring import Key, chosen_metrics, counted_key, read_key, signature
from leaderboard.significance import families
from leaderboard.submissions import Rejection, find_key
from leaderboard.verbs.compare import design, design_signature
from leaderboard.verbs.task import (
    Score,
    need,
    scores_of,
    scoresheet,
    settings_of_folder,
    settings_of_responses,
    task_of_folder,
    task_of_responses,
)
from leaderboard.verbs.versions import Probed, versions_of
from leaderboard.version import VERSION
from leaderboard.workers import Progress, results

# Unless others are asked for.
PROBED = (*Settings().metric, "blanc_gold", "rand", "da", "xcmr")


@dataclass(frozen=True, slots=True)
class Point:
    """A response that was made for an experiment."""

    experiment: str
    point: str
    counts: Counts
    scores: dict[str, Score]


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The points of experiments, or the versions of responses, or the agreement of metrics on systems.

    ``key`` is None where it is the paper's.
    """

    signature: str
    key: str | None
    settings: Settings
    metrics: tuple[Metric, ...]
    points: tuple[Point, ...] = ()
    responses: tuple[Probed, ...] = ()
    agreement: Agreement | None = None
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[Problem, ...] = ()


def probe(
    name: str | None = None,
    *,
    response: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    submissions: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    **options: object,
) -> ProbeResult:
    """Probe metrics with one or all experiments on a key, with real responses, or with a folder of them.

    All metrics of coreference take part unless some are asked for; ``options`` are those of the command.
    """
    responses = [response] if isinstance(response, str | os.PathLike) else list(response)
    if (name is not None) + bool(responses) + (submissions is not None) > 1:
        raise UsageError("an experiment, responses and a folder are probed one at a time; name one of them")
    options = {"metric": PROBED, **options}
    if submissions is not None:
        return _of_folder(submissions, options, progress)
    return _of_responses(responses, options, progress) if responses else _of_key(name, options, progress)


def _of_key(name: str | None, options: Mapping[str, object], progress: Progress | None) -> ProbeResult:
    """Only a key that is stated takes the place of the paper's."""
    if name is not None and name not in EXPERIMENTS:
        raise UsageError(f"no experiment is called {name!r}; {suggestion(name, EXPERIMENTS)}")
    settings = settings_of_folder(options, Path())
    path = None if settings.key is None else find_key(settings.key, Path())
    key = _paper_key() if path is None else counted_key(read_key(path, settings), settings)
    metrics = chosen_metrics(settings)
    made = _made(key, metrics, (name,) if name else tuple(EXPERIMENTS), settings, progress)
    scores = scores_of(scoresheet(key, {" ".join(at): one.sums for at, one in made.items()}, metrics))
    return ProbeResult(
        signature(key, settings, VERSION),
        None if path is None else os.fspath(path),
        settings,
        metrics,
        points=tuple(
            Point(*at, one.counts, row) for (at, one), row in zip(made.items(), scores.values(), strict=True)
        ),
        warnings=key.warnings,
    )


def _paper_key() -> Key:
    sizes = "-".join(map(str, PAPER_SIZES))
    return Key({"": made_key(PAPER_SIZES)}, "made", hashlib.sha256(sizes.encode()).hexdigest(), (), {"": ""})


def _made(
    key: Key,
    metrics: tuple[Metric, ...],
    names: Sequence[str],
    settings: Settings,
    progress: Progress | None,
) -> dict[tuple[str, str], Made]:
    """The responses of some experiments by experiment and point; a key of few entities has fewer points."""

    def make(item: tuple[str, str], stop: Event) -> tuple[tuple[str, str], Made]:
        experiment, point = item
        responses = {
            dataset: EXPERIMENTS[experiment].response(corpus, point)
            for dataset, corpus in key.corpora.items()
        }
        matchings = [match_exactly(key.corpora[dataset], response) for dataset, response in responses.items()]
        entities = sum(response.entities for response in responses.values())
        shown = str(entities) if EXPERIMENTS[experiment].counted else point
        return (experiment, shown), score_made(matchings, metrics)

    every = [(name, point) for name in names for point in EXPERIMENTS[name].points]
    return dict(results(make, every, settings.jobs or os.cpu_count() or 1, progress))


def _of_responses(
    responses: Sequence[str | os.PathLike[str]], options: Mapping[str, object], progress: Progress | None
) -> ProbeResult:
    """Each response is read again for its mentions, of which the task keeps only sums."""
    settings = settings_of_responses(options, responses)
    task = task_of_responses(responses, settings)
    need(task, 1)
    key = counted_key(read_key(Path(task.key), settings), settings)

    def versions(system: str, stop: Event) -> Probed:
        return versions_of(key, task.submissions[system], task.metrics, settings)

    jobs = settings.jobs or os.cpu_count() or 1
    return ProbeResult(
        task.signature,
        task.key,
        settings,
        task.metrics,
        responses=tuple(results(versions, task.sheet.systems, jobs, progress)),
        rejected=task.rejected,
        warnings=task.warnings,
    )


def _of_folder(
    folder: str | os.PathLike[str], options: Mapping[str, object], progress: Progress | None
) -> ProbeResult:
    settings = settings_of_folder(options, folder)
    task = task_of_folder(folder, settings)
    need(task, 2)
    units = task.sheet.units(settings.unit)
    found = families(units, design(settings), settings.jobs or os.cpu_count() or 1, progress)
    return ProbeResult(
        f"{task.signature}|{design_signature(settings)}",
        task.key,
        settings,
        task.metrics,
        agreement=agreement(units, found),
        rejected=task.rejected,
        warnings=task.warnings,
    )
